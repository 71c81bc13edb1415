"""How a rollout plays Tomahawk, and a guess at who is ahead."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng, below
from hunch.engines.tomahawk.muster cimport choices_of
from hunch.engines.tomahawk.state cimport (
    CHOOSING, PLACE, Tables, TomahawkState, first_open, nth, popcount,
)


cdef inline move_t pick(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    cdef move_t out[128]
    cdef uint32_t hand
    cdef int32_t at
    if s.step == CHOOSING:
        return out[below(rng, choices_of(t, s.dealt[0 if s.kept[0] == 0 else 1], out))]
    at = first_open(&s.pending[0][0])
    hand = s.hand[at >> 2] & t.firsts
    return PLACE + ((at & 3) << 5) + nth(hand, below(rng, popcount(hand))) + 1


cdef double guess_lead(const Tables* t, const TomahawkState* s) noexcept nogil
# The payoff of seat 0, guessed: the points it has and half-fought battles, each by how likely its leader keeps it.
