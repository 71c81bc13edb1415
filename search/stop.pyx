"""Limits that a running search polls: a flag anybody may raise, a count and a clock."""
from libc.stdint cimport int64_t

cdef enum:
    OFTEN = 50_000       # nanoseconds between two looks at the clock: look less often below,
    SELDOM = 200_000     # more often above
    MOST_BETWEEN = 255


cdef extern from *:
    void store_flag "__atomic_store_n"(int*, int, int) noexcept nogil
    int RELAXED_STORE "__ATOMIC_RELAXED"


cdef class Stop:
    def set(self):
        store_flag(&self.raised, 1, RELAXED_STORE)

    def is_set(self):
        return is_raised(&self.raised)


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
