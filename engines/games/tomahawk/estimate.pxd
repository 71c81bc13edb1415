"""How a rollout plays Tomahawk, and a guess at who is ahead."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng, below
from hunch.engines.games.tomahawk.muster cimport choices_of
from hunch.engines.games.tomahawk.policy cimport placed_by_policy
from hunch.engines.games.tomahawk.state cimport CHOOSING, Tables, TomahawkState


cdef inline move_t policy_move(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    """What promises much is placed more often; specials are chosen blindly."""
    cdef move_t out[128]
    if s.step == CHOOSING:
        return out[below(rng, choices_of(t, s.dealt[0 if s.kept[0] == 0 else 1], out))]
    return placed_by_policy(t, s, rng)


cdef double estimate_lead(const Tables* t, const TomahawkState* s) noexcept nogil
# The payoff of seat 0, guessed from points, from who leads in battles that go on, and from the cards still to come.

cdef int32_t play_on(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil
# Plays a world to its end by chance and `policy_move`; gives the number of steps.
