"""Big Manitou's beliefs beside brute force: what can be known is followed card by card from where selection began."""

import itertools
import math
from collections import Counter, defaultdict
from typing import Any

import pytest

from hunch.engines import CHANCE, NOTHING, PUBLIC, Game, State, Stream, load
from tests.support.chi_square import follows

SELECT, DEAL, ASK, EIGHTH = 1, 2, 5, 6
CHIEFS, SQUAWS = 0b11 << 10, 0b11 << 15
SECOND_HUNT = 1


def played_to(game: Game, stream: Stream, reached: Any) -> Any:
    """A random game up to the first state for which `reached` holds."""
    state = game.new()
    while not reached(state.fields()):
        state = state.apply(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
    return state


def noticed(world: State, move: int, seats: Any) -> Any:
    """What those seats see of a move, if they share what they see."""
    return tuple(world.seen(move, seat) for seat in seats)


def silent(belief: Any, seats: Any) -> Any:
    """Choices that none of `seats` notices are made, each in all its ways, until one of them notices something."""
    done, waiting = dict[Any, Any](), belief
    while waiting:
        following: dict[Any, Any] = {}
        for world, weight in waiting.items():
            moves = world.legal() if world.to_move not in seats else []
            if not moves or any(noticed(world, moves[0], seats)):
                done[world] = done.get(world, 0.0) + weight
                continue
            ways = {move: world.multiplicity(move) for move in moves}
            for move in moves:
                after = world.after(move)
                following[after] = following.get(after, 0.0) + weight * ways[move] / sum(ways.values())
        waiting = following
    return done


def told(belief: Any, seats: Any, event: Any) -> Any:
    """What is left once `seats` have seen `event`: chance counts, a choice that was seen does not."""
    after: dict[Any, Any] = {}
    for world, weight in silent(belief, seats).items():
        if world.to_move == CHANCE:
            chances = world.chances()
            total = sum(part for _, part in chances)
            possible = [(move, part / total) for move, part in chances]
        else:
            possible = [(move, 1.0) for move in world.legal()]
        for move, part in possible:
            if noticed(world, move, seats) == event:
                following = world.after(move)
                after[following] = after.get(following, 0.0) + weight * part
    return after


def shares(worlds: Any) -> Any:
    total = sum(worlds.values())
    return {bytes(world): weight / total for world, weight in worlds.items()}


def compare(view: State, belief: Any) -> int:
    listed = view.worlds(100_000)
    assert listed is not None
    assert len({bytes(world) for world, _ in listed}) == len(listed)
    assert shares(dict(listed)) == pytest.approx(shares(belief), rel=1e-9)
    return len(listed)


@pytest.mark.parametrize("selection", ["chosen", "quick"])
@pytest.mark.parametrize("seed", range(4))
def test_worlds_are_those_of_brute_force_through_a_hunt(selection: str, seed: int) -> None:
    game, stream, seat = load("manitou", players=2, selection=selection), Stream(seed), seed % 2
    begins = SELECT if selection == "chosen" else DEAL
    state = played_to(game, stream, lambda s: s["hunt"] == SECOND_HUNT and s["phase"] == begins)
    belief, compared = {state: 1.0}, 0
    while state.fields()["hunt"] == SECOND_HUNT:
        move = state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal())
        event = state.seen(move, seat)
        state = state.apply(move)
        if event != NOTHING:
            belief = told(belief, (seat,), (event,))
            if state.fields()["phase"] > SELECT:
                compared += compare(state.view(seat), belief)
    assert compared > 100


def twins(s: Any, seat: int) -> Any:
    """Whether one of a pair was laid and the player had both: then the order of draws matters."""
    kinds = Counter((card & 15) - 1 for card in s["laid"][seat] if card)
    return any(kinds[kind] == 1 and s["pool"][seat] & pair == pair for kind, pair in ((10, CHIEFS), (14, SQUAWS)))


