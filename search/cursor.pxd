"""A cursor: a world with the key of each seat, which moves on by one event at a time as a sampler does."""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, State, move_t


cdef class Cursor:
    cdef readonly State world
    cdef uint64_t keys[MOST_SEATS]      # by seat: the key of what it knew after the last event that was not chance
    cdef uint64_t draws[MOST_SEATS]     # by seat: the sum of the chance events that it saw since then
    cdef uint64_t common_key            # the key of what everybody has seen since the root
    cdef uint64_t common_draws          # the sum of the chance events that everybody has seen since
    cdef int32_t unseen[MOST_SEATS]     # by seat: how many moves it has made since everybody saw a move

    cdef uint64_t key_of(self, int32_t seat) noexcept nogil
    # Returns the complete key of a seat.

    cdef void notice_common(self, move_t token, int32_t mover) noexcept nogil
    # Updates the key of what everybody has seen.

    cdef Cursor copied(self)
    # Returns a copy of the cursor with a world of its own.

    cdef int advance(self, move_t move, int32_t mover) except -1
    # Does what `after` does, in place: only for a copy that nobody else holds.
