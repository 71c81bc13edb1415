"""An estimate of the payoffs in an unfinished game of Big Manitou."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from hunch.engines.games.manitou.apply cimport rank
from hunch.engines.games.manitou.scores cimport payoffs
from hunch.engines.games.manitou.state cimport (
    BISON, END, GROUNDS, LAYOUT, PLAYERS, PLAYS, TAKE, ManitouState, Tables, due_to_second,
)


cdef double prospect(const Tables* t, const ManitouState* s, int32_t seat) noexcept nogil:
    """The points of a seat, with an estimate for its unpaired tiles and its tomahawks."""
    cdef double bison = 0.0, tipi = 0.0, ahead = <double>(t.hunts - s.hunt) / t.hunts
    cdef int32_t kind
    for kind in range(t.horse):
        if t.sort[kind] == BISON:
            bison += s.tiles[seat][kind] * t.value[kind]
        else:
            tipi += s.tiles[seat][kind] * t.value[kind]
    return (
        min(bison, tipi) + 0.5 * ahead * (max(bison, tipi) - min(bison, tipi))
        + ahead * s.tiles[seat][t.tomahawk] + 0.4 * (s.tiles[seat][t.horse] + s.tiles[seat][t.totem]) * ahead
        + t.cylinder_points * ((s.brown == seat + 1) + (s.white == seat + 1)) * (1.0 + ahead)
    )


cdef void add_grounds(const Tables* t, const ManitouState* s, double* points) noexcept nogil:
    """Adds the tiles that the grounds would give now, as about a point each, in proportion to the cards laid."""
    cdef int32_t best[2]
    cdef int32_t bonus[PLAYERS]
    cdef int32_t seat, ground, kind, there, share, laid = 0
    cdef double come
    for seat in range(t.players):
        bonus[seat] = s.bonus[seat] if s.phase == TAKE else s.tiles[seat][t.tomahawk]
        laid += s.played[seat]
    come = 1.1 * laid / (PLAYS * t.players)
    for ground in range(s.at if s.phase == TAKE else 0, GROUNDS):
        there = 0
        for kind in range(t.kinds):
            there += s.lot[ground][kind]
        rank(t, s, ground, bonus, best)
        if s.owner[ground] and there:
            points[s.owner[ground] - 1] += come * 1.3
            there -= 1
        for share in range(2):
            if best[share] >= 0:
                points[best[share]] += come * (min(there, 2) if share == 0 else due_to_second(t, ground, there))
                there = max(there - 2, 0)


cdef void estimate_payoffs(const Tables* t, const ManitouState* s, double* out) noexcept nogil:
    """Writes payoffs from the lead in points, or from the chance to win. Early in a game a lead counts less."""
    cdef double points[PLAYERS]
    cdef double total = 0.0, best = -1e9, spread, ahead = <double>(t.hunts - s.hunt) / t.hunts
    cdef int32_t seat
    if s.phase == END:
        payoffs(t, s, out)
        return
    for seat in range(t.players):
        points[seat] = prospect(t, s, seat)
    if LAYOUT < s.phase <= TAKE:
        add_grounds(t, s, points)
    spread = 0.5 + 4.5 * ahead
    for seat in range(t.players):
        best = max(best, points[seat])
        total += points[seat]
    if t.by_margin:
        for seat in range(t.players):
            out[seat] = (points[seat] - (total - points[seat]) / (t.players - 1)) * (1.0 - 0.85 * ahead) / t.unit
            out[seat] = max(-1.0, min(1.0, out[seat]))
        return
    total = 0.0
    for seat in range(t.players):
        out[seat] = exp((points[seat] - best) / spread)
        total += out[seat]
    for seat in range(t.players):
        out[seat] = (t.players * out[seat] / total - 1.0) / (t.players - 1)
