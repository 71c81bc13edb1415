"""What each seat sees of an event of Big Manitou, what a view hides, and what its owner can observe."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport CHANCE, NOTHING, OVER, move_t
from hunch.engines.games.manitou.moves cimport answer, drawer, legal_moves, seat_to_move
from hunch.engines.games.manitou.state cimport (
    ASIDE, ASK, ASKED, DRAWN, EIGHTH, HERO_CARDS, HIDDEN, HIDDEN_COUNT, HUNTERS, KIND, LAY, LAYOUT, PASS, PICK, PLAY,
    SELECT, SLOTS, TILE, UNSEEN, ManitouState, Tables, barred, barred_everywhere, has, laid_cards, shut_out, size_of,
    take_away,
)


cdef move_t seen_by(const Tables* t, const ManitouState* s, move_t m, int32_t seat) noexcept nogil:
    cdef int32_t kind = m & KIND
    if kind == PICK:
        return m if seat_to_move(t, s) == seat else NOTHING
    if kind == DRAWN and <int32_t>((m >> 4) & 7) != seat:
        return m | UNSEEN
    return m


cdef void hide_from(const Tables* t, ManitouState* s, int32_t seat) noexcept nogil:
    """Hides hands and selections of the others, even empty ones, so that the holes show who owns the view."""
    cdef int32_t other
    for other in range(t.players):
        if other != seat:
            s.hand[other] = s.deck[other] = HIDDEN
            if s.phase == SELECT:
                s.chosen[other] = HIDDEN_COUNT


cdef bint event_fits(const Tables* t, const ManitouState* s, move_t m) noexcept nogil:
    cdef int32_t kind = m & KIND, argument = m & 0xFF, turn = seat_to_move(t, s), seat, n, i
    cdef move_t out[2 * SLOTS + 1]
    if m != <move_t>(kind + argument) or turn == OVER:
        return False
    if s.phase == LAYOUT:
        return kind == TILE and argument < t.kinds and s.bag[argument] > 0
    if s.phase == SELECT and (turn == CHANCE or s.chosen[turn] == HIDDEN_COUNT):
        turn = CHANCE                              # the owner cannot know that others still select
    if turn == CHANCE:
        seat = drawer(t, s)
        if s.phase == ASK:
            if s.hand[seat] != HIDDEN:
                return m == answer(s)
            return m == ASKED or m == ASKED + 1
        if kind != DRAWN or argument >> 4 != seat:
            return False
        if s.deck[seat] == HIDDEN:
            return (argument & 15) == UNSEEN
        return (argument & 15) != UNSEEN and has(s.deck[seat], argument & 15)
    if (s.phase == PLAY or s.phase == EIGHTH) and s.hand[turn] == HIDDEN:
        if kind == LAY:
            if (argument & 15) == UNSEEN or argument >> 4 > ASIDE:
                return False
            return could_lay(t, s, argument >> 4, argument & 15)
        return s.phase == EIGHTH and m == PASS + EIGHTH
    n = legal_moves(t, s, out)
    for i in range(n):
        if out[i] == m:
            return True
    return False


cdef bint could_lay(const Tables* t, const ManitouState* s, int32_t ground, int32_t kind) noexcept nogil:
    """On a view: whether `turn`, whose hand is hidden, could play a card, as far as the owner knows."""
    cdef int32_t seat = s.turn
    cdef uint32_t rest = take_away(s.pool[seat], laid_cards(s, seat))
    if not has(rest, kind):
        return False
    if ground != ASIDE:
        return not barred(t, s, seat, ground, kind)
    if t.weak_barred:
        return s.phase == PLAY and barred_everywhere(t, s, seat, kind)
    return (
        s.phase == PLAY and kind >= HUNTERS and shut_out(s, seat)
        and size_of(rest & HERO_CARDS) >= s.drawn[seat] - s.played[seat]
    )
