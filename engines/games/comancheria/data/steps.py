"""The frames a state may hold at rest: for each step its number, its arguments, what may lie above it, and its meaning.

Arguments, one letter each for a, b, c, d, e, g, h: `.` is 0, a digit is the highest value, `e` an enemy, `E` the next
enemy or 4, `b` a Band in play, `B` a Band + 1 or 0, `r` a Ranchería in play, `q` any Ranchería or 5, `R` one + 1 or 0,
`C` a counter, `x` a counter or 24, `D` a counter + 1 or 0, `s` a space, `k` a kind of War card, `h` a headman,
`c` a card, `n` any value.

Above a frame lies either another one, of a family in capitals, or one leaf with its purpose.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One resting place of a procedure."""

    name: str
    number: int
    arguments: str
    above: str
    says: str


def _steps(text: str) -> tuple[Step, ...]:
    steps = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, number, arguments, above, says = (part.strip() for part in line.split("|"))
        steps.append(Step(name, int(number), arguments.ljust(7, "."), above, says))
    return tuple(steps)


STEPS = _steps("""
DIE | 1 | n n 6 6 1 n | | A die is to be rolled.
DRAW | 2 | 2 | | A counter is to be drawn from the cup.
PICK | 3 | n n n | | Something is to be picked at random.
WAR_CARD | 4 | 3 | | A War card is to be drawn.
CARD | 5 | 2 | | A development card is to be turned up.
MARK | 6 | 5 | | A "?" is to be turned over.
ASK | 7 | n n n n n | | The player is asked.
DIE_KEPT | 8 | n n 6 6 1 n | ask REROLL | A die was rolled and may be rolled again.
SETUP | 10 | E | ACTIVATE | Opening: the Instruction counters are dealt.
SETUP_SETTLE | 12 | e 6 | EXECUTE | Opening: Settlements.
SETUP_BISON_AT | 14 | n | pick BISON | Opening: Bison.
SETUP_CULTURE_GOT | 16 | | ask CULTURE | Opening: a free culture card.
SETUP_CARDS | 17 | 3 | REVEAL EFFECT | Opening: the first development cards.
ACTIVATE_COUNTER | 19 | e 5 | pick COUNTER | The counters of an enemy are dealt.
TURN_WAR | 20 | | CLEAN | Operation Cleanup.
TURN_SELECT | 21 | | WAR | War Column phase.
TURN_OPERATE | 22 | | ask OPERATION | Selection of an operation.
TURN_CLEANUP | 23 | | OPERATION EFFECT | The operation.
TURN_AGAIN | 24 | | EFFECT | A card played before the operation.
WAR_CARD_DRAWN | 31 | | war_card MOVEMENT | War phase, step 1: the movement card.
WAR_MOVE | 32 | k E | GO | War phase, step 1: columns move.
WAR_ROLLED | 34 | . E | die WAR_STRENGTH | War phase, step 2: strength.
WAR_EVENT_DRAWN | 35 | . . | war_card EVENT | War phase, step 3: the War Event.
WAR_BATTLES | 36 | . E | EVENT BATTLE mark | War phase, steps 3 and 4: the event, then battles outside Rancherías.
WAR_CAMPS | 37 | . E | BATTLE HOME | War phase, step 5: battles in Rancherías.
WAR_STOOD | 38 | . E e r | ask STAND | War phase, step 5: fight or yield.
EVENT_FAST | 40 | k | war_card FAST | War Event: another card for movement.
EVENT_MOVE | 41 | k E | GO | War Event: columns move.
EVENT_COLUMN | 42 | k | pick SURPRISE | War Event: which column surprises.
EVENT_GOAL | 43 | k e | pick SURPRISE_GOAL | War Event: where it appears.
EVENT_TRAVOIS | 44 | k | ask TRAVOIS | War Event: a Ranchería may move.
GO_GOAL | 46 | e 9 . 1 | pick GOAL | A column chooses its goal.
GO_STEPPED | 48 | e 9 s 1 | pick STEP | A column takes a step.
MARCH_CARD | 50 | e | war_card MOVEMENT | A column moves by an Instruction: the card.
MARCH_ROLL | 51 | e | GO | A column moves by an Instruction.
MARCH_ROLLED | 52 | e | die WAR_STRENGTH | A column moved by an Instruction: its strength.
HOME_AT | 54 | e | pick HOME | A column goes back.
BATTLE_UNIT | 61 | e B R 3 | ask UNIT | Battle: which Band fights.
BATTLE_READY | 62 | e B R 3 | TAKE EFFECT | Battle: the Band takes goods, or a card is played.
BATTLE_CARDS | 63 | e B R 3 | ask CARDS | Battle: a card may be played.
BATTLE_ARMED | 65 | e B R 3 | ask BATTLE_GUNS | Battle: Guns may be spent.
BATTLE_ROLLED | 66 | e B R 3 | die BATTLE | Battle: the roll.
ACT_CAMP | 71 | | ask CAMP | Take Actions, step 1: which Ranchería.
ACT_PLACED | 73 | r 8 8 | ask PLACE | Take Actions, step 1: the order of Bands.
ACT_AFTER | 75 | r 8 8 8 | ACTIVE | Take Actions, step 2: a Band acts.
ACT_CHOSEN | 76 | r 8 8 8 | ask TRACK | Take Actions, steps 2 and 3: go on, or take AP.
ACT_SPEND | 77 | | ACTIVE | Take Actions, step 4: a Band acts for AP.
ACT_SPENT | 78 | | ask SPEND | Take Actions, step 4: which Band.
OPS | 79 | | ENEMY_B | Planning, step 8: the enemy acts, then the operation ends.
OPS_ROLLED | 80 | | die OPERATIONS | The Operations counter.
TAKE_GOT | 82 | b r 6 | ask TAKE | A Band takes goods from its box.
ACTIVE_ASK | 84 | b | TAKE RAID EFFECT | The active Band is busy.
ACTIVE_ANSWER | 85 | b | ask ACTION | What the active Band does.
ACTIVE_COUNTER | 87 | b | mark | The Band is finished beside a "?".
ACTIVE_COUNTERED | 88 | b | ask COUNTER | The Band may use the War Event.
RAID_BONUS | 91 | b 5 5 | die BONUS | Success Check, step 1: the Mahimiana's bonus.
RAID_DREW | 93 | b 5 5 | draw CHECK | Success Check, step 2: a counter.
RAID_REDRAW | 94 | b 5 5 | ask REDRAW | Success Check, step 2: draw all again.
RAID_ARMED | 96 | b 5 5 4 | ask GUNS | Success Check, step 2: Guns against Enemy AP.
RAID_SHOT | 97 | b 5 5 4 | die GUNS | Success Check, step 2: the die for Guns.
RAID_COUNTERS | 98 | b . . . 5 | ENEMY_C | Success Check, step 4: Instructions drawn.
RAID_LOOTED | 100 | b . . . 5 | ask LOOT | Raid, step 2: what is taken.
RAID_PEACE | 101 | b C . . 5 | die PEACE | Raid, step 4: whether the peace breaks.
PLAN_HEADMAN | 112 | q 6 | EFFECT | Planning, step 4: a card bought into play.
PLAN_ACTED | 113 | r 6 | ask HEADMAN | Planning, step 4: one action, or try for more.
PLAN_TRIED | 114 | r 6 | die HEADMAN | Planning, step 4: how many actions.
PLAN_MORE | 115 | r 6 | EFFECT | Planning, step 4: a card bought into play.
PLAN_MORE_ACTED | 116 | r 6 | ask HEADMAN | Planning, step 4: a further action.
PLAN_SUCCEEDED | 118 | r | die SUCCESSOR | Planning, step 5: a new Mahimiana.
PLAN_SPARED | 120 | . | ask SPARE | Planning, step 6: a Band keeps its strength.
PLAN_CAMPS | 121 | n | mark | Planning, step 7: a Ranchería met a "?".
PLAN_CAMP | 122 | n | ask CAMPS | Planning, step 7: Rancherías move.
PASS_BAND | 132 | q n n n n n | ask NEW_BAND | Passage, step 2: new Bands.
PASS_BAND_PAID | 133 | q n n n n n r | PAY | Passage, step 2: their price.
PASS_STRONGER | 135 | n | ask STRENGTHEN | Passage, step 3: stronger Bands.
PASS_SECOND | 136 | n b | ask SECOND | Passage, step 3: the second point.
PASS_FOUNDED | 138 | | ask FOUND | Passage, step 4: a new Ranchería.
PASS_RETIRED | 140 | r n | ask RETIRE | Passage, step 5: a Mahimiana retires.
PASS_DIED | 142 | h n | die DEATH | Passage, step 6: death of headmen.
PASS_SUCCEEDED | 144 | r | die SUCCESSOR | Passage, step 7: a new Mahimiana.
PASS_GOODS_TO | 146 | | ask GOODS | Passage, step 9: goods of the Operations Track.
PASS_PEACE_ROLLED | 148 | C | die PASSAGE_PEACE | Passage, step 11: whether a peace lasts.
PASS_BISON_ROLLED | 150 | 9 9 | die BISON | Passage, step 12: which territory.
PASS_BISON_AT | 151 | 9 9 | ask BISON_SPACE | Passage, step 12: Bison come.
PASS_BISON_FROM | 152 | 9 9 | ask BISON_FROM | Passage, step 12: Bison wander.
PASS_BISON_GONE | 153 | 9 9 | ask BISON_FROM | Passage, step 12: Bison go.
PASS_DISCARD | 154 | | EFFECT | Passage, step 13: old cards.
PASS_REVEAL | 155 | 3 | REVEAL EFFECT | Passage, step 13: new cards.
PASS_CULTURE_GOT | 157 | | ask CULTURE | Passage, step 14: a culture card.
PASS_TRACK_ROLLED | 159 | | die PASSAGE | Passage, step 15: the Passage of Time counter.
PAY_PAID | 163 | r n 6 | ask PAY | Goods are spent on a new Band.
REVEALED | 165 | 2 | card | A development card is turned up.
CLEAN | 170 | | EFFECT | Cleanup: a card played before it.
CLEAN_CARDS | 171 | | ask CARDS | Cleanup: a card may be played.
CLEAN_STACKED | 173 | | ask EXCESS | Cleanup, step 1: too many Bands in a space.
CLEAN_DROPPED | 175 | b | ask DROP | Cleanup, step 1: what a Band leaves.
CLEAN_GOODS_TO | 177 | | ask GOODS | Cleanup, step 1: goods of the Operations Track.
CLEAN_UNREST | 178 | q | ENEMY_B | Cleanup, step 2: the enemy acts.
CLEAN_UNREST_ROLLED | 179 | r | die DISCONTENT | Cleanup, step 2: finished Bands.
CLEAN_DRAWN | 181 | | draw CLEANUP | Cleanup, step 3: a counter.
CLEAN_ENEMY | 182 | | ENEMY_C | Cleanup, step 3: an Instruction drawn.
CLEAN_TRAIL | 183 | | ENEMY_A | Cleanup, step 3: the enemy acts.
CLEAN_MARKS | 184 | 6 | mark | Cleanup, step 4: the trail is full.
CLEAN_END | 185 | | ENEMY_A | Cleanup, step 4: the enemy acts.
A_ENEMY | 191 | | die ENEMY | 6.2.2.A, step 1: which enemy.
A_ROW | 192 | e | die ROW | 6.2.2.A, step 2: which counter is flipped.
A_SLIDE | 194 | e D 5 | EXECUTE | 6.2.2.A, step 4: an Instruction.
B_ENEMY | 196 | | die ENEMY | 6.2.2.B, step 1: which enemy.
B_ROW | 197 | e | die ROW | 6.2.2.B, step 2: which counter is flipped.
B_SLIDE | 198 | e D 5 | EXECUTE | 6.2.2.B, step 3: an Instruction.
C_ROW | 200 | C | EXECUTE | 6.2.2.C, step 1: the Instruction drawn.
C_ROLLED | 201 | C | die CUP_ROW | 6.2.2.C, step 2: which counter goes to the cup.
EXEC_RECOVER | 203 | e 7 9 D | pick RECOVER | Recover.
EXEC_ALLY | 204 | e 1 9 D | ask ALLY | Ally.
EXEC_TERRITORY | 205 | e 3 9 D | die ENCROACH | Encroach: the territory.
EXEC_TRIBE | 206 | e 3 9 D | ask TRIBE_SPACE | Encroach: the space.
EXEC_HUNT | 207 | e 4 9 D | die HUNT | Hunt: the territory.
EXEC_HUNTED | 208 | e 4 9 D | pick HUNT | Hunt: the Bison.
EXEC_SETTLE | 209 | e 8 9 D s | pick SQUARE | Settle: from which square.
EXEC_SETTLED | 210 | e 8 9 D s | pick SETTLE | Settle: where.
EXEC_SUBDUED | 211 | e 9 9 D | pick SUBJUGATE | Subjugate.
EXEC_WAR | 212 | e n 9 D | pick SQUARE | War: at which square.
EXEC_RAID | 213 | e 6 9 D | pick RAID | Raid: at which Tribe.
EFFECT | 220 | c 2 4 9 | EXECUTE ACTIVATE mark | A card, its effect being carried out by others.
EFFECT_BOX | 221 | c 2 4 9 | ask BOX | A card: goods for a Ranchería.
EFFECT_HEADMAN | 222 | c 2 4 9 | ask ANY_HEADMAN | A card: medicine for a headman.
EFFECT_BAND | 223 | c 2 4 9 | ask BAND_OR_NEW | A card: a Band.
EFFECT_BISON | 224 | c 2 4 9 | ask BISON_SPACE | A card: Bison come.
EFFECT_DROUGHT | 225 | c 2 4 9 | die DROUGHT | A card: Bison go, the territory.
EFFECT_DROUGHT_AT | 226 | c 2 4 9 | pick HUNT | A card: Bison go, the space.
EFFECT_TRIBE | 227 | c 2 4 9 | ask TRIBE_SPACE | A card: a Tribe comes.
EFFECT_PIECE | 228 | c 2 4 9 | ask REMOVE | A card: a piece goes.
EFFECT_ALLY | 229 | c 2 4 9 | ask ALLY | A card: an Ally.
EFFECT_RANSOM | 230 | c 2 4 9 | ask RANSOM | A card: Captives for AP.
EFFECT_SWAP | 231 | c 2 4 9 | ask SWAP | A card: goods for goods.
EFFECT_REFUGE | 232 | c 2 4 9 | ask REFUGE | A card: a Ranchería moves to Palo Duro.
EFFECT_RESERVE | 233 | c 2 4 9 | ask RESERVE | A card: a Ranchería moves to the Reservation.
EFFECT_EPIDEMIC | 234 | c 2 4 9 | die EPIDEMIC | A card: sickness in a Ranchería.
EFFECT_SICK | 235 | c 2 4 9 | ask SICK | A card: which Band is sick.
""")

