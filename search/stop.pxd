"""Limits that a running search polls: a flag anybody may raise, a count and a clock."""
from libc.stdint cimport int64_t, uint32_t


cdef class Stop:
    cdef int raised


cdef inline bint is_raised(const int* flag) noexcept nogil:
    return load_flag(flag, RELAXED) != 0


cdef extern from *:
    """
    #include <time.h>
    static inline int64_t hunch_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    }
    """
    int64_t now "hunch_now"() noexcept nogil                # nanoseconds of a clock that never goes back
    int load_flag "__atomic_load_n"(const int*, int) noexcept nogil
    int RELAXED "__ATOMIC_RELAXED"


cdef enum:
    RUNNING = 0          # why a search stopped
    DONE = 1             # the iterations were made
    LATE = 2             # the time was up
    STOPPED = 3          # the flag was raised

ctypedef struct Budget:
    const int* flag
    int64_t iterations   # how many at most
    int64_t deadline     # of `now`, 0 when there is none
    int64_t looked       # when the clock was last read
    uint32_t every       # calls between two looks, less one; a power of two, less one
    uint32_t calls


cdef int spent(Budget* budget, int64_t made) noexcept nogil
# RUNNING, or why no further iteration should begin. Looks at the clock a few times a millisecond.
