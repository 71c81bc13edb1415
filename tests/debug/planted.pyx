"""Planted mistakes, one of each kind that a debug build must stop."""
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc

from hunch.engines.contract cimport check, move_t
from hunch.engines.games.goofspiel.rules cimport Goofspiel
from hunch.engines.games.goofspiel.state cimport KIND, REVEAL, GoofspielState


cdef struct Board:
    int32_t[4] cells
    int32_t round


def write_beyond_a_state(int32_t size):
    """A write one byte past the end of a heap block."""
    cdef char* block = <char*>malloc(size)
    block[size] = 1
    cdef char written = block[size]
    free(block)
    return written


def write_beyond_an_array(int32_t at):
    """A write past an array inside a struct, which stays inside the struct."""
    cdef Board board
    board.round = 0
    board.cells[at] = 7
    return board.round


def overflow(int32_t number):
    """Signed overflow."""
    return number + 1


def break_a_promise(bint holds):
    """A `check` that does not hold."""
    check(holds, "planted")


cdef int32_t at_index(int32_t[:] cells, int32_t at) noexcept nogil:
    return cells[at]


def read_beyond_a_view(int32_t[:] cells, int32_t at):
    """An index out of a memory view, in code that cannot raise."""
    return at_index(cells, at)


cdef class Generous(Goofspiel):
    """Goofspiel in which the first seat sometimes gets a point that nobody won."""

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        cdef GoofspielState* s = <GoofspielState*>state
        Goofspiel.apply(self, state, m)
        if m & KIND == REVEAL and s.points[1] > 50:
            s.points[0] += 1
