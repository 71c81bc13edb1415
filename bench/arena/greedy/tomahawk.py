"""A greedy player of Tomahawk. It places the cards that it expects to gain most points this turn, and saves strength.

It draws worlds of its own view, and expects the opponent to place cards of that hand at random.
"""

from typing import Any

from hunch.engines import State, Stream
from hunch.engines.games.tomahawk.names import Names, names_of
from hunch.engines.games.tomahawk.state import (
    CHOOSE,
    CLOUD,
    FOREST,
    KIND,
    MANITOU,
    PICKING,
    PILES,
    PLACE,
    PUMA,
    REDWOOD,
    SKULL,
    SOARING,
    STORM,
    TURNS,
    TWILIGHT,
)
from hunch.engines.games.tomahawk.tables import Tile

# Points that owning a special gains in random play, from the rules page; Dancing Twilight's was not measured.
WORTH = {MANITOU: 0.7, SOARING: 0.3, REDWOOD: 0.3, TWILIGHT: 0.3, SKULL: 0.4, STORM: -0.3, CLOUD: 1.2}
GUESSES = 8  # worlds a choice is weighed in
PRICE = 0.45  # points that a strength still in hand is worth, and
STILL_OPEN = 0.8 / 6  # of an animal for each strength ahead a turn, as in the game's estimate


def choose(view: State, seat: int, stream: Stream) -> int:
    """The first of this turn's cards, of the set of cards that promises most."""
    moves = view.legal()
    names = names_of(view.game)
    if moves[0] & KIND == CHOOSE:
        return max(moves, key=lambda move: (worth(names, move), stream.unit()))
    fields = view.fields()
    piles = [pile for pile in range(PILES) if fields["pending"][seat][pile] == 0]
    hand = names.codes_in(fields["hand"][seat])
    kinds = sorted(set(hand))
    guesses = [view.fill(stream).fields() for _ in range(GUESSES)]
    gain: dict[tuple[int, int], float] = dict.fromkeys(((pile, card) for pile in piles for card in kinds), 0.0)
    for world in guesses:
        others = names.codes_in(world["hand"][1 - seat])
        for pile in piles:
            facing = world["pending"][1 - seat][pile] or stream.choice(others)
            for card in kinds:
                gain[pile, card] += gained(names, world, seat, pile, card, facing) / GUESSES
    price = PRICE if fields["turn"] < TURNS - 1 else 0.0
    for pile, card in gain:
        gain[pile, card] -= price * names.codes.kinds[card].strength
    return PLACE + (piles[0] << 5) + assigned(gain, piles, hand)[1][0]


def assigned(gain: dict[tuple[int, int], float], piles: list[int], hand: list[int]) -> tuple[float, tuple[int, ...]]:
    """The most points that the piles can gain together, and the cards that gain them."""
    if not piles:
        return 0.0, ()
    best: tuple[float, tuple[int, ...]] = (-1e9, ())
    for card in set(hand):
        i = hand.index(card)
        total, others = assigned(gain, piles[1:], hand[:i] + hand[i + 1 :])
        best = max(best, (total + gain[piles[0], card], (card, *others)))
    return best


def worth(names: Names, move: int) -> float:
    """The value of a choice of specials. Hair is better given up."""
    kept = sum(WORTH[MANITOU + bit] for bit in range(7) if move >> 10 & 1 << bit)
    return kept + 0.1 * sum(names.codes.kinds[card].hair for card in (move >> 5 & 31, move & 31))


def gained(names: Names, s: dict[str, Any], seat: int, pile: int, card: int, facing: int) -> float:
    """The points that `card` gains on a pile if the opponent places `facing`."""
    place = next(k for k, (p, first, last) in enumerate(names.codes.places) if p == pile and first <= s["turn"] <= last)
    _, first, last = names.codes.places[place]
    tile = names.cards.tiles[s["tile"][place] - 1]
    rows = [(s["card"][seat][turn][pile], s["card"][1 - seat][turn][pile]) for turn in range(first, s["turn"])]
    rows.append((card, facing))
    pairs = [(strength(names, a, b), strength(names, b, a)) for a, b in rows]
    new = rows if tile.land == FOREST and last == s["turn"] else rows[-1:] if tile.land != FOREST else []
    scalps: float = sum(tokens(names, a, b) - tokens(names, b, a) for a, b in new)
    worth_it: float = tile.animals * (2 if tile.land == FOREST and any(REDWOOD in row for row in rows) else 1)
    ahead = sums(names, tile, rows, pairs)
    if last > s["turn"]:
        share = STILL_OPEN * (ahead[0] - ahead[1]) / (last - s["turn"])
        return scalps + worth_it * min(max(share, -0.8), 0.8)
    own, other = (any(special == MANITOU for special in side) for side in zip(*rows, strict=True))
    if own and ahead[1] > 2 * ahead[0]:
        return scalps + worth_it
    if other and ahead[0] > 2 * ahead[1]:
        return scalps - worth_it
    return scalps + worth_it * ((ahead[0] > ahead[1]) - (ahead[0] < ahead[1]))


def strength(names: Names, card: int, facing: int) -> int:
    printed = names.codes.kinds[facing if card == STORM else card].strength
    return 0 if facing == CLOUD and printed >= names.cards.charm_from else printed


def tokens(names: Names, card: int, facing: int) -> int:
    """Tokens that a card takes from the one it faces."""
    if strength(names, card, facing) <= strength(names, facing, card):
        return 0
    return names.codes.kinds[facing].hair * (2 if card == SKULL else 1)


def sums(names: Names, tile: Tile, rows: list[tuple[int, int]], pairs: list[tuple[int, int]]) -> tuple[int, int]:
    """Strengths of both sides after the territory's icon and Soaring Spirit."""
    edge = max(map(max, pairs)) if tile.icon == PUMA else min(map(min, pairs)) if tile.icon == PICKING else -1
    change = {PUMA: -edge, PICKING: edge}.get(tile.icon, 0)
    totals = []
    for side in range(2):
        values = [pair[side] for pair in pairs]
        total = sum(values) + change * values.count(edge)
        if any(row[side] == SOARING for row in rows) and values.count(2) > 1 and not (tile.icon == PUMA and edge == 2):
            total += names.cards.pair - 4
        totals.append(total)
    return totals[0], totals[1]
