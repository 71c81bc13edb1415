"""Big Manitou between messages and the struct. Messages do not hold what follows from the cards on the table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import sub
from typing import Any, NamedTuple, cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.games.manitou.names import (
    COPIES,
    card_kind,
    card_message,
    kinds_in,
    set_of,
    tables_of,
    tile_kind,
    tile_message,
    tiles_in,
)
from hunch.engines.games.manitou.state import (
    ALL_CARDS,
    ASIDE,
    ASKED,
    DEAL,
    DOWN,
    DRAW,
    DRAWN,
    EIGHTH,
    END,
    GET,
    GIVE,
    GROUNDS,
    HAND,
    HIDDEN,
    HIDDEN_COUNT,
    HUNTERS,
    KIND,
    LAY,
    LAYOUT,
    MOVE,
    PASS,
    PICK,
    PLAY,
    PLAYERS,
    PLAYS,
    RIDE,
    SELECT,
    SLOTS,
    TAKE,
    TILE,
    TILES,
    UNSEEN,
)
from hunch.engines.messages import each, in_range, one_of
from hunch.v1 import manitou_pb2 as pb

ELSEWHERE = "the player has it elsewhere, or has none left"

Counts = tuple[int, int, int | None, int | None]
"""Cards that a player selected, laid, has in hand and in the deck; None if those are hidden."""


class Moment(NamedTuple):
    """The step of a game, as far as the numbers of cards depend on it."""

    hunt: int
    phase: int
    turn: int
    begun: int
    """Cards laid by the player who begins the hunt."""


# States ---------------------------------------------------------------------------------------------------------------


def write_state(state: State, out: pb.ManitouState) -> None:
    game, s = state.game, state.fields()
    out.hunt, out.step, out.turn = s["hunt"], cast("pb.ManitouStep", s["phase"] + 1), s["turn"]
    for lot in s["lot"]:
        out.grounds.add().tiles.extend(tile_message(game, kind) for kind in tiles_in(lot))
    for seat in range(game.seats):
        _write_seat(game, s, seat, out.seats.add())
    out.removed.extend(tile_message(game, kind) for kind in tiles_in(s["gone"]))
    for cylinder, holder in ((out.brown, s["brown"]), (out.white, s["white"])):
        if holder:
            cylinder.seat = holder - 1
        else:
            cylinder.nobody = True
    out.debtors.extend(seat for seat in range(game.seats) if s["debtors"] >> seat & 1)
    if s["phase"] == TAKE:
        out.share.ground, out.share.rank, out.share.left = s["at"] + 1, s["share"] + 1, s["left"]
        if s["least"]:
            out.share.last.CopyFrom(tile_message(game, s["least"]))


def _write_seat(game: Game, s: dict[str, Any], seat: int, out: pb.ManitouSeat) -> None:
    spent = Counter(kinds_in(ALL_CARDS)) - Counter(kinds_in(s["pool"][seat]))
    out.spent.extend(card_message(game, kind) for kind in sorted(spent.elements()))
    for cards, field in ((s["hand"][seat], out.hand), (s["deck"][seat], out.deck)):
        field.SetInParent()
        if cards == HIDDEN:
            field.hidden = True
        else:
            field.cards.extend(card_message(game, kind) for kind in kinds_in(cards))
    for laid in s["laid"][seat][: s["played"][seat]]:
        ground = (laid >> 4 & 3) + 1
        card = card_message(game, (laid & 15) - 1)
        out.laid.add(card=card, ground=ground % (ASIDE + 1), face_down=bool(laid & DOWN))
    out.drawn = s["drawn"][seat]
    out.tiles.extend(tile_message(game, kind) for kind in tiles_in(s["tiles"][seat]))
    out.bonus = s["bonus"][seat]


# decode.pyx reads usual messages without an error. The following reads all others, and names the field that is wrong.


@dataclass(frozen=True, slots=True)
class Seat:
    """What is known of one player alone."""

    pool: int
    laid: Sequence[int]  # by slot: the byte of the struct
    played: int
    hand: int
    deck: int
    drawn: int | None  # None if it was not sent
    bonus: int
    tiles: Sequence[int]  # kinds
    total: Sequence[int]  # by ground: the sum of the hunters' printed numbers
    hunters: Sequence[int]
    heroes: Sequence[tuple[int, int]]  # ground and slot of each hero that lies face up
    counts: Counts


NOBODY = Seat(0, (0,) * SLOTS, 0, 0, 0, None, 0, (), (0,) * GROUNDS, (0,) * GROUNDS, (), (0, 0, 0, 0))


def read_state(game: Game, message: pb.ManitouState) -> State:
    s = game.new().fields()
    s["hunt"] = in_range(message.hunt, 0, tables_of(game).tables[_table(game)].hunts, "manitou.hunt")
    s["phase"] = in_range(message.step, 1, END + 1, "manitou.step") - 1
    s["turn"] = in_range(message.turn, 0, game.seats - 1, "manitou.turn")
    _count(message.grounds, GROUNDS, "manitou.grounds")
    _count(message.seats, game.seats, "manitou.seats")
    bag = s["bag"]
    for g, ground in enumerate(message.grounds):
        path = f"manitou.grounds[{g}].tiles"
        s["lot"][g] = _counts(game, bag, _tiles(game, ground.tiles, path), path)
    seats = each(partial(_seat, game), message.seats, "manitou.seats")
    for i, seat in enumerate(seats):
        s["tiles"][i] = _counts(game, bag, seat.tiles, f"manitou.seats[{i}].tiles")
    s["gone"] = _counts(game, bag, _tiles(game, message.removed, "manitou.removed"), "manitou.removed")
    s["brown"] = _holder(game, message.brown, "manitou.brown")
    s["white"] = _holder(game, message.white, "manitou.white")
    debtors = {in_range(seat, 0, game.seats - 1, f"manitou.debtors[{i}]") for i, seat in enumerate(message.debtors)}
    s["debtors"] = sum(1 << seat for seat in debtors)
    if s["phase"] == LAYOUT:
        s["at"] = sum(map(sum, s["lot"]))
    if s["phase"] == TAKE:
        _read_share(game, s, message.share)
    elif message.HasField("share"):
        raise BadState("manitou.share", "only at step TAKE")
    _seat_all(s, seats)
    moment = Moment(s["hunt"], s["phase"], s["turn"], seats[s["hunt"] % game.seats].played)
    for i, seat in enumerate(seats):
        _check_counts(game, moment, i, s["drawn"][i], seat.counts, seat.drawn is not None)
    sorts = [tile.sort for tile in tables_of(game).tiles]
    for name, sort in (("brown", "totem"), ("white", "horse")):
        if s[name] and not s["tiles"][s[name] - 1][sorts.index(sort)]:
            raise BadState(f"manitou.{name}.seat", f"the player has no {sort}")
    return game.state(s)


def _seat_all(s: dict[str, Any], seats: Sequence[Seat]) -> None:
    """Writes the players' cards, and the sums of the cards on each ground."""
    row = [*seats, *[NOBODY] * (PLAYERS - len(seats))]
    for name in ("pool", "laid", "hand", "deck", "played", "bonus"):
        s[name] = [getattr(seat, name) for seat in row]
    for name in ("total", "hunters"):
        s[name] = list(zip(*[getattr(seat, name) for seat in row], strict=True))
    for i, seat in enumerate(seats):
        if seat.drawn is not None:
            s["drawn"][i] = seat.drawn
        elif DEAL <= s["phase"] <= EIGHTH:
            s["drawn"][i] = seat.played + seat.hand.bit_count()
        if s["phase"] == SELECT:
            s["chosen"][i] = HIDDEN_COUNT if seat.deck == HIDDEN else seat.deck.bit_count()
        for ground, slot in seat.heroes:
            upper = s["hero"][ground][0] != 0
            if s["owner"][ground] not in (0, i + 1) or s["hero"][ground][1]:
                raise BadState(
                    f"manitou.seats[{i}].laid[{slot}].face_down",
                    "on a ground only one player has heroes face up, two at most",
                )
            s["owner"][ground], s["hero"][ground][upper] = i + 1, slot + 1


