"""The question to the player, in one line: the arguments and the words of each kind of question."""

from typing import Any

from hunch.engines.contract import Game
from hunch.engines.games.comancheria.codes.steps import S_ASK
from hunch.engines.games.comancheria.data.steps import PURPOSES, arguments_of
from hunch.engines.games.comancheria.events import LETTERS
from hunch.engines.games.comancheria.names import ENEMIES, GOODS, SPACES, TERRITORIES
from hunch.engines.games.comancheria.text import grammar
from hunch.engines.games.comancheria.text.titles import data

ARGUMENTS = {
    "PLACE": "camp",
    "TRACK": "camp number",
    "TAKE": "band camp",
    "REROLL": "die number",
    "REDRAW": "band",
    "GUNS": "band",
    "LOOT": "number",
    "STAND": "enemy camp",
    "UNIT": "camp",
    "BATTLE_GUNS": "band",
    "HEADMAN": "camp",
    "PAY": "camp number",
    "RETIRE": "camp",
    "CULTURE": "free",
    "EXCESS": "space",
    "DROP": "band",
    "TRIBE_SPACE": "land",
    "RANSOM": "number",
    "SWAP": "goods taken",
    "SICK": "camp",
    "CAMP_ON": "camp number",
}
QUESTIONS = {
    "en": {
        "OPERATION": "which operation",
        "CAMP": "which Ranchería acts",
        "PLACE": "which Band of Ranchería {camp} comes next on the medicine track",
        "TRACK": "the next Band of Ranchería {camp}, {number} AP instead, or stop",
        "TRACK_EMPTY": "the next Band of Ranchería {camp}, or stop",
        "SPEND": "which Band acts for AP, if any",
        "TAKE": "what Band {band} takes from the box of {camp}",
        "ACTION": "what Band {active} does, with {mp} movement points",
        "COUNTER": "whether Band {active} uses the War Event",
        "REROLL": "whether the die is rolled again, it shows {number}",
        "REDRAW": "whether Band {band} draws its counters again",
        "GUNS": "against which Enemy AP Band {band} uses Guns, if any",
        "LOOT": "what the raid takes, {number} in all",
        "STAND": "whether Ranchería {camp} is fought for or yielded to {enemy:the}",
        "UNIT": "which Band fights for Ranchería {camp}",
        "BATTLE_GUNS": "whether Band {band} spends Guns in battle",
        "CARDS": "whether a card is played",
        "HEADMAN": "what the headman of Ranchería {camp} does",
        "SPARE": "which finished Band keeps its strength",
        "CAMPS": "which Ranchería moves where, if any",
        "TRAVOIS": "which Ranchería moves where, if any",
        "NEW_BAND": "in which Ranchería a new Band gathers, if any",
        "PAY": "what Ranchería {camp} pays with, {number} to go",
        "STRENGTHEN": "which Band grows and on what, if any",
        "SECOND": "which Band grows with the second point, if any",
        "FOUND": "which Band founds a Ranchería, if any",
        "RETIRE": "whether the Mahimiana of {camp} retires",
        "GOODS": "which Ranchería gets the goods of the Operations Track",
        "BISON_SPACE": "to which space Bison come",
        "BISON_FROM": "from which space Bison go",
        "CULTURE": "which culture card is bought, if any",
        "CULTURE_FREE": "which culture card is taken for free",
        "EXCESS": "which Band leaves {space}, where there are too many",
        "DROP": "what Band {band} leaves in the box",
        "ALLY": "which Tribe becomes an Ally",
        "TRIBE_SPACE": "where in {land} a Tribe settles",
        "BOX": "which Ranchería gets the goods of the card",
        "ANY_HEADMAN": "whose medicine the card changes",
        "BAND_OR_NEW": "which Band grows, or where a new one gathers",
        "REMOVE": "which piece the card removes",
        "RANSOM": "how many Captives are given for AP, {number} at most",
        "SWAP": "who gives {goods} for {taken}",
        "REFUGE": "which Ranchería moves to Palo Duro",
        "RESERVE": "which Ranchería moves to the Reservation, if any",
        "SICK": "which Band of Ranchería {camp} is sick",
        "CAMP_ON": "whether Ranchería {camp} goes on, at most {number} spaces",
    },
    "fr": {
        "OPERATION": "quelle opération",
        "CAMP": "quelle Ranchería agit",
        "PLACE": "quelle Bande de la Ranchería {camp} vient ensuite sur la piste de médecine",
        "TRACK": "la Bande suivante de la Ranchería {camp}, {number} PA à la place, ou arrêter",
        "TRACK_EMPTY": "la Bande suivante de la Ranchería {camp}, ou arrêter",
        "SPEND": "quelle Bande agit contre des PA, ou aucune",
        "TAKE": "ce que la Bande {band} prend dans la zone de {camp}",
        "ACTION": "ce que fait la Bande {active}, avec {mp} points de mouvement",
        "COUNTER": "si la Bande {active} se sert de l’Événement de guerre",
        "REROLL": "si le dé, qui donne {number}, est relancé",
        "REDRAW": "si la Bande {band} repioche ses pions",
        "GUNS": "contre quels PA ennemis la Bande {band} emploie ses fusils, ou aucun",
        "LOOT": "ce que prend le raid, {number} en tout",
        "STAND": "si la Ranchería {camp} est défendue contre la colonne {enemy:of} ou cédée",
        "UNIT": "quelle Bande défend la Ranchería {camp}",
        "BATTLE_GUNS": "si la Bande {band} dépense des fusils au combat",
        "CARDS": "si une carte est jouée",
        "HEADMAN": "ce que fait le chef de la Ranchería {camp}",
        "SPARE": "quelle Bande finie garde sa force",
        "CAMPS": "quelle Ranchería se déplace et où, ou aucune",
        "TRAVOIS": "quelle Ranchería se déplace et où, ou aucune",
        "NEW_BAND": "dans quelle Ranchería se forme une nouvelle Bande, ou aucune",
        "PAY": "avec quoi paie la Ranchería {camp}, qui doit encore {number}",
        "STRENGTHEN": "quelle Bande est renforcée et avec quoi, ou aucune",
        "SECOND": "quelle Bande est renforcée par le second point, ou aucune",
        "FOUND": "quelle Bande fonde une Ranchería, ou aucune",
        "RETIRE": "si le Mahimiana de {camp} se retire",
        "GOODS": "quelle Ranchería reçoit les ressources de la piste des Opérations",
        "BISON_SPACE": "où viennent des bisons",
        "BISON_FROM": "d’où partent des bisons",
        "CULTURE": "quelle carte Culture est achetée, ou aucune",
        "CULTURE_FREE": "quelle carte Culture est prise gratuitement",
        "EXCESS": "quelle Bande quitte {space}, où il y en a trop",
        "DROP": "ce que la Bande {band} laisse dans la zone",
        "ALLY": "quelle Tribu devient alliée",
        "TRIBE_SPACE": "où s’installe une Tribu ({land})",
        "BOX": "quelle Ranchería reçoit les ressources de la carte",
        "ANY_HEADMAN": "de quel chef la carte change la médecine",
        "BAND_OR_NEW": "quelle Bande est renforcée, ou où s’en forme une nouvelle",
        "REMOVE": "quelle pièce la carte retire",
        "RANSOM": "combien de captifs sont rendus contre des PA, {number} au plus",
        "SWAP": "qui échange des {goods} contre des {taken}",
        "REFUGE": "quelle Ranchería part à Palo Duro",
        "RESERVE": "quelle Ranchería part dans la Réserve, ou aucune",
        "SICK": "quelle Bande de la Ranchería {camp} est malade",
        "CAMP_ON": "si la Ranchería {camp} continue, d’au plus {number} espaces",
    },
}


def question_text(game: Game, s: dict[str, Any], language: str) -> str:
    """Returns the question that the player answers next, or an empty text."""
    frame = s["frame"][s["depth"] - 1]
    if not s["depth"] or frame["step"] != S_ASK:
        return ""
    question, *values = arguments_of(frame).values()
    name = PURPOSES["ask"][question]
    kinds = ARGUMENTS.get(name, "").split()
    arguments = {kind: argument(kind, value, language) for kind, value in zip(kinds, values, strict=False)}
    if arguments.get("free"):
        name = "CULTURE_FREE"
    if name == "TRACK" and (not arguments["number"] or s["ap"] == data(game)["tracks"]["ap"]["most"]):
        name = "TRACK_EMPTY"
    return QUESTIONS[language][name].format(active=s["active"] - 1, mp=s["mp"], **arguments)


def argument(kind: str, value: int, language: str) -> int | str:
    if kind == "camp":
        return LETTERS[value]
    if kind == "space":
        return SPACES[value]
    names = {"enemy": ENEMIES, "goods": GOODS, "taken": GOODS, "land": TERRITORIES}
    return grammar.called(names[kind][value], language) if kind in names else value
