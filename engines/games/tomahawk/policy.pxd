"""What each card in hand promises on each pile, as far as its owner knows: the prior and the rollout policy.

A card on a pile promises the tokens that it takes less those it loses, the animals of the battle by how likely it is
then won, and what the other piles can gain with the cards left; less what the card would be worth later. The other's
card is any that was not seen. Nothing else is used, so the owner's view gives the same as the world.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.battle cimport Fight
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef bint prior_of(const Tables* t, const TomahawkState* s, const move_t* moves, int32_t n, float* out) noexcept nogil
# Shares of the legal moves; False if the hand is too large to weigh.

cdef move_t policy_move(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil
# What promises much is placed more often; specials are chosen blindly.

cdef int32_t play_on(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil
# Plays a world to its end by chance and `policy_move`; returns the number of steps.

cdef double hoped(const Tables* t, int32_t tile, int32_t to_come, Fight* f) noexcept nogil
# How much of a battle the first side may hope to win with so many rows to come, -1 to 1.
