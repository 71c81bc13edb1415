"""Tables as the apps of examples/mappings keep them, laid out from whole positions for one seat."""

import functools
import importlib.util
from typing import Any

from google.protobuf import json_format

from hunch.engines import messages
from tests.support.servers import EXAMPLES


@functools.cache
def mapping(game: str) -> Any:
    """The example's module."""
    spec = importlib.util.spec_from_file_location(f"mapping_{game}", EXAMPLES / "mappings" / f"{game}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table(position: Any, seat: int) -> Any:
    """What the app of this seat has on its table."""
    game = position.game.name
    return TABLES[game](mapping(game), getattr(messages.encode(position), game), seat)


def word(message: Any, field: str) -> Any:
    """The short name of an enum's value."""
    number = getattr(message, field)
    values = message.DESCRIPTOR.fields_by_name[field].enum_type.values_by_number
    common = values[0].name.removesuffix("UNSPECIFIED")
    return values[number].name.removeprefix(common).lower() if number else ""


def tomahawk(app: Any, state: Any, seat: int) -> Any:
    own, rows = state.seats[seat], []
    for row in state.rows:
        seen = row.face_up or seat in row.seen_by
        cards = [app.written(one) for one in row.cards]
        theirs = cards[1 - seat] if seen else ""
        rows.append(app.Row(row.turn, row.pile, cards[seat], theirs, row.face_up, tuple(row.seen_by)))
    kept = own.choice.kept
    specials = [app.tomahawk_pb2.TomahawkCard(special=one) for one in kept.specials]
    left = [app.tomahawk_pb2.TomahawkCard(indian=one) for one in kept.left]
    return app.Table(
        seat,
        [app.Side(one.points, one.scalps, one.drawn, one.taken) for one in state.seats],
        state.turns_finished,
        [(one.pile, one.tile, word(one, "result").upper()) for one in state.territories],
        rows,
        [app.written(app.tomahawk_pb2.TomahawkCard(special=one)) for one in own.dealt.specials],
        {app.written(one): app.written(gone) for one, gone in zip(specials, left, strict=True)},
        [app.written(one) for one in own.hand.cards],
        [app.written(one) for one in own.deck.cards],
        {pile: app.written(one) for pile, one in enumerate(own.pending, 1) if one.WhichOneof("card") != "none"},
    )


def manitou(app: Any, state: Any, seat: int) -> Any:
    def holder(one: Any) -> Any:
        return one.seat if one.WhichOneof("holder") == "seat" else None

    def tiles(some: Any) -> Any:
        return [app.tile_named(one) for one in some]

    share, own = None, state.seats[seat]
    if state.HasField("share"):
        last = app.tile_named(state.share.last) if state.share.HasField("last") else ""
        share = (state.share.ground, word(state.share, "rank"), state.share.left, last)
    players = [
        app.Player(
            list(map(app.named, one.spent)),
            [(app.named(laid.card), laid.ground, laid.face_down) for laid in one.laid],
            one.drawn,
            tiles(one.tiles),
            one.bonus,
        )
        for one in state.seats
    ]
    return app.Table(
        seat,
        players,
        word(state, "step"),
        state.turn,
        state.hunt,
        [tiles(ground.tiles) for ground in state.grounds],
        list(map(app.named, own.hand.cards)),
        list(map(app.named, own.deck.cards)),
        tiles(state.removed),
        holder(state.brown),
        holder(state.white),
        list(state.debtors),
        share,
    )


def powwow(app: Any, state: Any, seat: int) -> Any:
    exchanges = [
        app.Exchange(one.seat, one.other, *map(app.card_named, (one.given, one.taken, one.kept)))
        if seat in (one.seat, one.other)
        else app.Exchange(one.seat, one.other)
        for one in state.exchanges
    ]
    way = None
    if state.HasField("under_way"):
        told = state.under_way
        way = app.UnderWay(told.other, app.card_named(told.given), list(map(app.card_named, told.sight)))
    return app.Table(
        seat,
        word(state, "step"),
        state.mover,
        state.starter,
        list(map(app.card_named, state.seats[seat].hand)),
        [one.stones for one in state.seats],
        [word(one, "die") for one in state.seats],
        list(state.places),
        list(state.rings),
        [app.colour_named(one) for one in state.pool],
        exchanges,
        way,
    )


def comancheria(app: Any, state: Any, seat: int) -> Any:
    def goods(one: Any) -> Any:
        return json_format.MessageToDict(one.goods) if one.HasField("goods") else {}

    def place(one: Any) -> Any:
        kind = one.WhichOneof("place")
        if kind == "cell":
            return f"{'inactive' if one.cell.inactive else 'row'} {one.cell.row}"
        return word(one, "space").upper() if kind == "space" else kind

    def words(field: str) -> Any:
        enum = state.DESCRIPTOR.fields_by_name[field].enum_type.values_by_number
        common = enum[0].name.removesuffix("UNSPECIFIED")
        return [enum[number].name.removeprefix(common).lower() for number in getattr(state, field)]

    def headman(camp: Any) -> Any:
        kind = camp.WhichOneof("mahimiana_place")
        return getattr(camp, kind) if kind else None

    return app.Table(
        word(state.options, "scenario"),
        state.period,
        (
            state.tracks.military,
            state.tracks.culture,
            state.tracks.ap,
            state.tracks.enemy_ap,
            state.tracks.operations,
            state.tracks.passage,
        ),
        {
            word(one, "space").upper(): app.Space(word(one, "piece"), one.ravaged, one.unknown)
            for one in state.spaces
            if one.piece or one.ravaged or one.unknown
        },
        {
            word(one, "enemy"): app.Enemy(word(one, "flag"), word(one, "column_space").upper(), one.column_strength)
            for one in state.enemies
            if one.present
        },
        {one.letter: (place(one), one.back) for one in state.instructions},
        json_format.MessageToDict(state.cup),
        json_format.MessageToDict(state.available),
        state.out_of_play,
        [(one.success, goods(one)) for one in state.operations_track],
        {
            one.letter: app.Camp(
                word(one, "space").upper(),
                one.paraibo,
                one.paraibo_success,
                one.mahimiana,
                one.mahimiana_success,
                headman(one),
                goods(one),
            )
            for one in state.camps
            if one.space
        },
        {
            one.number: app.Band(one.strength, one.camp or word(one, "space").upper(), one.finished, goods(one))
            for one in state.bands
            if one.strength
        },
        state.war_deck.event,
        list(state.war_deck.left),
        {one.card: word(one, "state") for one in state.development if one.state},
        list(state.culture_levels),
        words("gates"),
        words("once"),
    )


TABLES = {"tomahawk": tomahawk, "manitou": manitou, "powwow": powwow, "comancheria": comancheria}
