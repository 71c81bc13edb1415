"""The message for each code of `flaw`, in the order of flaws.pxd: the field, then what is wrong with it."""

from collections.abc import Iterable

from hunch.engines.games.comancheria.names import GOODS

TRACKS = ("military", "culture", "ap", "enemy_ap", "operations", "passage")
COUNTERS = ("success", "two", "three", "four")
MORE = "with those elsewhere more than there are"


def each(text: str, rows: int | Iterable[str]) -> list[str]:
    """Returns the text once for each row or name."""
    return [text.format(row) for row in (range(rows) if isinstance(rows, int) else rows)]


FLAWS = (
    "",
    "outcome: over while frames are left, or not lost with Military and Culture at 0",
    "period: one that the scenario does not have, or with the cards of another one in the game",
    *each("tracks.{}: off its track", TRACKS),
    "frames: bytes that nothing uses are not 0",
    *each("spaces[{}].piece: of an enemy that is not in the game, or where none can stand", 42),
    *each("spaces[{}].piece: with those before it more of them than there are", 42),
    *each("spaces[{}].ravaged: more than there are, or where none can lie", 42),
    *each("spaces[{}].unknown: the Santa Fe Trail is not open, or the cup holds fewer counters", 42),
    *each("enemies[{}].present: its counters are dealt and its War Column moves exactly when it is in the game", 4),
    *each("enemies[{}].flag: not a flag", 4),
    *each("enemies[{}].column_space: no War Column can be there", 4),
    *each("enemies[{}].column_strength: a War Column has a space and a strength up to 8, or neither", 4),
    *each("camps[{}].space: a Ranchería is on a round space, in PD or on RES", 5),
    *each("camps[{}].space: two Rancherías in one space", 5),
    *each("camps[{}].space: a Ranchería stands with no Bison, Tribe or Settlement", 5),
    *each("camps[{}].space: it has a Paraibo, so it is in play", 5),
    *each("camps[{}].paraibo: off its track, or without medicine in play", 5),
    *each("camps[{}].mahimiana: off its track, or medicine without a place, or the reverse", 5),
    *each("camps[{}].mahimiana_box: that Ranchería is not in play", 5),
    *each("camps[{}].mahimiana_band: that Band is in stock, or has another Mahimiana", 5),
    *each("camps[{}].goods: this Ranchería is not in play", 5),
    *each("camps[{}].paraibo_success: more than there are, or this Ranchería is not in play", 5),
    *each("camps[{}].mahimiana_success: more than there are, or this Ranchería is not in play", 5),
    "chosen_headman: this Mahimiana is Out of Play",
    *each("bands[{}].strength: a Band in play has a strength and a place, one in stock has neither", 15),
    *each("bands[{}].strength: there are fewer Bands", 15),
    *each("bands[{}].camp: that Ranchería is not in play", 15),
    *each("bands[{}].finished: this Band is in stock", 15),
    *each("bands[{}].goods: this Band is in stock", 15),
    *(f"camps[{i}].goods.{kind}: {MORE}" for i in range(5) for kind in GOODS),
    *(f"bands[{i}].goods.{kind}: {MORE}" for i in range(15) for kind in GOODS),
    *(f"operations_track[{i}].goods.{kind}: {MORE}" for i in range(6) for kind in GOODS),
    *each("medicine_track[{}]: that Band is in stock, or there already", 8),
    *each("activation.{}: not that of a Band that can be active", ("band", "movement", "stolen")),
    *each("operations_track[{}].success: " + MORE, 6),
    "out_of_play: " + MORE,
    *each("cup.{}: with those elsewhere not as many as there are", COUNTERS),
    *each("available.{}: more than there are", COUNTERS),
    *each("drawn.{}: " + MORE, COUNTERS),
    *each("instructions[{}]: as many are dealt as the procedure has come to, the others lie aside", 24),
    *each("instructions[{}].back: only on the display, under a War Column or on the map", 24),
    *each("instructions[{}].cell: another counter lies there", 24),
    *each("instructions[{}].cell.inactive: its enemy does not act", 24),
    *each("instructions[{}].column: its enemy has no War Column, or another counter lies there", 24),
    *each("instructions[{}].space: neither Peace on the square of its enemy nor Ally on a Tribe, or not alone", 24),
    *each("instructions[{}].hand: neither drawn in a Success Check nor being resolved", 24),
    *each("drawn_instructions[{}]: not in the hand, or named twice", 5),
    "war_deck.event: not a kind of War card",
    *each("war_deck.left[{}]: with the one in War Event more than there are", 15),
    *each("development[{}].state: not where a card of its period and its class can be by now", 48),
    *each("development[{}].state: that place is taken, or to be filled by another card", 48),
    *each("culture_levels[{}]: off its set", 6),
    "frames: none, though the game is played",
    *each("frames[{}].step: not one that lies here", 12),
    *each("frames[{}].arguments: not those of such a step in this position", 12),
    *each("frames[{}]: does not go with the frame below it or with the position", 12),
    "activation: there exactly while a frame is about the active Band",
    "medicine_track: there only while the Bands of a Ranchería act",
    "drawn: there only in a Success Check",
    "drawn_instructions: there only in a Success Check",
)
