"""What each move promises to the mover, as far as they know: the prior and the rollout policy.

The Indians race: the rest of its way gives each a chance to leave first. The mover has a stake in each: what its
leaving first would pay them. Their own exchanges show where a card may be; exchanges of others shuffle it. Nothing else
is used, so the mover's view gives the same as the world.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.powwow.state cimport KINDS, MOST_PLAYERS, PowwowState, Tables
from hunch.engines.rng cimport Rng

cdef enum:
    MOST_CHOICES = 16               # moves of one decision, at most
    UNMADE = -1                     # `Guess.known` of a guess that does not exist yet

ctypedef struct Guess:              # what a seat believes about where the cards are
    double hold[MOST_PLAYERS][KINDS]    # how likely each other hand is to hold each card
    int32_t known                   # exchanges of the log that it rests on, or UNMADE


cdef bint prior_of(const Tables* t, const PowwowState* s, const move_t* moves, int32_t n, float* out) noexcept nogil
# Shares by what each legal move promises.

cdef move_t policy_move(const Tables* t, const PowwowState* s, Guess* guess, Rng* rng) noexcept nogil
# A move of the rollout policy, drawn by those shares. `guess` is UNMADE or from an earlier call for the same seat in
# the same game; it is brought up to date.