LEAVES = ("die", "draw", "pick", "war_card", "card", "mark", "ask")
PURPOSES = {
    "die": (
        "",
        "WAR_STRENGTH",
        "BATTLE",
        "BONUS",
        "GUNS",
        "PEACE",
        "OPERATIONS",
        "HEADMAN",
        "SUCCESSOR",
        "DEATH",
        "PASSAGE_PEACE",
        "BISON",
        "PASSAGE",
        "DISCONTENT",
        "ENEMY",
        "ROW",
        "CUP_ROW",
        "ENCROACH",
        "HUNT",
        "DROUGHT",
        "EPIDEMIC",
    ),
    "draw": ("", "CHECK", "CLEANUP"),
    "war_card": ("", "MOVEMENT", "EVENT", "FAST"),
    "pick": (
        "",
        "COUNTER",
        "COUNTER_ROW",
        "BISON",
        "GOAL",
        "STEP",
        "HOME",
        "SQUARE",
        "RAID",
        "RECOVER",
        "SETTLE",
        "SUBJUGATE",
        "HUNT",
        "SURPRISE",
        "SURPRISE_GOAL",
    ),
    "ask": (
        "",
        "OPERATION",
        "CAMP",
        "PLACE",
        "TRACK",
        "SPEND",
        "TAKE",
        "ACTION",
        "COUNTER",
        "REROLL",
        "REDRAW",
        "GUNS",
        "LOOT",
        "STAND",
        "UNIT",
        "BATTLE_GUNS",
        "CARDS",
        "HEADMAN",
        "SPARE",
        "CAMPS",
        "TRAVOIS",
        "NEW_BAND",
        "PAY",
        "STRENGTHEN",
        "SECOND",
        "FOUND",
        "RETIRE",
        "GOODS",
        "BISON_SPACE",
        "BISON_FROM",
        "CULTURE",
        "EXCESS",
        "DROP",
        "ALLY",
        "TRIBE_SPACE",
        "BOX",
        "ANY_HEADMAN",
        "BAND_OR_NEW",
        "REMOVE",
        "RANSOM",
        "SWAP",
        "REFUGE",
        "RESERVE",
        "SICK",
    ),
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
    "SECOND": "b",
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
    "TAKE": ("TAKE_",),
    "ACTIVE": ("ACTIVE_",),
    "RAID": ("RAID_",),
    "PAY": ("PAY_",),
    "ENEMY_A": ("A_",),
    "ENEMY_B": ("B_",),
    "ENEMY_C": ("C_",),
}
NAMES = {step.number: step.name for step in STEPS}
NUMBERS = {step.name: step.number for step in STEPS}


