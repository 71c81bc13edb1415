"""The prior and the rollout policy: the gain that each card in hand promises on each pile, from what its owner knows.

The gain of a card on a pile has three parts. The first is the tokens that it takes less those that it loses. The second
is the animals of the battle times the chance to win it. The third is the best gain of the other piles with the cards
left. The value of the card in a later turn is subtracted. The other's card may be any that was not seen. Nothing else
is used, so the owner's view gives the same result as the world.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.battle cimport Fight
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef bint prior_of(const Tables* t, const TomahawkState* s, const move_t* moves, int32_t n, float* out) noexcept nogil
# Writes the shares of the legal moves. False if the hand is too large to weigh.

cdef move_t policy_move(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil
# Returns a placement drawn by those shares, or specials chosen at random.

cdef int32_t play_on(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil
# Plays a world to its end by chance and `policy_move`; returns the number of steps.

cdef double hoped(const Tables* t, int32_t tile, int32_t to_come, Fight* f) noexcept nogil
# Returns the first side's chance to win a battle with so many rows to come, less its chance to lose.