def _check_counts(game: Game, moment: Moment, i: int, drawn: int, counts: Counts, sent: bool) -> None:
    """Checks that a player has the right number of cards in each place at this step."""
    hunt, phase, turn, begun = moment
    path, held = f"manitou.seats[{i}]", DEAL <= phase <= EIGHTH
    pool, played, hand, deck = counts
    need = tables_of(game).tables[_table(game)].select[(i - hunt) % game.seats]
    _among(ALL_CARDS.bit_count() - pool, (PLAYS, SLOTS) if hunt % 2 else (0,), f"{path}.spent")
    place, whose = ((seat - hunt) % game.seats for seat in (i, turn))
    laid, due = 0, 0
    if phase == DEAL:
        due = HAND if place < whose else min(drawn, HAND - 1) if place == whose else 0
    elif phase in (PLAY, DRAW):
        rounds = begun - (whose > 0 or phase == DRAW)
        laid = min(max(rounds, 0), PLAYS - 1) + (place < whose or (place == whose and phase == DRAW))
        due = min(need, laid + HAND - (place == whose and phase == DRAW))
    elif DRAW < phase < END:
        laid, due = PLAYS, need if held else 0
    _among(played, (laid, SLOTS) if RIDE <= phase < END and need > PLAYS else (laid,), f"{path}.laid")
    _among(drawn, (due,), f"{path}.drawn" if sent else f"{path}.hand")
    if hand is not None and deck is not None:
        _among(hand, (drawn - played if held else 0,), f"{path}.hand")
        rest = pool - drawn if game.options["selection"] == "quick" else need - drawn
        decks = range(need + 1) if phase == SELECT else (rest if held else 0,)
        _among(deck, decks, f"{path}.deck")


