"""The schema of the JSON that the HTTP port takes and gives, as OpenAPI 3.1, from the protos and their comments."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

from hunch.server import VERSION
from hunch.server.connect import CODES, WITHOUT_COST

PACKAGE = "hunch.v1"
"""The protos that are described."""
DESCRIBED = "described.binpb"
"""The protos with their comments, as the build leaves them beside the stubs."""
FILE, MESSAGE, ENUM, SERVICE, FIELD, NESTED, NESTED_ENUM, PART = 0, 4, 5, 6, 2, 3, 4, 2
"""Numbers of fields in descriptor.proto, of which the places of comments are made."""
F = FieldDescriptorProto
SCALARS: Mapping[int, dict[str, Any]] = {
    F.TYPE_DOUBLE: {"type": "number", "format": "double"},
    F.TYPE_FLOAT: {"type": "number", "format": "float"},
    F.TYPE_INT32: {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1},
    F.TYPE_SINT32: {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1},
    F.TYPE_UINT32: {"type": "integer", "format": "uint32", "minimum": 0, "maximum": 2**32 - 1},
    F.TYPE_INT64: {"type": ["string", "integer"], "format": "int64"},
    F.TYPE_UINT64: {"type": ["string", "integer"], "format": "uint64", "pattern": "^[0-9]{1,20}$", "minimum": 0},
    F.TYPE_BOOL: {"type": "boolean"},
    F.TYPE_STRING: {"type": "string"},
    F.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
"""Schemas of fields that hold no message and no enum."""
ERROR: dict[str, Any] = {
    "type": "object",
    "description": "Why a call was refused. docs/hosting.md lists the reasons.",
    "properties": {
        "code": {"type": "string", "enum": [code.value for code in CODES.values()]},
        "message": {"type": "string", "description": "The path of the field, and what is wrong with it."},
        "details": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string", "description": "A message of google.rpc, such as BadRequest."},
                    "value": {"type": "string", "contentEncoding": "base64", "description": "Its bytes."},
                    "debug": {"type": "object", "description": "The same as JSON."},
                },
            },
        },
    },
    "required": ["code"],
}
"""The schema of an error."""
STREAMED = (
    "A stream: request and answers are messages in envelopes of the Connect protocol, each a byte of flags, four bytes "
    "of length, and JSON."
)
"""What a caller of a streaming rpc must know."""


@lru_cache(maxsize=1)
def document() -> bytes:
    """The whole description as JSON."""
    described = FileDescriptorSet.FromString(files(PACKAGE).joinpath(DESCRIBED).read_bytes())
    own = [file for file in described.file if file.package == PACKAGE]
    schemas: dict[str, Any] = {"Error": ERROR}
    paths: dict[str, Any] = {}
    tags = []
    for file in own:
        comments = _comments(file)
        for i, message in enumerate(file.message_type):
            schemas.update(_messages(message, message.name, (MESSAGE, i), comments))
        for i, enum in enumerate(file.enum_type):
            schemas[enum.name] = _enum(enum, (ENUM, i), comments)
        for i, service in enumerate(file.service):
            tags.append({"name": service.name, "description": comments.get((SERVICE, i), "")})
            paths.update(_paths(service, (SERVICE, i), comments))
    info = {
        "title": "Hunch",
        "version": VERSION,
        "description": "An AI opponent for board games with hidden information. Each rpc is a POST of its request.",
        "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    }
    whole = {"openapi": "3.1.0", "info": info, "tags": tags, "paths": paths, "components": {"schemas": schemas}}
    return json.dumps(whole, ensure_ascii=False).encode()


Comments = Mapping[tuple[int, ...], str]
"""What stands before a part of a file, by its place."""


def _comments(file: FileDescriptorProto) -> Comments:
    return {
        tuple(place.path): " ".join(place.leading_comments.split())
        for place in file.source_code_info.location
        if place.leading_comments
    }


def _messages(
    message: DescriptorProto, name: str, place: tuple[int, ...], comments: Comments
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas of a message and of what is defined in it."""
    properties = {
        field.json_name: _field(field) | _described(comments, (*place, FIELD, i))
        for i, field in enumerate(message.field)
    }
    schema = {"type": "object", **_described(comments, place, _choices(message)), "properties": properties}
    yield name, {**schema, "additionalProperties": False}
    for i, nested in enumerate(message.nested_type):
        yield from _messages(nested, f"{name}.{nested.name}", (*place, NESTED, i), comments)
    for i, enum in enumerate(message.enum_type):
        yield f"{name}.{enum.name}", _enum(enum, (*place, NESTED_ENUM, i), comments)


def _choices(message: DescriptorProto) -> str:
    """Which fields exclude each other."""
    groups: list[list[str]] = [[] for _ in message.oneof_decl]
    for field in message.field:
        if field.HasField("oneof_index") and not field.proto3_optional:
            groups[field.oneof_index].append(field.json_name)
    return " ".join(f"At most one of {', '.join(names)} may be set." for names in groups if names)


def _field(field: FieldDescriptorProto) -> dict[str, Any]:
    reference = {"$ref": "#/components/schemas/" + field.type_name.removeprefix(f".{PACKAGE}.")}
    one = SCALARS.get(field.type, reference)
    return {"type": "array", "items": one} if field.label == F.LABEL_REPEATED else dict(one)


def _enum(enum: EnumDescriptorProto, place: tuple[int, ...], comments: Comments) -> dict[str, Any]:
    values = [f"{value.name}: {comments.get((*place, PART, i), '')}" for i, value in enumerate(enum.value)]
    return {
        "type": "string",
        "enum": [value.name for value in enum.value],
        **_described(comments, place, " ".join(values)),
    }


def _paths(
    service: ServiceDescriptorProto, place: tuple[int, ...], comments: Comments
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The paths of a service's rpcs, except those whose client streams."""
    for i, method in enumerate(service.method):
        if method.client_streaming:
            continue
        form = "application/connect+json" if method.server_streaming else "application/json"
        request, answer = (
            {form: {"schema": {"$ref": "#/components/schemas/" + name.removeprefix(f".{PACKAGE}.")}}}
            for name in (method.input_type, method.output_type)
        )
        error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        answers = {
            "200": {"description": "The answer.", "content": answer},
            "default": {"description": "A refusal.", "content": error},
        }
        more = (STREAMED if method.server_streaming else "") + (
            "Answers GET too, with the query `encoding=json&message=…`." if method.name in WITHOUT_COST else ""
        )
        yield (
            f"/{PACKAGE}.{service.name}/{method.name}",
            {
                "post": {
                    "operationId": f"{service.name}.{method.name}",
                    "tags": [service.name],
                    **_described(comments, (*place, PART, i), more),
                    "requestBody": {"required": True, "content": request},
                    "responses": answers,
                }
            },
        )


def _described(comments: Comments, place: tuple[int, ...], more: str = "") -> dict[str, str]:
    """The comment at a place, and what is to be said besides."""
    text = " ".join(part for part in (comments.get(place, ""), more) if part)
    return {"description": text} if text else {}