@pytest.mark.parametrize("selection", ["chosen", "quick"])
def test_worlds_are_those_of_brute_force_where_one_of_a_pair_was_laid(selection: str) -> None:
    game, found = load("manitou", players=2, selection=selection), 0
    begins = SELECT if selection == "chosen" else DEAL
    for seed in range(40):
        stream = Stream(seed)
        state = played_to(game, stream, lambda s: s["hunt"] == SECOND_HUNT and s["phase"] == begins)
        seat = 1 if state.fields()["pool"][0] & CHIEFS == CHIEFS else 0
        if state.fields()["pool"][1 - seat] & CHIEFS != CHIEFS or found == 4:
            continue
        belief = {state: 1.0}
        while not (twins(state.fields(), 1 - seat) and state.fields()["played"][1 - seat] > 3):
            moves = [] if state.to_move == CHANCE else state.legal()
            pairs = [move for move in moves if move & 15 in (10, 14) and state.to_move != seat]
            move = stream.choice(pairs or moves) if moves else state.roll(stream)
            event = state.seen(move, seat)
            state = state.apply(move)
            if event != NOTHING:
                belief = told(belief, (seat,), (event,))
            if state.fields()["phase"] > EIGHTH or state.fields()["played"][1 - seat] == 7:
                break
        else:
            compare(state.view(seat), belief)
            found += 1
    assert found == 4


def hidden_cards(world: State, seat: int) -> Any:
    fields = world.fields()
    return fields["hand"][seat], fields["deck"][seat]


def late(players: int, selection: str, seed: int = 5) -> Any:
    """The first position in which all but two cards of each deck were drawn, in a second hunt."""
    game = load("manitou", players=players, selection=selection)
    return played_to(game, Stream(seed), lambda s: s["hunt"] == SECOND_HUNT and min(s["played"][:players]) == 6)


@pytest.mark.parametrize("selection", ["chosen", "quick"])
@pytest.mark.parametrize("players", [2, 3])
def test_players_do_not_depend_on_each_other(players: int, selection: str) -> None:
    """The worlds of the public view are all combinations of what each seat may hold, with the products of weights."""
    view = late(players, selection).view(PUBLIC)
    worlds = view.worlds(300_000)
    total = sum(weight for _, weight in worlds)
    shares = [Counter[Any]() for _ in range(players)]
    joint = {}
    for world, weight in worlds:
        cards = tuple(hidden_cards(world, seat) for seat in range(players))
        joint[cards] = weight / total
        for seat in range(players):
            shares[seat][cards[seat]] += weight / total
    should = {}
    for some in itertools.product(*(share.items() for share in shares)):
        should[tuple(cards for cards, _ in some)] = math.prod(part for _, part in some)
    assert joint == pytest.approx(should)


@pytest.mark.parametrize("selection", ["chosen", "quick"])
@pytest.mark.parametrize("seat", [PUBLIC, 0, 4])
def test_fill_follows_worlds_for_each_seat_of_five_players(selection: str, seat: int) -> None:
    """Seat by seat, as all together have too many worlds to list."""
    state, stream = late(5, selection), Stream(6)
    view = state.view(seat)
    drawn = [view.fill(stream) for _ in range(3000)]
    for other in range(5):
        if other == seat:
            continue
        known, holes = state.fields(), view.fields()
        known["hand"][other], known["deck"][other] = holes["hand"][other], holes["deck"][other]
        alone = state.game.state(known).worlds(100_000)
        weights = {hidden_cards(world, other): weight for world, weight in alone}
        follows(Counter(hidden_cards(world, other) for world in drawn), weights, f"seat {other}")


