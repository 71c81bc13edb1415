"""Beliefs from a record: worlds drawn by playing it again, weighted by how likely the others' seen moves were.

A particle filter. Every particle is a world; it is played on until it shows the asker the next event of the record.
Chance and the others choose among what fits the record, and the particle's weight is multiplied by how likely that was.
The others are taken to play as the game leans; where it does not, to like moves after which its own estimate of them is
better.
"""
from libc.stdint cimport int32_t, int64_t

from hunch.engines.contract cimport Game, State, move_t
from hunch.engines.rng cimport Rng

cdef enum:
    UNSEEN = 64              # steps in a row, at most, that the asker sees nothing of


cdef class Beliefs:
    cdef Game game
    cdef int32_t seat
    cdef double sharpness        # of the others' choices, in payoffs of the estimate
    cdef State view              # the asker's, as far as the record has been played
    cdef State scratch
    cdef char* particles         # worlds,
    cdef char* spare             # room for as many,
    cdef double* weight          # and their weights
    cdef double most             # of them
    cdef readonly int32_t count
    cdef bint moved              # whether the last event was a move of another;
    cdef int64_t moves           # how many there were,
    cdef int64_t broken          # and events that most particles did not allow for
    cdef bint telling            # whether the estimate ever liked a move better than another
    cdef Rng rng

    cdef bint tell(self, move_t token) noexcept nogil
    # Plays all particles on through an event; False when the view has no world.

    cdef double follow(self, void* s, move_t token) noexcept nogil
    # Plays one on; how likely the event was for it, 0 when it cannot have been.

    cdef double liked(self, const void* s, const move_t* moves, int32_t n, int32_t turn, double* odds) noexcept nogil
    # The odds of the moves of another seat, adding up to what is returned.

    cdef bint renew(self) noexcept nogil
    # Evens the weights out where few particles carry them all: some go several times, fresh worlds fill up.

    cdef const void* draw(self, Rng* rng) noexcept nogil
    # A particle by its weight.
