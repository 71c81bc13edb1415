"""Searches in words: `LIMIT[/SETTING=VALUE...]`.

A LIMIT is iterations (`1000`) or milliseconds of wall time (`50ms`). The setting `level=4` lowers it to that level's
effort. A search gets the record of the game unless it has the setting `record=no`. The other settings are those of
`hunch.search.settings`.
"""

from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple

import click

from hunch.search.advice import AdviceOptions, Limits, Settings


class SearchWords(NamedTuple):
    """What the words stand for."""

    limits: Limits
    options: AdviceOptions
    settings: Settings
    with_record: bool


def search_of(words: str) -> SearchWords:
    """A search from its words."""
    limit, *changes = words.split("/")
    given = dict(change.split("=", 1) for change in changes)
    with_record, level = given.pop("record", "yes") != "no", int(given.pop("level", "10"))
    settings = changed(Settings(), given)
    if given:
        raise click.BadParameter(f"a search has no setting {', '.join(given)}")
    limits = Limits(time_ms=int(limit[:-2])) if limit.endswith("ms") else Limits(iterations=int(limit))
    return SearchWords(limits, AdviceOptions(level, candidates=1), settings, with_record)


def changed(params: Any, given: dict[str, str]) -> Any:
    """The parameters with those changed that are given by name, which are taken out of `given`. A parameter of a struct
    among them is written with its struct: `ucb.exploration`."""
    return _changed(params, given, "")


def _changed(params: Any, given: dict[str, str], group: str) -> Any:
    values = {}
    for field in fields(params):
        value = getattr(params, field.name)
        if is_dataclass(value):
            values[field.name] = _changed(value, given, f"{field.name}.")
        elif group + field.name in given:
            values[field.name] = typed(type(value), given.pop(group + field.name))
    return replace(params, **values)


def typed(kind: type, value: str) -> Any:
    """The value that a word stands for."""
    return value in ("yes", "true", "1") if kind is bool else kind(value)