def tables() -> dict[str, list[list[int]]]:
    """For each step: its arguments as letters, the steps that may lie above it, the leaf and its purpose."""
    arguments, child, leaf = ([[0] * n for _ in range(236)] for n in (7, 236, 2))
    for step in STEPS:
        arguments[step.number] = [ord(letter) for letter in step.arguments.replace(" ", "").ljust(7, ".")]
        words = step.above.split()
        at = next((i for i, word in enumerate(words) if word in LEAVES), len(words))
        for word in words[:at]:
            for above in STEPS:
                if above.number > 9 and above.name.startswith(FAMILIES[word]) and above.name != "WAR_CARD":
                    child[step.number][above.number] = 1
        if at < len(words):
            kind, purpose = words[at], "".join(words[at + 1 :])
            leaf[step.number] = [NUMBERS[kind.upper()], PURPOSES[kind].index(purpose)]
        if "die" in step.above:
            child[step.number][NUMBERS["DIE_KEPT"]] = 1
    question = [[ord(letter) for letter in QUESTION_ARGUMENTS.get(name, "").ljust(4, ".")] for name in PURPOSES["ask"]]
    return {
        "arguments": arguments,
        "child": child,
        "leaf": leaf,
        "question": question,
        "whose": [[ord(letter) for letter in WHOSE[leaf].ljust(21, ".")] for leaf in ("die", "pick")],
    }
