"""Limits that a running search polls: a flag that anybody may raise, a count and a clock."""
from libc.stdint cimport int64_t, uint32_t

cdef enum:
    # Levels of a Stop, as bits.
    END = 1              # end with the answer so far
    ABANDON = 2          # end without an answer, as nobody waits for it


cdef class Stop:
    cdef int raised      # the levels that were raised, as bits


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
    # Reasons for the end of a search.
    RUNNING = 0          # it has not ended
    DONE = 1             # it made its iterations
    LATE = 2             # its time was over
    STOPPED = 3          # the flag was raised

ctypedef struct Budget:
    const int* flag      # the flag of the Stop
    int64_t iterations   # most iterations
    int64_t deadline     # latest time, as `now` counts; 0 for none
    int64_t looked       # when the clock was last read
    uint32_t every       # calls between two readings of the clock, less one: all ones in binary
    uint32_t calls       # how often `spent` was called


cdef int spent(Budget* budget, int64_t made) noexcept nogil
# Returns RUNNING, or the reason why no further iteration may begin. Reads the clock a few times a millisecond.
