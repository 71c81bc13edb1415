"""Limits that a running search polls: a flag that anybody may raise, a count and a clock."""
from libc.stdint cimport int64_t

cdef enum:
    OFTEN = 50_000       # nanoseconds between two readings of the clock; with fewer, they become rarer
    SELDOM = 200_000     # nanoseconds between two readings of the clock; with more, they become more frequent
    MOST_BETWEEN = 255   # most calls between two readings of the clock


cdef extern from *:
    int raise_flag "__atomic_fetch_or"(int*, int, int) noexcept nogil
    int RELAXED_RAISE "__ATOMIC_RELAXED"


cdef class Stop:
    def set(self):
        raise_flag(&self.raised, END, RELAXED_RAISE)

    def is_set(self):
        return is_raised(&self.raised)

    def abandon(self):
        raise_flag(&self.raised, END | ABANDON, RELAXED_RAISE)

    def is_abandoned(self):
        return bool(load_flag(&self.raised, RELAXED) & ABANDON)


cdef int spent(Budget* budget, int64_t made) noexcept nogil:
    cdef int64_t time
    if is_raised(budget.flag):
        return STOPPED
    if made >= budget.iterations:
        return DONE
    budget.calls += 1
    if budget.deadline == 0 or budget.calls & budget.every:
        return RUNNING
    time = now()
    if time >= budget.deadline:
        return LATE
    if time - budget.looked > SELDOM and budget.every:
        budget.every >>= 1
    elif time - budget.looked < OFTEN and budget.every < MOST_BETWEEN:
        budget.every = 2 * budget.every + 1
    budget.looked = time
    return RUNNING
