"""Beliefs from a record: worlds at its end, weighted by how likely the others' moves were that the asker saw.

Particles begin as worlds of the record's start. Each is played on until it shows the asker the next event of the
record. Chance and the others choose among what fits the record, and the particle's weight is multiplied by how likely
that was. The others are taken to play as the game rates their moves. If it does not rate them, they are taken to prefer
moves after which the game's estimate is better for them.
"""
from libc.stdint cimport int32_t, int64_t

from hunch.engines.contract cimport Game, State, move_t
from hunch.engines.rng cimport Rng

cdef enum:
    UNSEEN = 64              # most steps in a row that the asker sees nothing of


cdef class Beliefs:
    cdef Game game
    cdef int32_t seat            # the asker
    cdef double sharpness        # of the others' choices, by payoffs of the estimate
    cdef State view              # the asker's view, as far as the record has been played
    cdef State scratch
    cdef char* particles         # the worlds
    cdef char* spare             # room for as many worlds
    cdef double* weight          # the weights of the particles
    cdef double most             # the largest weight
    cdef readonly int32_t count  # of particles
    cdef bint moved              # whether the last event was a move of another seat
    cdef int64_t moves           # how many events were moves of others
    cdef int64_t broken          # how many events most particles did not allow for
    cdef bint informative        # whether the game ever rated a move of the others above another
    cdef Rng rng

    cdef bint observe(self, move_t token) noexcept nogil
    # Plays all particles on through an event; False if the view has no world.

    cdef double play_until(self, void* s, move_t token) noexcept nogil
    # Plays one particle on until the asker sees the event; how likely that was, 0 if it cannot have been.

    cdef double move_odds(self, const void* s, const move_t* moves, int32_t n, int32_t turn,
                          double* odds) noexcept nogil
    # Fills in the odds of the moves of a seat; returns their sum.

    cdef bint resample(self) noexcept nogil
    # Evens the weights out if few particles carry them all: some are taken several times, fresh worlds fill up.

    cdef const void* draw(self, Rng* rng) noexcept nogil
    # A particle, drawn by its weight.
