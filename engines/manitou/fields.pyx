"""Big Manitou's state as a dict of its fields, and back.

Field by field: Cython mixes up arrays of arrays of one type when it converts a whole struct.
"""
from libc.stdint cimport int32_t

from hunch.engines.manitou.state cimport GROUNDS, PLAYERS, SLOTS, TILES, ManitouState

# Lengths of the fields that are arrays, and of their rows.
LENGTHS = {
    "hand": PLAYERS, "deck": PLAYERS, "pool": PLAYERS, "laid": PLAYERS, "total": GROUNDS, "hunters": GROUNDS,
    "owner": GROUNDS, "hero": GROUNDS, "tiles": PLAYERS, "lot": GROUNDS, "bag": TILES, "gone": TILES,
    "chosen": PLAYERS, "drawn": PLAYERS, "played": PLAYERS, "bonus": PLAYERS, "pad": GROUNDS,
}
ROWS = {"laid": SLOTS, "total": PLAYERS, "hunters": PLAYERS, "hero": 2, "tiles": TILES, "lot": TILES}


cdef dict to_fields(const ManitouState* s):
    cdef int32_t i, j
    fields = {
        "hand": [s.hand[i] for i in range(PLAYERS)],
        "deck": [s.deck[i] for i in range(PLAYERS)],
        "pool": [s.pool[i] for i in range(PLAYERS)],
        "spare": s.spare,
        "laid": [[s.laid[i][j] for j in range(SLOTS)] for i in range(PLAYERS)],
        "total": [[s.total[i][j] for j in range(PLAYERS)] for i in range(GROUNDS)],
        "hunters": [[s.hunters[i][j] for j in range(PLAYERS)] for i in range(GROUNDS)],
        "owner": [s.owner[i] for i in range(GROUNDS)],
        "hero": [[s.hero[i][j] for j in range(2)] for i in range(GROUNDS)],
        "tiles": [[s.tiles[i][j] for j in range(TILES)] for i in range(PLAYERS)],
        "lot": [[s.lot[i][j] for j in range(TILES)] for i in range(GROUNDS)],
        "bag": [s.bag[i] for i in range(TILES)],
        "gone": [s.gone[i] for i in range(TILES)],
        "chosen": [s.chosen[i] for i in range(PLAYERS)],
        "drawn": [s.drawn[i] for i in range(PLAYERS)],
        "played": [s.played[i] for i in range(PLAYERS)],
        "bonus": [s.bonus[i] for i in range(PLAYERS)],
    }
    fields.update(brown=s.brown, white=s.white, hunt=s.hunt, phase=s.phase, turn=s.turn, at=s.at, share=s.share)
    fields.update(left=s.left, least=s.least, debtors=s.debtors, pad=[s.pad[i] for i in range(3)])
    return fields


cdef int from_fields(dict fields, ManitouState* s) except -1:
    cdef int32_t i, j
    for name, length in LENGTHS.items():
        if len(fields[name]) != length or any(len(row) != ROWS[name] for row in fields[name] if name in ROWS):
            raise ValueError(f"{name} has another length")
    for i in range(PLAYERS):
        s.hand[i], s.deck[i], s.pool[i] = fields["hand"][i], fields["deck"][i], fields["pool"][i]
        s.chosen[i], s.drawn[i] = fields["chosen"][i], fields["drawn"][i]
        s.played[i], s.bonus[i] = fields["played"][i], fields["bonus"][i]
        for j in range(SLOTS):
            s.laid[i][j] = fields["laid"][i][j]
        for j in range(TILES):
            s.tiles[i][j] = fields["tiles"][i][j]
    for i in range(GROUNDS):
        s.owner[i], s.pad[i] = fields["owner"][i], fields["pad"][i]
        for j in range(PLAYERS):
            s.total[i][j], s.hunters[i][j] = fields["total"][i][j], fields["hunters"][i][j]
        for j in range(2):
            s.hero[i][j] = fields["hero"][i][j]
        for j in range(TILES):
            s.lot[i][j] = fields["lot"][i][j]
    for j in range(TILES):
        s.bag[j], s.gone[j] = fields["bag"][j], fields["gone"][j]
    s.spare, s.brown, s.white, s.hunt = fields["spare"], fields["brown"], fields["white"], fields["hunt"]
    s.phase, s.turn, s.at, s.share = fields["phase"], fields["turn"], fields["at"], fields["share"]
    s.left, s.least, s.debtors = fields["left"], fields["least"], fields["debtors"]
    return 0