def _among(count: int, allowed: Sequence[int], path: str) -> None:
    if count not in allowed:
        wanted = f"at most {max(allowed)}" if len(allowed) > 2 else " or ".join(map(str, allowed))
        raise BadState(path, f"{count} cards, at this step there are {wanted}")


@lru_cache(maxsize=64)
def _table(game: Game) -> int:
    return next(i for i, table in enumerate(tables_of(game).tables) if table.players == game.seats)


def _count(given: Sequence[Any], wanted: int, path: str) -> None:
    if len(given) != wanted:
        raise BadState(path, f"{len(given)}, there must be {wanted}")


def _counts(game: Game, bag: list[int], tiles: Sequence[int], path: str) -> list[int]:
    """Takes tiles out of the bag and counts them by kind."""
    counts = [0] * TILES
    for i, kind in enumerate(tiles):
        if not bag[kind]:
            copies = tables_of(game).tiles[kind].copies
            raise BadState(f"{path}[{i}]", f"there are only {copies} tiles of this kind")
        bag[kind] -= 1
        counts[kind] += 1
    return counts


def _tiles(game: Game, tiles: Sequence[pb.ManitouTile], path: str) -> list[int]:
    return each(partial(tile_kind, game), tiles, path)


def _laid(game: Game, laid: pb.ManitouLaid, path: str) -> tuple[int, int]:
    """Returns the kind of a card on the table and its byte in the struct."""
    kind = card_kind(game, laid.card, f"{path}.card")
    ground = in_range(laid.ground, 0, GROUNDS, f"{path}.ground")
    if kind < HUNTERS and not ground:
        raise BadState(f"{path}.ground", "only a hero is put aside")
    if laid.face_down and (kind < HUNTERS or not ground):
        raise BadState(f"{path}.face_down", "only a hero on a ground is turned face down")
    return kind, kind + 1 + 16 * ((ground - 1) % (ASIDE + 1)) + DOWN * laid.face_down


def _seat(game: Game, seat: pb.ManitouSeat, path: str) -> Seat:
    left, tiles = list(COPIES), _tiles(game, seat.tiles, f"{path}.tiles")
    _take(game, left, seat.spent, f"{path}.spent")
    pool = set_of(tuple(left))
    if len(seat.laid) > SLOTS:
        raise BadState(f"{path}.laid", f"{len(seat.laid)} cards, at most {SLOTS} are played in a hunt")
    laid, heroes = [0] * SLOTS, []
    total, hunters = [0] * GROUNDS, [0] * GROUNDS
    for slot, (kind, lies) in enumerate(each(partial(_laid, game), seat.laid, f"{path}.laid")):
        if not left[kind]:
            raise BadState(f"{path}.laid[{slot}].card", ELSEWHERE)
        left[kind] -= 1
        laid[slot], ground = lies, lies >> 4 & 3
        if kind < HUNTERS and ground != ASIDE:
            total[ground] += tables_of(game).hunters[kind]
            hunters[ground] += 1
        elif ground != ASIDE and not lies & DOWN:
            heroes.append((ground, slot))
    played, bonus = len(seat.laid), in_range(seat.bonus, 0, 255, f"{path}.bonus")
    hand, deck = (_cards(game, seat, field, left, path) for field in ("hand", "deck"))
    if (hand == HIDDEN) != (deck == HIDDEN):
        raise BadState(f"{path}.deck.hidden", "hand and deck are hidden together")
    drawn = in_range(seat.drawn, 0, 2 * SLOTS, f"{path}.drawn") if seat.HasField("drawn") else None
    if drawn is None and hand == HIDDEN:
        raise BadState(f"{path}.drawn", "must be set when the hand is hidden")
    known = (None, None) if hand == HIDDEN else (hand.bit_count(), deck.bit_count())
    counts = (pool.bit_count(), played, *known)
    return Seat(pool, laid, played, hand, deck, drawn, bonus, tiles, total, hunters, heroes, counts)