@pytest.mark.parametrize("selection", ["chosen", "quick"])
def test_fill_follows_worlds_where_one_of_a_pair_was_laid(selection: str) -> None:
    game, found = load("manitou", players=2, selection=selection), 0
    for seed in range(60):
        state = played_to(game, Stream(seed), lambda s: s["hunt"] == SECOND_HUNT and min(s["played"][:2]) == 4)
        for seat in range(2):
            if twins(state.fields(), 1 - seat) and found < 4:
                view, stream = state.view(seat), Stream(seed)
                weights = {hidden_cards(world, 1 - seat): weight for world, weight in view.worlds(100_000)}
                drawn = Counter(hidden_cards(view.fill(stream), 1 - seat) for _ in range(20_000))
                follows(drawn, weights, f"seed {seed}")
                found += 1
    assert found == 4


def test_all_selections_are_equally_likely() -> None:
    """The steps of a selection count for as much in each set of cards, with equal cards kept apart."""
    game = load("manitou", players=2)
    state = played_to(game, Stream(3), lambda s: s["hunt"] == SECOND_HUNT and s["phase"] == SELECT)
    waiting, done = {state: 1.0}, defaultdict[int, float](float)
    while waiting:
        world, share = waiting.popitem()
        if world.to_move != 0:
            done[world.fields()["deck"][0]] += share
            continue
        ways = {move: world.multiplicity(move) for move in world.legal()}
        for move, count in ways.items():
            waiting[world.after(move)] = share * count / sum(ways.values())
    pool, size = state.fields()["pool"][0], 7
    cards = [bit for bit in range(17) if pool >> bit & 1]
    should = Counter(whole(sum(1 << bit for bit in some)) for some in itertools.combinations(cards, size))
    assert done == pytest.approx({some: count / should.total() for some, count in should.items()})


def whole(cards: Any) -> Any:
    """A set in which the second of a pair may be alone, in the form the game has."""
    for second in (11, 16):
        if cards >> second & 1 and not cards >> second - 1 & 1:
            cards ^= 0b11 << second - 1
    return cards


CHIEF, SORCERER, RAINMAKER, SCOUT, SQUAW, FACE_UP = 10, 11, 12, 13, 14, 16
SIX_HEROES = ((CHIEF, 0), (CHIEF, 0), (SQUAW, 1), (SQUAW, 1), (SCOUT, 2), (RAINMAKER, 2), (0, 0))


def shut_out() -> Any:
    """All have played seven cards; seat 0 has six heroes face up, one card, and the brown cylinder."""
    game = load("manitou", players=2)
    states = (played_to(game, Stream(n), lambda s: s["hunt"] == 2 and s["phase"] == SELECT) for n in range(99))
    fields = next(fields for state in states if (fields := state.fields())["brown"] == 1)
    fields["white"] = 0
    fields["laid"][0] = [kind + 1 + FACE_UP * ground for kind, ground in SIX_HEROES] + [0]
    fields["laid"][1] = [kind + 1 + FACE_UP * 2 for kind in range(7)] + [0]
    fields["total"] = [[1, 0, 0, 0, 0], [0] * 5, [0, 28, 0, 0, 0]]
    fields["hunters"] = [[1, 0, 0, 0, 0], [0] * 5, [0, 7, 0, 0, 0]]
    fields["owner"], fields["hero"] = [1, 1, 1], [[1, 2], [3, 4], [5, 6]]
    fields.update(phase=ASK, turn=0, played=[7, 7, 0, 0, 0], drawn=[8, 7, 0, 0, 0], chosen=[0] * 5)
    fields["hand"], fields["deck"] = [1 << 12, 0, 0, 0, 0], [0] * 5
    state = game.state(fields)
    assert state.flaw() == ""
    return state


def test_being_asked_for_an_eighth_card_shows_that_it_is_a_hunter() -> None:
    state = shut_out()
    view, belief = state.view(1), dict(state.view(1).worlds())
    assert len(belief) == 10
    asked, passed_over = 0x901, 0x900
    assert state.chances() == [(passed_over, 1)]
    assert view.fits(asked)
    assert view.fits(passed_over)
    compare(view.follow(asked), told(belief, (1,), (asked,)))
    assert len(view.follow(asked).worlds()) == 9
    compare(view.follow(passed_over), told(belief, (1,), (passed_over,)))
    drawn = [view.follow(asked).fill(Stream(seed)).fields()["hand"][0] for seed in range(100)]
    assert not any(cards & 1 << 12 for cards in drawn)


