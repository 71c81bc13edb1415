"""UCB in which named turns have shares of their own: what they are worth is found out, however good they look."""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.contract cimport move_t
from hunch.search.ucb cimport Ucb

ctypedef struct NamedStep:       # one move of a named turn
    uint64_t key                 # the asker's key before it; 0 after the end of a turn
    move_t move


cdef class NamedUcb(Ucb):
    cdef NamedStep* named        # by named turn, `length` steps
    cdef int32_t count           # how many turns are named
    cdef int32_t length          # the moves of the longest of them
    cdef int32_t period          # iterations after which each named turn has had its share
    cdef int32_t forced          # the named turn that this iteration plays; -1 if the asker is free