def _cards(game: Game, seat: pb.ManitouSeat, field: str, left: list[int], path: str) -> int:
    cards: pb.ManitouCards = getattr(seat, field)
    if not seat.HasField(field):
        raise BadState(f"{path}.{field}", "must be set, to cards or to hidden")
    if cards.hidden:
        if cards.cards:
            raise BadState(f"{path}.{field}.cards", "hidden and shown at once")
        return HIDDEN
    before = list(left)
    _take(game, left, cards.cards, f"{path}.{field}.cards")
    return set_of(tuple(map(sub, before, left)))


def _take(game: Game, left: list[int], cards: Sequence[pb.ManitouCard], path: str) -> None:
    """Takes cards away from those that a player has left, by kind."""
    for i, kind in enumerate(each(partial(card_kind, game), cards, path)):
        if not left[kind]:
            raise BadState(f"{path}[{i}]", ELSEWHERE)
        left[kind] -= 1


def _holder(game: Game, holder: pb.ManitouHolder, path: str) -> int:
    if one_of(holder, "holder", path) == "seat":
        return 1 + in_range(holder.seat, 0, game.seats - 1, f"{path}.seat")
    if not holder.nobody:
        raise BadState(f"{path}.nobody", "must be true when it is set")
    return 0


def _read_share(game: Game, s: dict[str, Any], share: pb.ManitouShare) -> None:
    s["at"] = in_range(share.ground, 1, GROUNDS, "manitou.share.ground") - 1
    s["share"] = in_range(share.rank, 1, 3, "manitou.share.rank") - 1
    s["left"] = in_range(share.left, 1, 255, "manitou.share.left")
    if share.HasField("last"):
        s["least"] = tile_kind(game, share.last, "manitou.share.last")


# Moves and events -----------------------------------------------------------------------------------------------------


def write_move(game: Game, move: int, out: pb.ManitouMove) -> None:
    kind, argument = move & KIND, move & 0xFF
    if kind == PICK:
        out.select.CopyFrom(card_message(game, argument))
    elif kind in (LAY, MOVE):
        played = out.play if kind == LAY else out.ride
        played.card.CopyFrom(card_message(game, argument & 15))
        played.ground = ((argument >> 4) + 1) % (ASIDE + 1)
    elif kind == PASS:
        setattr(out, "decline" if argument == EIGHTH else "stay", True)
    else:
        (out.pay if kind == GIVE else out.take).CopyFrom(tile_message(game, argument))


def read_move(game: Game, message: pb.ManitouMove, path: str = "move.manitou") -> int:
    kind = one_of(message, "move", path, BadMessage)
    if kind == "select":
        return PICK + card_kind(game, message.select, f"{path}.select", BadMessage)
    if kind in ("play", "ride"):
        played = message.play if kind == "play" else message.ride
        card = card_kind(game, played.card, f"{path}.{kind}.card", BadMessage)
        ground = in_range(played.ground, 0, GROUNDS, f"{path}.{kind}.ground", BadMessage)
        return (LAY if kind == "play" else MOVE) + 16 * ((ground - 1) % (ASIDE + 1)) + card
    if kind in ("decline", "stay"):
        if not getattr(message, kind):
            raise BadMessage(f"{path}.{kind}", "must be true when it is set")
        return PASS + (EIGHTH if kind == "decline" else RIDE)
    tile = message.pay if kind == "pay" else message.take
    return (GIVE if kind == "pay" else GET) + tile_kind(game, tile, f"{path}.{kind}", BadMessage)


def write_event(game: Game, event: int, out: pb.ManitouEvent) -> None:
    kind, argument = event & KIND, event & 0xFF
    if kind == TILE:
        out.tile.CopyFrom(tile_message(game, argument))
    elif kind == DRAWN:
        out.draw.seat = argument >> 4
        if argument & 15 != UNSEEN:
            out.draw.card.CopyFrom(card_message(game, argument & 15))
    elif kind == ASKED:
        out.eighth.can_lay = bool(argument)
    else:
        write_move(game, event, out.move)


def read_event(game: Game, message: pb.ManitouEvent) -> int:
    kind, path = one_of(message, "event", "event.manitou", BadMessage), "event.manitou"
    if kind == "tile":
        return TILE + tile_kind(game, message.tile, f"{path}.tile", BadMessage)
    if kind == "draw":
        seat = in_range(message.draw.seat, 0, game.seats - 1, f"{path}.draw.seat", BadMessage)
        if not message.draw.HasField("card"):
            return DRAWN + 16 * seat + UNSEEN
        return DRAWN + 16 * seat + card_kind(game, message.draw.card, f"{path}.draw.card", BadMessage)
    if kind == "eighth":
        return ASKED + message.eighth.can_lay
    return read_move(game, message.move, f"{path}.move")
