"""Where a search may be: a world with what each seat knows there, followed move by move as a sampler follows it."""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, State, move_t


cdef class Cursor:
    cdef readonly State world
    cdef uint64_t keys[MOST_SEATS]      # what each seat knows,
    cdef uint64_t draws[MOST_SEATS]     # and the sum of the chance events it saw since

    cdef uint64_t whole(self, int32_t seat) noexcept nogil
    # The key of a seat, complete.

    cdef Cursor copied(self)
    # The same place, with a world of its own.

    cdef int step(self, move_t move, int32_t mover) except -1
    # What `after` does, in place: for who made the copy.
