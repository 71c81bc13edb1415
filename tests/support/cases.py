"""The rule cases in engines/cases, which its README.md explains: how one is read, played and checked."""

import copy
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format

from hunch.engines import CHANCE, OVER, PUBLIC, Game, HunchError, State, Stream, load, messages, package, words
from hunch.v1 import game_pb2 as pb
from tools.write_cases import FOLDER as CASES

PAGES = Path(__file__).parents[2] / "docs/games"
FIELDS = {"row", "rule", "options", "data", "base", "state", "as", "play", "expect"}
EXPECTED = {
    "state",
    "view",
    "to_move",
    "legal",
    "not_legal",
    "only_legal",
    "chances",
    "chance_of",
    "seen",
    "worlds",
    "returns",
    "refused",
}


def found_cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*/*.json")):
        if not path.stem.startswith("base"):
            for number, case in enumerate(json.loads(path.read_text())):
                yield pytest.param(path.parent.name, case, id=f"{path.parent.name}-{path.stem}-{number}-{case['row']}")


def listed_rows(game: str) -> set[str]:
    """The first cells of the tables in the section Rulings of a game's page."""
    page = PAGES / f"{game}.md"
    rulings = re.search(r"^## Rulings$(.*?)(?=^## |\Z)", page.read_text() if page.exists() else "", re.M | re.S)
    lines = rulings[1].splitlines() if rulings else []
    tables = [line for before, line in zip(["", *lines], lines, strict=False) if before.startswith("|")]
    cells = [line.strip("| ").split("|")[0].strip() for line in tables if line.startswith("|")]
    return {cell for cell in cells if cell.strip("-: ")}


def faults(name: str, case: dict[str, Any], data: Any = None) -> list[str]:
    """What does not hold; empty when all is well."""
    unknown = (case.keys() - FIELDS) | (case["expect"].keys() - EXPECTED)
    if unknown or not case["expect"]:
        return [f"the case has unknown fields: {', '.join(sorted(unknown))}" if unknown else "it expects nothing"]
    expect, state, last = case["expect"], None, None
    plays = case.get("play", [])
    done = 0
    try:
        state = position(name, case, data)
        for entry in plays:
            before = forced(state) if entry == "..." or "event" not in entry else state
            last = None if entry == "..." else (before, read(before, entry, "as" in case))
            state = last[0].follow(last[1]) if last and "as" in case else last[0].apply(last[1]) if last else before
            done += 1
    except HunchError as error:
        early = done < len(plays) - 1
        return [f"refused at play[{done}]: {error}"] if "refused" not in expect or early else refusal(error, expect)
    if "refused" in expect:
        return ["it was not refused"]
    wrong = [*compare(state, expect), *compare_seen(last, expect)]
    if messages.decode(messages.encode(state), {name: data} if data else None) != state:
        wrong.append("the position changes when it is encoded and decoded")
    if "as" not in case and state.fill(Stream(0)).flaw():
        wrong.append(f"a world of it is not sound: {state.fill(Stream(0)).flaw()}")
    return [*wrong, "the position:", *words.board(state).splitlines()] if wrong else []


def changed_data(name: str, case: dict[str, Any], path: Path) -> Path | None:
    """The data file of a case that plays with other cards, None for the game's own."""
    if "data" not in case:
        return None
    own = json.loads((Path(package(name).__path__[0]) / "data.json").read_text())
    path.write_text(json.dumps(merged(own, case["data"])))
    return path


def position(name: str, case: dict[str, Any], data: Any = None) -> State:
    game = load(name, data=data, **case.get("options", {}))
    if "base" not in case and "state" not in case:
        state = game.new()
    else:
        fields = merged(base_position(name, case.get("base", "base")), case.get("state", {}))
        fields["options"] = json_format.MessageToDict(getattr(messages.encode_options(game), name))
        state = messages.decode(
            messages.from_json(json.dumps({name: fields}), pb.GameState()), {name: data} if data else None
        )
    return state.view(seat_of(case["as"])) if "as" in case else state


def base_position(name: str, stem: str) -> dict[str, Any]:
    """The fields of a base file, which may itself say only what differs from another one."""
    fields = json.loads((CASES / name / f"{stem}.json").read_text())
    return merged(base_position(name, fields.pop("base")), fields) if "base" in fields else fields


def merged(under: Any, over: Any) -> Any:
    if isinstance(under, list) and isinstance(over, dict):
        changed = copy.deepcopy(under)
        for index, value in over.items():
            changed[int(index)] = merged(changed[int(index)], value)
        return changed
    if isinstance(under, dict) and isinstance(over, dict):
        both = {key: merged(under.get(key), over[key]) if key in over else under[key] for key in {**under, **over}}
        return {key: value for key, value in both.items() if value is not None}
    return over


def forced(state: State) -> State:
    while state.to_move == CHANCE and len(state.chances()) == 1:
        state = state.apply(state.chances()[0][0])
    return state


def read(state: State, entry: Any, on_view: bool) -> int:
    if isinstance(entry, str):
        return words.parse(state, entry)
    kind = next(iter(entry))
    if kind == "event":
        return event_code(state.game, entry["event"])
    return messages.decode_move(
        state.game, messages.from_json(json.dumps({state.game.name: entry[kind]}), pb.GameMove())
    )


def event_code(game: Game, fields: dict[str, Any]) -> int:
    return messages.decode_event(game, messages.from_json(json.dumps({game.name: fields}), pb.GameEvent()))


def event_fields(game: Game, event: int) -> dict[str, Any]:
    return json_format.MessageToDict(getattr(messages.encode_event(game, event), game.name))


def seat_of(key: str) -> int:
    return PUBLIC if key == "public" else int(key)


def refusal(error: HunchError, expect: dict[str, Any]) -> list[str]:
    wanted = expect["refused"]
    if error.path != wanted["path"] or wanted.get("reason", "") not in error.reason:
        return [f"refused is {error.path!r}: {error.reason!r}", f"  should be {wanted}"]
    return []


def compare(state: State, expect: dict[str, Any]) -> Iterator[str]:
    """One line for each thing that is not as expected."""
    if "state" in expect:
        yield from compare_paths("state", state, expect["state"])
    for key, paths in expect.get("view", {}).items():
        yield from compare_paths(f"view {key}", state.view(seat_of(key)), paths)
    mover = {CHANCE: "chance", OVER: "over"}.get(state.to_move, state.to_move)
    if "to_move" in expect and mover != expect["to_move"]:
        yield f"to_move is {mover}, should be {expect['to_move']}"
    moves = [words.write(state.game, move) for move in state.legal()]
    for text in expect.get("legal", []):
        if text not in moves:
            yield f"legal lacks {text!r}; there are {', '.join(moves[:40]) or 'none'}"
    for text in expect.get("not_legal", []):
        if text in moves:
            yield f"legal has {text!r}"
    if "only_legal" in expect and sorted(moves) != sorted(expect["only_legal"]):
        yield f"legal is {sorted(moves)}"
        yield f"  should be {sorted(expect['only_legal'])}"
    if "returns" in expect and (not state.over or state.returns() != pytest.approx(expect["returns"])):
        yield f"returns is {state.returns() if state.over else 'not yet known'}, should be {expect['returns']}"
    for key, count in expect.get("worlds", {}).items():
        worlds = state.view(seat_of(key)).worlds(100_000)
        if worlds is None or len(worlds) != count:
            yield f"worlds of {key} is {'over 100000' if worlds is None else len(worlds)}, should be {count}"
    yield from compare_chances(state, expect)


def compare_chances(state: State, expect: dict[str, Any]) -> Iterator[str]:
    total = sum(weight for _, weight in state.chances())
    chance = {event: Fraction(weight, total) for event, weight in state.chances()}
    for wanted in expect.get("chance_of", []):
        is_now = chance.get(event_code(state.game, wanted["event"]), 0)
        if is_now != Fraction(wanted["probability"]):
            yield f"chance_of {wanted['event']} is {is_now}, should be {wanted['probability']}"
    if "chances" in expect:
        total = sum(wanted["weight"] for wanted in expect["chances"])
        should = {event_code(state.game, w["event"]): Fraction(w["weight"], total) for w in expect["chances"]}
        for event in {**chance, **should}:
            if chance.get(event) != should.get(event):
                shown = event_fields(state.game, event)
                yield f"chances of {shown} is {chance.get(event, 0)}, should be {should.get(event, 0)}"


def compare_seen(last: Any, expect: dict[str, Any]) -> Iterator[str]:
    for key, fields in expect.get("seen", {}).items():
        state, move = last
        seen = state.seen(move, seat_of(key))
        shown = event_fields(state.game, seen) if seen else None
        if seen != (event_code(state.game, fields) if fields is not None else 0):
            yield f"seen by {key} is {shown}, should be {fields}"


def compare_paths(where: str, state: State, paths: dict[str, Any]) -> Iterator[str]:
    typed = getattr(messages.encode(state), state.game.name)
    tree = json_format.MessageToDict(typed, always_print_fields_with_no_presence=True)
    for path, should in paths.items():
        is_now = at(tree, path)
        if not matches(is_now, should):
            yield f"{where}: {path} is {json.dumps(is_now)}, should be {json.dumps(should)}"


def at(tree: Any, path: str) -> Any:
    """What is at a path like `seats[1].cards.length`; None where there is nothing."""
    for step in re.findall(r"[^.\[\]]+", path):
        if isinstance(tree, list):
            tree = len(tree) if step == "length" else dict(enumerate(tree)).get(int(step))
        else:
            tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def matches(is_now: Any, should: Any) -> bool:
    if isinstance(should, dict) and isinstance(is_now, dict):
        return all(matches(is_now.get(key), value) for key, value in should.items())
    if isinstance(should, list) and isinstance(is_now, list):
        return len(is_now) == len(should) and all(map(matches, is_now, should))
    return is_now == should
