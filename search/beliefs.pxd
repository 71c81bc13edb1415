"""Beliefs from a record: worlds at its end, weighted by the probability of the other seats' moves that the asker saw.

Particles begin as worlds of the record's start. Each is played on until it shows the asker the next event of the
record. Chance and the others choose only what fits the record, and the particle's weight is multiplied by the
probability of that. The others are assumed to play as the game rates their moves. If it does not rate them, they are
assumed to prefer moves with a better estimate for them.
"""
from libc.stdint cimport int32_t, int64_t

from hunch.engines.contract cimport Game, State, move_t
from hunch.engines.rng cimport Rng

cdef enum:
    UNSEEN = 64              # most steps in a row that the asker does not see


cdef class Beliefs:
    cdef Game game
    cdef int32_t seat            # the asker
    cdef double sharpness        # how strictly the others prefer moves with a better estimate
    cdef State view              # the asker's view after the events played so far
    cdef State scratch
    cdef char* particles         # the worlds
    cdef char* spare             # room for as many worlds
    cdef double* weight          # the weights of the particles
    cdef double most             # the largest weight
    cdef readonly int32_t count  # the number of particles
    cdef bint moved              # whether the last event was a move of another seat
    cdef int64_t moves           # events that were moves of others
    cdef int64_t broken          # events that more than half of the particles did not allow
    cdef bint informative        # whether the game has rated any move of the others above another
    cdef Rng rng

    cdef bint observe(self, move_t token) noexcept nogil
    # Plays all particles up to an event. False if the view has no world.

    cdef double play_until(self, void* s, move_t token) noexcept nogil
    # Plays a particle until the asker sees the event. Returns the probability of that, 0 if it is impossible.

    cdef double move_odds(self, const void* s, const move_t* moves, int32_t n, int32_t turn,
                          double* odds) noexcept nogil
    # Fills in the odds of the moves of a seat, and returns their sum.

    cdef bint resample(self) noexcept nogil
    # Draws the particles again if few of them have most of the weight. Fresh worlds replace dead particles.

    cdef const void* draw(self, Rng* rng) noexcept nogil
    # Returns a particle, drawn by its weight.
