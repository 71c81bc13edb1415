"""A cursor: a world with what each seat knows there, moved on move by move as a sampler does it."""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, State, move_t


cdef class Cursor:
    cdef readonly State world
    cdef uint64_t keys[MOST_SEATS]      # by seat: the key of what it knows, without the chance events it saw since
    cdef uint64_t draws[MOST_SEATS]     # by seat: the sum of those chance events

    cdef uint64_t key_of(self, int32_t seat) noexcept nogil
    # The complete key of a seat.

    cdef Cursor copied(self)
    # The same cursor, with a world of its own.

    cdef int advance(self, move_t move, int32_t mover) except -1
    # The same as `after`, in place: only for a copy that nobody else holds.