HEROES, HUNTERS = 0x1FC00, 0x3FF
LAY, DECLINE = 0x400, 0x606
LAST_LAID = (SORCERER, RAINMAKER, SCOUT, CHIEF, SQUAW)


def second_hunt_with_heroes(seat: int, selection: str, seed: int) -> Any:
    """Three begin a second hunt. `seat` has seven heroes, three hunters and the brown cylinder, the others hunters."""
    game, begins = load("manitou", players=3, selection=selection), SELECT if selection == "chosen" else DEAL
    stream = Stream(seed)
    while True:
        fields = played_to(game, stream, lambda s: s["hunt"] == SECOND_HUNT and s["phase"] == begins).fields()
        if fields["brown"] == seat + 1:
            break
    fields["pool"] = [HUNTERS, HUNTERS, HUNTERS, 0, 0]
    fields["pool"][seat] = HEROES | sum(1 << kind for kind in sorted(range(10), key=lambda _: stream.word())[:3])
    if selection == "quick":
        fields["deck"] = list(fields["pool"])
    state = game.state(fields)
    assert state.flaw() == ""
    return state


def hidden_of(state: State, seat: int) -> Any:
    """What all others know together."""
    known, holes = state.fields(), state.view(PUBLIC).fields()
    for field in ("hand", "deck", "chosen"):
        known[field][seat] = holes[field][seat]
    return state.game.state(known)


def six_heroes_first(moves: Any, stream: Stream, pairs_last: bool) -> Any:
    """A hero where one can be laid, else a hunter."""
    heroes = [move for move in moves if move & 0xF00 == LAY and move & 15 >= CHIEF]
    if heroes and pairs_last:
        first = min(heroes, key=lambda move: LAST_LAID.index(move & 15)) & 15
        heroes = [move for move in heroes if move & 15 == first]
    return stream.choice(heroes or moves)


@pytest.mark.parametrize("pairs_last", [False, True])
@pytest.mark.parametrize("selection", ["chosen", "quick"])
@pytest.mark.parametrize(("seat", "held"), [(1, 2), (2, 1)])
def test_worlds_are_those_of_brute_force_when_six_heroes_are_up(
    seat: int, held: Any, selection: str, pairs_last: bool
) -> None:
    stream, asked = Stream(2 + pairs_last), 0
    others = tuple(other for other in range(3) if other != seat)
    while asked < 3:
        state = second_hunt_with_heroes(seat, selection, stream.below(1000))
        belief = {state: 1.0}
        while state.fields()["phase"] <= EIGHTH:
            s, moves = state.fields(), state.legal()
            view = hidden_of(state, seat)
            if s["phase"] in (ASK, EIGHTH):
                compare(view, belief)
                assert s["hand"][seat].bit_count() == held
            if s["phase"] == EIGHTH and all(upper for _, upper in s["hero"]):
                asked += 1
                all_hands_fit(view, belief, seat)
            move = six_heroes_first(moves, stream, pairs_last) if moves else state.roll(stream)
            event = noticed(state, move, others)
            state = state.apply(move)
            if any(event):
                belief = told(belief, others, event)


def all_hands_fit(view: State, belief: Any, seat: int) -> None:
    """What may be played is what some world allows, what is drawn follows the weights, and no world has a flaw."""
    possible = {move for world in belief for move in world.legal()}
    assert DECLINE in possible
    assert {move for move in range(LAY, LAY + 0x300) if view.fits(move)} == possible
    stream, hands = Stream(7), Counter[Any]()
    for world, weight in belief.items():
        assert world.flaw() == ""
        hands[hidden_cards(world, seat)] += weight
    follows(Counter(hidden_cards(view.fill(stream), seat) for _ in range(2000)), hands, "fill")
