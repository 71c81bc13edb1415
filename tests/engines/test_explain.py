"""The reasons for lines of play: in every game and language, about what happened, in sentences without a hole."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from hunch.engines import CHANCE, GAMES, State, Stream, load
from hunch.engines.explain import Trait, beliefs, number, say, traits
from hunch.engines.games.tomahawk.explain import strength
from hunch.engines.games.tomahawk.names import names_of
from hunch.engines.games.tomahawk.state import CARDS, PILES, TURNS
from hunch.engines.registry import part
from hunch.engines.words import LANGUAGES
from tests.support.play import steps

LAST_TURN = TURNS - 1


@dataclass(frozen=True)
class Told:
    kind: str
    trait: Trait
    mean: float = 0.75
    instead: float = 0.25


def lines(name: str, count: int) -> list[tuple[State, State, int, tuple[int, ...], dict[Trait, float]]]:
    """Choices in random games, the positions in which they were decided, and what is reported of those."""
    found: list[Any] = []
    for step in steps(load(name), count):
        if step.state.to_move != CHANCE:
            seat, turn = step.state.to_move, (step.move,)
            after = step.state.after(step.move).played_on(Stream(len(found)), step.state)
            told = {**traits(step.state, after, seat, turn), **beliefs(step.state, after, seat, turn)}
            found.append((step.state, after, seat, turn, told))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_a_sentence_in_every_language(name: str) -> None:
    game, told = load(name), {trait for *_, found in lines(name, 800) for trait in found}
    assert len({trait.code for trait in told}) > 1
    for trait in told:
        for language in LANGUAGES:
            for kind in ("for", "against", "belief"):
                sentence = say(game, Told(kind, trait), language)
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence[-1] == "."
                assert not re.search(r"[{}_]", sentence)


@pytest.mark.parametrize("name", GAMES)
def test_languages_say_the_same_with_the_same_figures(name: str) -> None:
    sentences = part(name, "explain").SENTENCES
    assert set(sentences) == set(LANGUAGES)
    english, french = (
        {code: set(re.findall(r"{(\w+)[:}]", text)) for code, text in sentences[tongue].items()} for tongue in LANGUAGES
    )
    assert english == french


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (0, "0 points", "0 point"),
        (1, "1 point", "1 point"),
        (-1, "-1 point", "-1 point"),
        (1.04, "1 point", "1 point"),
        (1.5, "1.5 points", "1,5 point"),
        (1.96, "2 points", "2 points"),
        (-2.5, "-2.5 points", "-2,5 points"),
    ],
)
def test_a_noun_has_the_number_that_its_figure_takes_in_a_language(value: float, english: str, french: str) -> None:
    assert (f"{number(value, 'en'):point}", f"{number(value, 'fr'):point}") == (english, french)


@pytest.mark.parametrize(("language", "says"), [("en", " +1 point "), ("fr", " +1 point d’avance")])
def test_one_point_is_in_the_singular(language: str, says: str) -> None:
    assert says in say(load("tomahawk"), Told("for", Trait("lead"), mean=1.0), language)


@pytest.mark.parametrize(("code", "says"), [("enemy_ap", "PA ennemis "), ("won", "la partie ")])
def test_an_abbreviation_keeps_its_capitals_within_a_sentence(code: str, says: str) -> None:
    assert say(load("comancheria"), Told("against", Trait(code)), "fr").startswith(f"En revanche, {says}")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_reported_is_decided(name: str) -> None:
    for before, after, *_ in lines(name, 300):
        assert after.over or after.is_resolved(before)
        assert not before.is_resolved(before)


def test_a_won_territory_and_a_lost_scalp_are_reported() -> None:
    found = {trait.code: trait for *_, told in lines("tomahawk", 3000) for trait in told}
    assert dict(found["wins"].arguments)["animals"] == found["wins"].worth > 0
    assert {"scalps", "scalped"} <= set(found)


RIDE, STAY, GIVE = 7, 0x607, 0x700


def with_all_cards_laid(state: State, totals: list[list[int]], owners: list[int]) -> State:
    """Each total is one hunter's; the white cylinder's holder may move one."""
    fields, unused, nothing = state.fields(), [0] * (5 - state.game.seats), [0] * 5
    fields["total"] = [[*ground, *unused] for ground in totals]
    fields["hunters"] = [[int(total > 0) for total in ground] for ground in fields["total"]]
    fields.update(owner=owners, phase=RIDE, turn=0, white=1, hand=nothing, deck=nothing, chosen=nothing)
    return state.game.state(fields)


def told_and_paid(before: State, stream: Stream) -> tuple[set[int], set[int]]:
    """The seat that is said to pay a penalty in this hunt, and the seat that does."""
    after = state = before.apply(STAY)
    payers = set()
    while state.fields()["hunt"] == before.fields()["hunt"]:
        move = stream.choice(state.legal())
        payers |= {state.to_move} if move & 0xF00 == GIVE else set()
        state = state.after(move)
    codes = [{trait.code for trait in traits(before, after, seat, ())} for seat in range(state.game.seats)]
    return {seat for seat, found in enumerate(codes) if "penalty" in found}, payers


@pytest.mark.parametrize("players", [3, 5])
def test_a_penalty_is_reported_of_seats_that_pay_one(players: int) -> None:
    """Not of others with the highest sum too, who get nothing in a first hunt or own nothing in a later one."""
    stream, told_or_not = Stream(players), [Counter[bool](), Counter[bool]()]
    for step in steps(load("manitou", players=players), 400):
        hunt = step.state.fields()["hunt"]
        if hunt > 1 or step.state.to_move == CHANCE or step.state.fields()["phase"] >= RIDE:
            continue
        for _ in range(4):
            totals = [[stream.below(2) * (1 + stream.below(4)) for _ in range(players)] for _ in range(3)]
            before = with_all_cards_laid(step.state, totals, [stream.below(players + 1) for _ in range(3)])
            told, paid = told_and_paid(before, stream)
            assert told == paid, f"{totals}: {step}"
            sums = [sum(numbers) for numbers in zip(*totals, strict=True)]
            told_or_not[hunt].update(seat in told for seat in range(players) if sums[seat] == max(sums) > 0)
    assert all(min(counts[False], counts[True]) > 0 for counts in told_or_not), told_or_not


@pytest.mark.parametrize(("owner", "paid"), [(0, {0}), (3, set())])
def test_no_penalty_is_reported_of_a_second_seat_with_no_tile_left(owner: int, paid: set[int]) -> None:
    """The third ground has three tiles: where a hero takes one and the first two, the second gets none."""
    state = next(step.state for step in steps(load("manitou", players=3), 400) if step.state.to_move != CHANCE)
    assert state.fields()["hunt"] == 0
    before = with_all_cards_laid(state, [[9, 0, 9], [0, 0, 0], [3, 4, 0]], [0, 0, owner])
    assert told_and_paid(before, Stream(1)) == (paid, paid)


@pytest.mark.parametrize(("owner", "codes"), [(0, {"second"}), (1, {"hero", "second"}), (3, set())])
def test_a_place_on_a_ground_is_reported_if_it_brings_a_tile(owner: int, codes: set[str]) -> None:
    """The same for three tiles and the second, and for four and the second who has the hero as well."""
    state = next(step.state for step in steps(load("manitou", players=3), 400) if step.state.to_move != CHANCE)
    ground = 0 if owner == 1 else 2
    totals, owners = [[0, 0, 0] for _ in range(3)], [0, 0, 0]
    totals[ground], owners[ground] = [3, 4, 0], owner
    before = with_all_cards_laid(state, totals, owners)
    told = {trait.code for trait in traits(before, before.apply(STAY), 0, ())}
    assert told & {"hero", "first", "second"} == codes


def test_places_are_reported_without_the_tomahawk_that_is_paid_as_penalty() -> None:
    """Two seats have 9 on the first ground and owe a tile. The tomahawk of one, its only tile, would make it first."""
    states = (step.state for step in steps(load("manitou", players=3), 400) if step.state.to_move != CHANCE)
    before = with_all_cards_laid(
        next(state for state in states if state.fields()["hunt"] == 1), [[9, 9, 3], [0, 0, 0], [0, 0, 0]], [0, 0, 0]
    )
    tiles = [[0] * 12 for _ in range(5)]
    tiles[0][8] = 1
    before = before.game.state(before.fields() | {"tiles": tiles})
    after = before.apply(STAY).played_on(Stream(1), before)
    told = [{trait.code for trait in traits(before, after, seat, ())} - {"spares"} for seat in range(3)]
    assert told == [{"penalty"}, set(), {"first"}]


def test_numbers_are_written_as_the_language_does() -> None:
    game = load("comancheria")
    horses = Told("for", Trait("horses", (), 0.6), 1.26, 0.0)
    assert "1.3 on average instead of 0." in say(game, horses, "en")
    assert "1,3 en moyenne au lieu de 0." in say(game, horses, "fr")


def test_ravaged_counters_are_reported_by_their_number() -> None:
    """Two may lie in one space."""
    before = load("comancheria").new()
    ravaged = before.fields()["ravaged"]
    ravaged[4] = 2
    told = traits(before, before.game.state(before.fields() | {"ravaged": ravaged}), 0, ())
    trait = next(trait for trait in told if trait.code == "ravaged")
    sentence = say(before.game, Told("for", trait, told[trait], 0.0))
    assert sentence == "Ravaged counters at the end of the operation: 2 on average instead of 0."


def worth(told: dict[Trait, float], *codes: str) -> float:
    return sum(much * trait.worth for trait, much in told.items() if trait.code in codes)


def test_what_is_reported_of_the_last_turn_of_tomahawk_is_what_is_scored() -> None:
    """With Redwood Heart, who doubles forests, and Windwand Glowing Skull, whose scalps count double."""
    doubled, taken = set[str](), 0
    for seed in range(60):
        stream, before = Stream(seed), load("tomahawk").new()
        while before.to_move == CHANCE or before.fields()["turn"] != LAST_TURN:
            before = before.after(before.roll(stream) if before.to_move == CHANCE else stream.choice(before.legal()))
        seat, after = before.to_move, before.played_on(stream, before)
        told, old, new = dict(traits(before, after, seat, ())), before.fields(), after.fields()
        points, scalps = (
            [new[what][side] - old[what][side] for side in (seat, 1 - seat)] for what in ("points", "scalps")
        )
        assert [worth(told, "wins", "doubles"), -worth(told, "loses", "doubles_other")] == points
        if old["shown"] + 1 == 1 << LAST_TURN * PILES:  # else rows that lay face down bring scalps as well
            assert [worth(told, "scalps"), -worth(told, "scalped")] == scalps
            taken += sum(scalps)
        doubled |= {trait.code for trait in told} & {"doubles", "doubles_other"}
    assert doubled
    assert taken


def test_a_lead_at_the_end_counts_the_animal_that_is_sought_after() -> None:
    game = load("tomahawk", sought=True, payoff="margin")
    margins = list[tuple[float, float]]()
    for seed in range(40):
        stream = Stream(seed)
        before = game.new()
        while before.to_move == CHANCE:
            before = before.after(before.roll(stream))
        after = before.played_on(stream, before)
        told = {trait.code: much for trait, much in traits(before, after, before.to_move, ()).items()}
        margins.append((told["lead_at_end"], after.returns()[before.to_move]))
    unit = max(abs(lead / payoff) for lead, payoff in margins if payoff)
    assert all(abs(lead - unit * payoff) < 1e-6 for lead, payoff in margins)


def test_cards_not_seen_count_after_the_powers_of_those_they_face() -> None:
    """“a facing Indian of 7, 8, 9 or 10 is worth 0”, and Storm Caller's own 6 is “only used during setup”."""
    names = names_of(load("tomahawk"))
    code = {text: n for n in names.codes.kinds if (text := names.text(n))}
    strongest = max((n for n in names.codes.kinds if n <= CARDS), key=lambda n: names.codes.kinds[n].strength)
    assert strength(names, code["WS"], code["TC"]) == 0
    assert strength(names, strongest, code["TC"]) == 0
    assert strength(names, code["SC"], strongest) == names.codes.kinds[strongest].strength
