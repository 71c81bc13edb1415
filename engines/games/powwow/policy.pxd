"""The prior and the rollout policy: the payoff that each move promises, from what the mover knows.

Each Indian has a *pull*: the odds that it leaves the track first, by the rest of its way. The mover has a *stake* in
each: their payoff if it leaves first. Exchanges of the mover show where a card may be, and exchanges of others shuffle
the cards. Nothing else is used, so the mover's view gives the same result as the world.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.powwow.state cimport KINDS, MOST_PLAYERS, PowwowState, Tables
from hunch.engines.rng cimport Rng

cdef enum:
    MOST_CHOICES = 16               # most moves of one decision
    UNMADE = -1                     # `Guess.known` of a guess that was not made yet

ctypedef struct Guess:              # what a seat believes about the hands
    double hold[MOST_PLAYERS][KINDS]    # probability that each other hand holds each card
    int32_t known                   # exchanges of the log that the guess includes, or UNMADE


cdef bint prior_of(const Tables* t, const PowwowState* s, const move_t* moves, int32_t n, float* out) noexcept nogil
# Writes the shares of the legal moves.

cdef move_t policy_move(const Tables* t, const PowwowState* s, Guess* guess, Rng* rng) noexcept nogil
# Returns a move of the rollout policy, drawn by those shares. `guess` is UNMADE or from an earlier call for the same
# seat in the same game, and is updated.
