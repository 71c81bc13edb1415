"""The one table of steps: the frames a state may hold at rest, with their arguments and what may lie above each.

Arguments have one letter each, which `ARGUMENTS` explains; `.` is always 0 and a digit is the highest value. Above a
frame lies either another one, of a family in capitals, or a leaf with its purpose. The numbers are those of
codes/steps.pxd; a test compares the messages and the page of the game.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hunch.engines.games.comancheria.codes import components, moves, names, steps

NUMBERS = {name: number for number, name in enumerate(names(steps, "S_")) if name}


@dataclass(frozen=True, slots=True)
class Argument:
    """What an argument can be: a number in a range that is about something (`OF_` in codes/steps.pxd)."""

    low: int
    high: int
    of: int = steps.OF_ANYTHING


ARGUMENTS = {
    ".": Argument(0, 0),  # not used
    "n": Argument(0, 255),  # any number
    "e": Argument(0, components.EAST),  # an enemy
    "E": Argument(0, components.EAST + 1),  # the next enemy, or 4 after the last
    "b": Argument(0, components.BANDS - 1, steps.OF_BAND),  # a Band in play
    "B": Argument(0, components.BANDS, steps.OF_BAND_SLOT),  # a Band in play + 1, or 0
    "r": Argument(0, components.CAMPS - 1, steps.OF_CAMP),  # a Ranchería in play
    "q": Argument(0, components.CAMPS),  # the next Ranchería, or 5 after the last
    "R": Argument(0, components.CAMPS, steps.OF_CAMP_SLOT),  # a Ranchería in play + 1, or 0
    "C": Argument(0, components.COUNTERS - 1),  # an Instruction counter
    "D": Argument(0, components.COUNTERS),  # an Instruction counter + 1, or 0
    "s": Argument(1, components.SPACES - 1),  # a space
    "k": Argument(0, components.WAR_KINDS - 1),  # a kind of War card
    "h": Argument(0, components.MAHIMIANA + components.CAMPS - 1, steps.OF_HEADMAN),  # 0..4 Paraibo, 8..12 Mahimiana
    "g": Argument(0, components.GOODS - 1),  # a kind of goods
    "p": Argument(0, moves.LAST_DIE),  # the purpose of a die
    "c": Argument(0, components.CARDS + 4, steps.OF_CARD),  # a development card, or 48 + period
    **{str(digit): Argument(0, digit) for digit in range(10)},
}


@dataclass(frozen=True, slots=True)
class Step:
    """One resting place of a procedure."""

    name: str
    number: int
    arguments: str
    above: str
    says: str


def _steps(text: str) -> tuple[Step, ...]:
    result = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, arguments, above, says = (part.strip() for part in line.split("|"))
        result.append(Step(name, NUMBERS[name], arguments.replace(" ", "").ljust(7, "."), above, says))
    return tuple(result)


STEPS = _steps("""
DIE | n n 6 6 1 n | | A die is to be rolled.
DRAW | 2 | | A counter is to be drawn from the cup.
PICK | n n n | | Something is to be picked at random.
WAR_CARD | 3 | | A War card is to be drawn.
CARD | 2 | | A development card is to be turned up.
MARK | 5 | | A "?" is to be turned over.
ASK | n n n n n | | The player is asked.
DIE_KEPT | n n 6 6 1 n | ask REROLL | A die was rolled and may be rolled again.
SETUP | E | ACTIVATE | Opening: the Instruction counters are dealt.
SETUP_SETTLE | e 6 | EXECUTE | Opening: Settlements.
SETUP_BISON_AT | n | pick BISON | Opening: Bison.
SETUP_CULTURE_GOT | | ask CULTURE | Opening: a free culture card.
SETUP_CARDS | 3 | REVEAL EFFECT | Opening: the first development cards.
ACTIVATE_COUNTER | e 5 | pick COUNTER_CUP COUNTER_ROW | The counters of an enemy are dealt.
TURN_WAR | | CLEAN | Operation Cleanup.
TURN_SELECT | | WAR | War Column phase.
TURN_OPERATE | | ask OPERATION | Selection of an operation.
TURN_CLEANUP | | OPERATION EFFECT | The operation.
TURN_AGAIN | | EFFECT | A card played before the operation.
WAR_CARD_DRAWN | | war_card MOVEMENT | War phase, step 1: the movement card.
WAR_MOVE | k E | GO | War phase, step 1: columns move.
WAR_ROLLED | . E | die WAR_STRENGTH | War phase, step 2: strength.
WAR_EVENT_DRAWN | . . | war_card EVENT | War phase, step 3: the War Event.
WAR_BATTLES | . E | EVENT BATTLE CAMP | War phase, steps 3 and 4: the event, then battles outside Rancherías.
WAR_CAMPS | . E | BATTLE HOME | War phase, step 5: battles in Rancherías.
WAR_STOOD | . E e r | ask STAND | War phase, step 5: fight or yield.
EVENT_FAST | k | war_card FAST | War Event: another card for movement.
EVENT_MOVE | k E | GO | War Event: columns move.
EVENT_COLUMN | k | pick SURPRISE | War Event: which column surprises.
EVENT_GOAL | k e | pick SURPRISE_GOAL | War Event: the space that the column surprises.
EVENT_TRAVOIS | k | ask TRAVOIS | War Event: a Ranchería may move.
GO_GOAL | e 9 | pick GOAL | A column chooses its goal.
GO_STEPPED | e 9 s | pick STEP | A column takes a step.
MARCH_CARD | e | war_card MOVEMENT | A column moves by an Instruction: the card.
MARCH_ROLL | e | GO | A column moves by an Instruction.
MARCH_ROLLED | e | die WAR_STRENGTH | A column moved by an Instruction: its strength.
HOME_AT | e | pick HOME | A column goes back.
CAMP_MET | r . n | mark | A Ranchería has met a "?".
CAMP_ON | r . n | ask CAMP_ON | A Ranchería that has met a "?" stops or goes on.
BATTLE_UNIT | e B R 3 n | ask UNIT | Battle: which Band fights.
BATTLE_READY | e B R 3 n | TAKE EFFECT | Battle: the Band takes goods, or a card is played.
BATTLE_CARDS | e B R 3 n | ask CARDS | Battle: a card may be played.
BATTLE_ARMED | e B R 3 n | ask BATTLE_GUNS | Battle: Guns may be spent.
BATTLE_ROLLED | e B R 3 n | die BATTLE | Battle: the roll.
ACT_CAMP | | ask CAMP | Take Actions, step 1: which Ranchería.
ACT_PLACED | r 8 8 | ask PLACE | Take Actions, step 1: the order of Bands.
ACT_AFTER | r 8 8 8 | ACTIVE | Take Actions, step 2: a Band acts.
ACT_CHOSEN | r 8 8 8 | ask TRACK | Take Actions, steps 2 and 3: go on, or take AP.
ACT_SPEND | | ACTIVE | Take Actions, step 4: a Band acts for AP.
ACT_SPENT | | ask SPEND | Take Actions, step 4: which Band.
OPS | | ENEMY_B | Planning, step 8: the enemy acts, then the operation ends.
OPS_ROLLED | | die OPERATIONS | The Operations counter.
TAKE_GOT | b r 6 | ask TAKE | A Band takes goods from its box.
ACTIVE_ASK | b | TAKE RAID EFFECT | The active Band is busy.
ACTIVE_ANSWER | b | ask ACTION | What the active Band does.
ACTIVE_COUNTER | b | mark | The Band is finished beside a "?".
ACTIVE_COUNTERED | b | ask COUNTER | The Band may use the War Event.
RAID_BONUS | b 5 5 | die BONUS | Success Check, step 1: the Mahimiana's bonus.
RAID_DREW | b 5 5 | draw CHECK | Success Check, step 2: a counter.
RAID_REDRAW | b 5 5 | ask REDRAW | Success Check, step 2: draw all again.
RAID_ARMED | b 5 5 4 | ask GUNS | Success Check, step 2: Guns against Enemy AP.
RAID_SHOT | b 5 5 4 | die GUNS | Success Check, step 2: the die for Guns.
RAID_COUNTERS | b . . . 5 | ENEMY_C | Success Check, step 4: Instructions drawn.
RAID_LOOTED | b . . . 5 | ask LOOT | Raid, step 2: what is taken.
RAID_PEACE | b C . . 5 | die PEACE | Raid, step 4: whether the peace breaks.
PLAN_HEADMAN | q 6 | EFFECT | Planning, step 4: a card bought into play.
PLAN_ACTED | r 6 | ask HEADMAN | Planning, step 4: one action, or try for more.
PLAN_TRIED | r 6 | die HEADMAN | Planning, step 4: how many actions.
PLAN_MORE | r 6 | EFFECT | Planning, step 4: a card bought into play.
PLAN_MORE_ACTED | r 6 | ask HEADMAN | Planning, step 4: a further action.
PLAN_SUCCEEDED | r | die SUCCESSOR | Planning, step 5: a new Mahimiana.
PLAN_SPARED | . | ask SPARE | Planning, step 6: a Band keeps its strength.
PLAN_CAMPS | n | CAMP | Planning, step 7: a Ranchería is on its way.
PLAN_CAMP | n | ask CAMPS | Planning, step 7: Rancherías move.
PASS_BAND | q n n n n n | ask NEW_BAND | Passage, step 2: new Bands.
PASS_BAND_PAID | q n n n n n r | PAY | Passage, step 2: their price.
PASS_STRONGER | n | ask STRENGTHEN | Passage, step 3: stronger Bands.
PASS_SECOND | n b 1 | ask SECOND | Passage, step 3: the second point.
PASS_FOUNDED | | ask FOUND | Passage, step 4: a new Ranchería.
PASS_RETIRED | r n | ask RETIRE | Passage, step 5: a Mahimiana retires.
PASS_DIED | h n | die DEATH | Passage, step 6: death of headmen.
PASS_SUCCEEDED | r | die SUCCESSOR | Passage, step 7: a new Mahimiana.
PASS_GOODS_TO | | ask GOODS | Passage, step 9: goods of the Operations Track.
PASS_PEACE_ROLLED | C | die PASSAGE_PEACE | Passage, step 11: whether a peace lasts.
PASS_BISON_ROLLED | 9 9 | die BISON | Passage, step 12: which territory.
PASS_BISON_AT | 9 9 | ask BISON_SPACE | Passage, step 12: Bison come.
PASS_BISON_FROM | 9 9 | ask BISON_FROM | Passage, step 12: Bison wander.
PASS_BISON_GONE | 9 9 | ask BISON_FROM | Passage, step 12: Bison go.
PASS_DISCARD | | EFFECT | Passage, step 13: old cards.
PASS_REVEAL | 3 | REVEAL EFFECT | Passage, step 13: new cards.
PASS_CULTURE_GOT | | ask CULTURE | Passage, step 14: a culture card.
PASS_TRACK_ROLLED | | die PASSAGE | Passage, step 15: the Passage of Time counter.
PAY_PAID | r n 6 | ask PAY | Goods are spent on a new Band.
REVEALED | 2 | card | A development card is turned up.
CLEAN | | EFFECT | Cleanup: a card played before it.
CLEAN_CARDS | | ask CARDS | Cleanup: a card may be played.
CLEAN_STACKED | | ask EXCESS | Cleanup, step 1: too many Bands in a space.
CLEAN_DROPPED | b | ask DROP | Cleanup, step 1: what a Band leaves.
CLEAN_GOODS_TO | | ask GOODS | Cleanup, step 1: goods of the Operations Track.
CLEAN_UNREST | q | ENEMY_B | Cleanup, step 2: the enemy acts.
CLEAN_UNREST_ROLLED | r | die DISCONTENT | Cleanup, step 2: finished Bands.
CLEAN_DRAWN | | draw CLEANUP | Cleanup, step 3: a counter.
CLEAN_ENEMY | | ENEMY_C | Cleanup, step 3: an Instruction drawn.
CLEAN_TRAIL | | ENEMY_A | Cleanup, step 3: the enemy acts.
CLEAN_MARKS | 6 | mark | Cleanup, step 4: the trail is full.
CLEAN_END | | ENEMY_A | Cleanup, step 4: the enemy acts.
A_ENEMY | | die ENEMY | 6.2.2.A, step 1: which enemy.
A_ROW | e | die ROW | 6.2.2.A, step 2: which counter is flipped.
A_SLIDE | e D 5 | EXECUTE | 6.2.2.A, step 4: an Instruction.
B_ENEMY | | die ENEMY | 6.2.2.B, step 1: which enemy.
B_ROW | e | die ROW | 6.2.2.B, step 2: which counter is flipped.
B_SLIDE | e D 5 | EXECUTE | 6.2.2.B, step 3: an Instruction.
C_ROW | C | EXECUTE | 6.2.2.C, step 1: the Instruction drawn.
C_ROLLED | C | die CUP_ROW | 6.2.2.C, step 2: which counter goes to the cup.
EXEC_RECOVER | e 7 9 D | pick RECOVER | Recover.
EXEC_ALLY | e 1 9 D | ask ALLY | Ally.
EXEC_TERRITORY | e 3 9 D | die ENCROACH | Encroach: the territory.
EXEC_TRIBE | e 3 9 D | ask TRIBE_SPACE | Encroach: the space.
EXEC_HUNT | e 4 9 D | die HUNT | Hunt: the territory.
EXEC_HUNTED | e 4 9 D | pick HUNT | Hunt: the Bison.
EXEC_SETTLE | e 8 9 D s | pick SQUARE | Settle: from which square.
EXEC_SETTLED | e 8 9 D s | pick SETTLE | Settle: the space.
EXEC_SUBDUED | e 9 9 D | pick SUBJUGATE | Subjugate.
EXEC_WAR | e n 9 D | pick SQUARE | War: at which square.
EXEC_RAID | e 6 9 D | pick RAID | Raid: at which Tribe.
EFFECT | c 2 4 9 | EXECUTE ACTIVATE CAMP | A card, its effect being carried out by others.
EFFECT_BOX | c 2 4 9 | ask BOX | A card: goods for a Ranchería.
EFFECT_HEADMAN | c 2 4 9 | ask ANY_HEADMAN | A card: medicine for a headman.
EFFECT_BAND | c 2 4 9 | ask BAND_OR_NEW | A card: a Band.
EFFECT_BISON | c 2 4 9 | ask BISON_SPACE | A card: Bison come.
EFFECT_DROUGHT | c 2 4 9 | die DROUGHT | A card: Bison go, the territory.
EFFECT_DROUGHT_AT | c 2 4 9 | pick HUNT | A card: Bison go, the space.
EFFECT_TRIBE | c 2 4 9 | ask TRIBE_SPACE | A card: a Tribe comes.
EFFECT_PIECE | c 2 4 9 | ask REMOVE | A card: a piece goes.
EFFECT_ALLY | c 2 4 9 | ask ALLY | A card: an Ally.
EFFECT_RANSOM | c 2 4 9 | ask RANSOM | A card: Captives for AP.
EFFECT_SWAP | c 2 4 9 | ask SWAP | A card: goods for goods.
EFFECT_REFUGE | c 2 4 9 | ask REFUGE | A card: a Ranchería moves to Palo Duro.
EFFECT_RESERVE | c 2 4 9 | ask RESERVE | A card: a Ranchería moves to the Reservation.
EFFECT_EPIDEMIC | c 2 4 9 | die EPIDEMIC | A card: sickness in a Ranchería.
EFFECT_SICK | c 2 4 9 | ask SICK | A card: which Band is sick.
""")

LEAVES = ("die", "draw", "pick", "war_card", "card", "mark", "ask")
PURPOSES = {
    "die": names(moves, "D_"),
    "draw": names(moves, "C_"),
    "war_card": names(moves, "W_"),
    "pick": names(moves, "K_"),
    "ask": names(moves, "Q_"),
    "card": ("",),
    "mark": ("",),
}

# Arguments of each question after its number, of each die and of each pick: whose it is.
QUESTION_ARGUMENTS = {
    "PLACE": "r",
    "TRACK": "r8",
    "TAKE": "br6",
    "REROLL": "p6n",
    "REDRAW": "b",
    "GUNS": "b",
    "LOOT": "5",
    "STAND": "er",
    "UNIT": "r",
    "BATTLE_GUNS": "b",
    "HEADMAN": "r1",
    "CAMPS": "n",
    "NEW_BAND": "q",
    "PAY": "rn6",
    "STRENGTHEN": "n",
    "SECOND": "b1",
    "RETIRE": "q",
    "GOODS": "n",
    "BISON_SPACE": "n",
    "BISON_FROM": "6",
    "CULTURE": "1",
    "EXCESS": "s",
    "DROP": "b",
    "ALLY": "n1",
    "TRIBE_SPACE": "5",
    "ANY_HEADMAN": "3",
    "REMOVE": "3n3n",
    "RANSOM": "9",
    "SWAP": "ggn1",
    "SICK": "r",
    "CAMP_ON": "rn",
}
WHOSE = {
    "die": ".ee44C6rrhC.6r.ee...r",
    "pick": ".en.eeee.eee5.e",
}

FAMILIES = {
    "ACTIVATE": ("ACTIVATE_",),
    "EXECUTE": ("EXEC_", "MARCH_"),
    "REVEAL": ("REVEALED",),
    "EFFECT": ("EFFECT",),
    "CLEAN": ("CLEAN",),
    "WAR": ("WAR_",),
    "OPERATION": ("ACT_", "OPS", "PLAN_", "PASS_"),
    "GO": ("GO_",),
    "EVENT": ("EVENT_",),
    "BATTLE": ("BATTLE_",),
    "HOME": ("HOME_",),
    "CAMP": ("CAMP_",),
    "TAKE": ("TAKE_",),
    "ACTIVE": ("ACTIVE_",),
    "RAID": ("RAID_",),
    "PAY": ("PAY_",),
    "ENEMY_A": ("A_",),
    "ENEMY_B": ("B_",),
    "ENEMY_C": ("C_",),
}
REGISTERS = "abcdegh"  # the arguments of a frame, in the order of its bytes
FIELDS = {  # and what they are called in leaves
    steps.S_DIE: ("purpose", "whose", "first", "second", "two", "payer"),
    steps.S_DIE_KEPT: ("purpose", "whose", "first", "second", "two", "payer"),
    steps.S_PICK: ("purpose", "whose", "start"),
    steps.S_ASK: ("question", "about", "second", "third", "fourth"),
}
NAMES = {step.number: step.name for step in STEPS}


def arguments_of(frame: Mapping[str, int]) -> dict[str, int]:
    """The arguments of a leaf by name; none of another frame."""
    return {name: frame[at] for at, name in zip(REGISTERS, FIELDS.get(frame["step"], ()), strict=False)}


def tables() -> dict[str, Any]:
    """For each step: whether it rests, its arguments, the steps that may lie above it, the leaf and its purpose."""
    rests = [0] * steps.STEPS
    arguments = [ranges("", 7)] * steps.STEPS
    child, leaf = ([[0] * n for _ in range(steps.STEPS)] for n in (steps.STEPS, 2))
    for step in STEPS:
        rests[step.number], arguments[step.number] = 1, ranges(step.arguments, 7)
        words = step.above.split()
        at = next((i for i, word in enumerate(words) if word in LEAVES), len(words))
        for word in words[:at]:
            for above in STEPS:
                if above.number >= steps.S_SETUP and above.name.startswith(FAMILIES[word]):
                    child[step.number][above.number] = 1
        if at < len(words):
            kind, purpose = words[at], words[at + 1] if at + 1 < len(words) else ""
            leaf[step.number] = [NUMBERS[kind.upper()], PURPOSES[kind].index(purpose)]
        if "die" in step.above:
            child[step.number][steps.S_DIE_KEPT] = 1
    return {
        "rests": rests,
        "arguments": arguments,
        "child": child,
        "leaf": leaf,
        "question": [ranges(QUESTION_ARGUMENTS.get(name, ""), 4) for name in PURPOSES["ask"]],
        "whose": [ranges(WHOSE[kind], moves.LAST_DIE + 1) for kind in ("die", "pick")],
    }


def ranges(letters: str, length: int) -> list[dict[str, int]]:
    return [asdict(ARGUMENTS[letter]) for letter in letters.ljust(length, ".")]
