"""The Go package. What builds it is long, as it fetches sources from Debian's archive and compiles them."""

import asyncio
import importlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from hunch.engines import GAMES
from tests.support.programs import run
from tests.support.servers import EXAMPLES, House, Served
from tests.support.web import WEB

ROOT = EXAMPLES.parent
GO = ROOT / "packages" / "go"
NAMES = ("move", "hint", "watch", "enemy", "dice", "sealed_game")
BYTES = re.compile(r"_rawDesc = string\(\[\]byte\{\n(.*?)\n\}\)", re.S)
"""The description of a proto in the code that is generated for it."""
Go = Callable[..., str]
"""Runs a command of Go in the package's folder, or another program there."""


def described() -> dict[str, descriptor_pb2.FileDescriptorProto]:
    """The protos that the generated code was made from, by name."""
    found = {}
    for path in (GO / "v1").glob("*.pb.go"):
        shown = BYTES.search(path.read_text())
        assert shown, f"{path.name} has no description of its proto"
        digits = re.findall(r"0x([0-9a-f]{2})", shown[1])
        file = descriptor_pb2.FileDescriptorProto.FromString(bytes.fromhex("".join(digits)))
        file.ClearField("options")  # the protos name no Go package
        found[file.name] = plain(file)
    return found


def plain(message: descriptor_pb2.FileDescriptorProto) -> descriptor_pb2.FileDescriptorProto:
    """Without the names of JSON, which some generators leave out where they follow from the field's."""
    messages = list(message.message_type)
    while messages:
        one = messages.pop()
        messages.extend(one.nested_type)
        for field in one.field:
            field.ClearField("json_name")
    return message


def test_the_committed_code_was_generated_from_the_protos_as_they_are() -> None:
    """If it fails, run `make go`."""
    made = described()
    protos = sorted((ROOT / "proto/hunch/v1").glob("*.proto"))
    assert sorted(made) == [f"hunch/v1/{path.name}" for path in protos]
    for path in protos:
        module = importlib.import_module(f"hunch.v1.{path.stem}_pb2")
        file = descriptor_pb2.FileDescriptorProto.FromString(module.DESCRIPTOR.serialized_pb)
        assert made[file.name] == plain(file), f"{path.name} has changed since; run `make go`"


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Go:
    folder = tmp_path_factory.mktemp("go")
    run(folder, "python", GO / "debian.py", folder)
    settings = {"GOWORK": str(folder / "go.work"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}

    def command(*words: object, code: int = 0) -> str:
        return run(GO, *words, code=code, **settings)

    return command


@pytest.fixture(scope="module")
def programs(go: Go, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built examples."""
    folder = tmp_path_factory.mktemp("programs")
    go("go", "build", "-o", f"{folder}/", "./examples/...")
    return folder


@pytest.mark.long
def test_it_is_laid_out_vetted_and_passes_its_own_tests(go: Go) -> None:
    root = go("go", "env", "GOROOT").strip()
    assert go(f"{root}/bin/gofmt", "-l", ".") == ""
    go("go", "vet", "./...")
    go("go", "test", ".")


@pytest.mark.long
def test_its_generators_write_the_committed_code(go: Go, tmp_path: Path) -> None:
    kept = tmp_path / "v1"
    shutil.copytree(GO / "v1", kept)
    try:
        go("./generate.sh")
        go("diff", "-r", kept, "v1")
    finally:
        shutil.rmtree(GO / "v1", ignore_errors=True)
        shutil.copytree(kept, GO / "v1")


@pytest.mark.long
def test_its_examples_print_what_they_promise(served: Served, programs: Path, tmp_path: Path) -> None:
    def work(house: House) -> None:
        def example(name: str, *words: object) -> str:
            return run(tmp_path, programs / name, *words, house.web)

        for game in GAMES:
            assert " - " in example("move", EXAMPLES / f"{game}.json")
        hint = example("hint", EXAMPLES / "goofspiel.json")
        assert [hint.count(f"{part}:") for part in ("nudge", "region", "move")] == [3, 2, 1]
        watched = example("watch", EXAMPLES / "tomahawk.json")
        assert [watched.count(part) > 0 for part in ("so far:", "final:")] == [True, True]
        (tmp_path / "answers").write_text("1\n" * 100)
        enemy = run(tmp_path, "sh", "-c", f"{programs}/enemy comancheria {house.web} < answers")
        assert "your decision, with" in enemy
        assert "payoffs: " in example("sealed_game")
        assert example("dice", tmp_path / "transcript.json").count("right") == 7

    async def talk(house: House) -> None:
        await asyncio.to_thread(work, house)

    served(talk, **WEB)


@pytest.mark.long
def test_an_example_that_cannot_go_on_says_why_in_a_line(programs: Path, tmp_path: Path) -> None:
    nobody = "http://127.0.0.1:1"
    position = EXAMPLES / "kuhn.json"
    cases: list[tuple[object, ...]] = [(name,) for name in NAMES]
    cases += [(name, "/none/x", nobody) for name in ("move", "hint", "watch")]
    cases += [(name, position, nobody) for name in ("move", "hint", "watch")]
    cases += [("enemy", "chess", nobody), ("enemy", "comancheria", nobody), ("dice", "x.json", nobody)]
    cases += [("sealed_game", nobody)]
    for name, *words in cases:
        assert run(tmp_path, programs / str(name), *words, code=1).count("\n") == 1, (name, words)
