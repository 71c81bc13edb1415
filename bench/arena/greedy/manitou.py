"""A greedy player of Big Manitou. It wants the tiles that it would get if the hunt ended after its move."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hunch.engines import Game, State, Stream
from hunch.engines.games.manitou.state import DEAL, KIND, LAY, PAY, PICK, TAKE

UNPAIRED, CYLINDER, RACE, WEAPON = 0.45, 1.6, 0.4, 0.5  # points for tiles that do not score yet
KEPT = 0.01  # points for keeping a card, by its number: it prefers to lay the lower one
# Kinds of cards, the most wanted first; a few strong ones come later, for the second hunt of a cycle.
WANTED = (9, 10, 13, 7, 11, 5, 14, 12, 3, 8, 6, 4, 2, 1, 0)


def choose(view: State, seat: int, stream: Stream) -> int:
    """The move that gives the seat the largest lead over the mean of the others. Ties are broken at random."""
    moves = view.legal()
    if moves[0] & KIND == PICK:
        return selected(view, seat)
    worth = {move: value(view.after(move), seat) - (KEPT * (move & 15) if move & KIND == LAY else 0) for move in moves}
    return max(moves, key=lambda move: (worth[move], stream.unit()))


def selected(view: State, seat: int) -> int:
    """The lowest of the most wanted cards that can still be selected."""
    fields, select = view.fields(), kit(view.game).select
    owed = select[(seat - fields["hunt"]) % len(select)] - fields["chosen"][seat]
    free = range(fields["deck"][seat].bit_length(), 17)
    kinds = [bit - (bit > 10) - (bit > 15) for bit in free if fields["pool"][seat] >> bit & 1]
    return PICK + min(sorted(kinds, key=WANTED.index)[:owed])


@dataclass(frozen=True, slots=True)
class Kit:
    """The game's data in the form that this player needs: the value of each kind of tile, and the special kinds."""

    bison: tuple[int, ...]
    tipi: tuple[int, ...]
    horse: int
    totem: int
    tomahawk: int
    kinds: int
    hunts: int
    select: tuple[int, ...]
    hero_share: int
    first_share: int
    rest: tuple[int, ...]
    """Most tiles that the second takes, by ground."""


@lru_cache
def kit(game: Game) -> Kit:
    tables = game.cards  # type: ignore[attr-defined]
    table = next(table for table in tables.tables if table.players == game.seats)
    sorts = [tile.sort for tile in tables.tiles]
    return Kit(
        bison=tuple(tile.value * (tile.sort == "bison") for tile in tables.tiles),
        tipi=tuple(tile.value * (tile.sort == "tipi") for tile in tables.tiles),
        horse=sorts.index("horse"),
        totem=sorts.index("totem"),
        tomahawk=sorts.index("tomahawk"),
        kinds=len(sorts),
        hunts=table.hunts,
        select=table.select,
        hero_share=tables.numbers["hero_share"],
        first_share=tables.numbers["first_share"],
        rest=tuple(int(size == 4) if game.options["second_takes_one"] else size for size in table.grounds),
    )


def value(view: State, seat: int) -> float:
    """The lead that the seat would have if the hunt ended now."""
    game, fields = view.game, view.fields()
    known, owned = kit(game), [list(tiles) for tiles in fields["tiles"][: game.seats]]
    if DEAL <= fields["phase"] <= TAKE:
        if fields["hunt"] and fields["phase"] < PAY:
            pay(known, fields, owned)
        for ground in range(fields["at"] if fields["phase"] == TAKE else 0, 3):
            share(known, fields, ground, owned)
    points = [assets(known, fields, other, tiles) for other, tiles in enumerate(owned)]
    return points[seat] - (sum(points) - points[seat]) / (game.seats - 1)


def assets(known: Kit, fields: dict[str, Any], seat: int, tiles: list[int]) -> float:
    """The points of a seat with these tiles, and part of the points that it may still make with them."""
    bison = sum(map(int.__mul__, tiles, known.bison))
    tipi = sum(map(int.__mul__, tiles, known.tipi))
    ahead: float = 1 - fields["hunt"] / known.hunts
    points: float = min(bison, tipi) + ahead * (UNPAIRED * abs(bison - tipi) + WEAPON * tiles[known.tomahawk])
    for kind, holder in ((known.totem, fields["brown"] - 1), (known.horse, fields["white"] - 1)):
        most = fields["tiles"][holder][kind] if holder not in (-1, seat) else 1
        points += CYLINDER if tiles[kind] >= most else RACE * ahead * tiles[kind]
    return points


def pay(known: Kit, fields: dict[str, Any], owned: list[list[int]]) -> None:
    """Takes the penalty from those who owe it. Each pays with the tile that it misses least."""
    totals = [sum(fields["total"][ground][seat] for ground in range(3)) for seat in range(len(owned))]
    for seat, tiles in enumerate(owned):
        if totals[seat] == max(totals) > 0 and any(tiles):
            kinds = [kind for kind in range(known.horse) if tiles[kind]] or [k for k in range(known.kinds) if tiles[k]]
            tiles[best_of(known, fields, seat, tiles, kinds, -1)] -= 1


def share(known: Kit, fields: dict[str, Any], ground: int, owned: list[list[int]]) -> None:
    """Hands out the tiles of a ground: the hero's owner chooses, then the first. The second gets the rest."""
    lot = list(fields["lot"][ground])
    first, second = [*ranked(known, fields, ground, len(owned)), -1, -1][:2]
    takers = [(fields["owner"][ground] - 1, known.hero_share), (first, known.first_share), (second, known.rest[ground])]
    if fields["phase"] == TAKE and ground == fields["at"]:
        takers = [(fields["turn"], fields["left"]), *takers[fields["share"] + 1 :]]
    for seat, most in takers:
        for _ in range(min(most, sum(lot)) if seat >= 0 else 0):
            best = best_of(known, fields, seat, owned[seat], [kind for kind, count in enumerate(lot) if count], 1)
            owned[seat][best] += 1
            lot[best] -= 1


def best_of(known: Kit, fields: dict[str, Any], seat: int, tiles: list[int], kinds: list[int], change: int) -> int:
    """The kind of tile whose gain or loss by one leaves the seat with most points."""
    worth = {}
    for kind in kinds:
        tiles[kind] += change
        worth[kind] = assets(known, fields, seat, tiles)
        tiles[kind] -= change
    return max(kinds, key=worth.__getitem__)


def ranked(known: Kit, fields: dict[str, Any], ground: int, players: int) -> list[int]:
    """The seats with hunters on a ground, highest total first. Seats with equal totals are left out."""
    totals = {}
    for seat in range(players):
        if fields["hunters"][ground][seat]:
            bonus = fields["bonus"][seat] if fields["phase"] == TAKE else fields["tiles"][seat][known.tomahawk]
            totals[seat] = fields["total"][ground][seat] + bonus * fields["hunters"][ground][seat]
    alone = [seat for seat, total in totals.items() if list(totals.values()).count(total) == 1]
    return sorted(alone, key=lambda seat: -totals[seat])
