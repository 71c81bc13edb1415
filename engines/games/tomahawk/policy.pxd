"""What each card in hand promises on each pile, as far as its owner knows: how the game leans, how rollouts play.

A card on a pile promises the tokens that it takes less those it loses, the animals of the battle by how likely it is
then won, and what the other piles can gain with the cards left; less what the card would be worth later. The other's
card is any that was not seen. Nothing else is used, so the owner's view gives the same as the world.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.battle cimport Fight
from hunch.engines.games.tomahawk.state cimport PILES, Tables, TomahawkState, u8

cdef enum:
    MOST_HAND = 8                   # cards; with more, which only other data can bring, nothing is weighed

ctypedef struct Weighing:            # of one seat in one turn
    int32_t cards                   # in hand, each by itself
    int32_t piles                   # still to be filled
    u8 code[MOST_HAND]
    u8 pile[PILES]
    float gain[PILES][MOST_HAND]                    # points, by pile to be filled and card
    float beyond[PILES][1 << MOST_HAND]             # the most from a pile on, the second or later, by the cards gone

cdef bint weigh(const Tables* t, const TomahawkState* s, int32_t seat, Weighing* p) noexcept nogil
# False where the hand is too large.

cdef float weigh_kinds(const Weighing* p, int32_t at, int32_t placed, float* odds, int32_t* kinds) noexcept nogil
# How likely each kind is for pile number `at`, with the cards of the set `placed` gone; gives what that adds up to.

cdef int32_t draw(const Weighing* p, int32_t at, int32_t placed, Rng* rng) noexcept nogil
# Which card the rollout policy places on pile number `at`.

cdef move_t placed_by_policy(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil
# The placement of the rollout policy.

cdef bint prior_of(const Tables* t, const TomahawkState* s, const move_t* moves, int32_t n, float* out) noexcept nogil

cdef double hoped(const Tables* t, int32_t tile, int32_t to_come, Fight* f) noexcept nogil
# How much of a battle the first side may hope to win with so many rows to come, -1 to 1.
