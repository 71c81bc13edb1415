"""Names in each language, in the forms that sentences need: `{space:at}`, `{enemy:of}`."""

from hunch.engines.games.comancheria.names import ENEMIES, GOODS, SPACES
from hunch.engines.games.comancheria.text.sentences import NAMES

ONE = {
    "en": {
        "bison": "Bison",
        "captives": "Captive",
        "food": "Food",
        "trade_goods": "Trade Good",
        "guns": "Gun",
        "horses": "Horse",
        "successes": "Success",
        "counters": "counter",
    },
    "fr": {
        "bison": "bison",
        "captives": "captif",
        "food": "pion de vivres",
        "trade_goods": "marchandise",
        "guns": "fusil",
        "horses": "cheval",
        "successes": "Succès",
        "counters": "pion",
    },
}
FEW = {"en": ("1",), "fr": ("0", "1")}  # numbers with the singular
OF = {"north": "du Nord", "west": "de l’Ouest", "south": "du Sud", "east": "de l’Est"}
THE = {"north": "le Nord", "west": "l’Ouest", "south": "le Sud", "east": "l’Est"}
PLACES = ("place_operations", "place_paraibo", "place_mahimiana")  # each with a number or a letter
AT = {"PD": "à Palo Duro", "RES": "dans la Réserve"}


class Said(str):
    """A name in one language.

    Its formats are `at`, `from`, `of`, `the` and a number. A capital, as in `The`, is for the beginning of a sentence.
    """

    __slots__ = ("key", "language")
    key: str
    language: str

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        if form.isdigit():
            return f"{form} {ONE[self.language][self.key] if form in FEW[self.language] else self}"
        text = (_french if self.language == "fr" else _english)(self, form.lower())
        return text[0].upper() + text[1:] if form[0].isupper() else text


def said(name: str, key: str, language: str) -> Said:
    """Returns the name of `key`, ready for a sentence."""
    made = Said(name)
    made.key, made.language = key, language
    return made


def _english(name: Said, form: str) -> str:
    if name.key in ENEMIES:
        return {"the": f"the {name}", "of": f"the {name}'s"}[form]
    if name.key in SPACES and form == "at":
        return f"{'on' if name.key in ('W', 'S', 'EN', 'ES') else 'in'} {name}"
    return f"from {name}" if form == "from" else str(name)


def _french(name: Said, form: str) -> str:
    if name.key in ENEMIES:
        return {"the": THE, "of": OF}[form][name.key]
    if name.key in SPACES and form == "at":
        square = name.key in ("W", "S", "EN", "ES")
        return AT.get(name.key, f"sur {name}" if square else f"en {name}")
    return f"de {name}" if form == "of" else str(name)


def called(name: str, language: str) -> Said:
    """Returns a name of the rules: an enemy, a space, a headman, Instruction counters, a Band, goods or a place."""
    first, _, rest = name.partition(" ")
    if first in ("paraibo", "mahimiana"):
        return said(f"{NAMES[language][first]} {rest}", name, language)
    if first in PLACES:
        return said(NAMES[language][first].format(rest), name, language)
    if first in ("counter", "counters") and rest:
        return said(rest, name, language)
    if first == "Band":
        return said(f"{'Band' if language == 'en' else 'Bande'} {rest}", name, language)
    return said(NAMES[language].get(name, name), name, language)


def goods(counts: list[int], language: str) -> str:
    """Returns the goods and their numbers, as a list in words."""
    return ", ".join(f"{called(GOODS[k], language)} {n}" for k, n in enumerate(counts) if n)
