"""How a rollout plays Tomahawk, and a guess at who is ahead."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng, below, next_word, take
from hunch.engines.tomahawk.muster cimport choices_of
from hunch.engines.tomahawk.state cimport CHOOSING, PLACE, Tables, TomahawkState, first_open, nth, popcount


cdef inline move_t pick(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    """Of three cards drawn blindly from hand, the strongest for a rich territory and the weakest for a poor one.

    Specials count as strongest. Uses what the player knows, nothing else. Specials are chosen blindly.
    """
    cdef move_t out[128]
    cdef uint32_t hand, n, first, second, third
    cdef uint64_t word
    cdef int32_t at
    if s.step == CHOOSING:
        return out[below(rng, choices_of(t, s.dealt[0 if s.kept[0] == 0 else 1], out))]
    at = first_open(&s.pending[0][0])
    hand = s.hand[at >> 2] & t.firsts
    n = popcount(hand)
    word = next_word(rng)
    first, second, third = take(&word, n), take(&word, n), take(&word, n)
    if t.rich[s.tile[t.place[s.turn][at & 3]]]:
        first = max(first, max(second, third))
    else:
        first = min(first, min(second, third))
    return PLACE + ((at & 3) << 5) + nth(hand, first) + 1


cdef double guess_lead(const Tables* t, const TomahawkState* s) noexcept nogil
# The payoff of seat 0, guessed from points, from who leads in battles that go on, and from the cards still to come.
