"""Random numbers for the hot path: one 64-bit word of state, passed by pointer, never global.

A generator is a plain struct, so copying it forks it and equal seeds give equal games on every machine.
The step is a 64x64 -> 128 bit multiplication folded in half (the wyrand construction); `split` starts an
independent stream. Nothing here is fit for dice that people bet on: the server makes those with HMAC.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef HUNCH_FOLD
    #define HUNCH_FOLD
    static inline uint64_t hunch_fold(uint64_t a, uint64_t b) {
        unsigned __int128 product = (unsigned __int128)a * b;
        return (uint64_t)(product >> 64) ^ (uint64_t)product;
    }
    static inline uint64_t hunch_high(uint64_t a, uint64_t b) {
        return (uint64_t)(((unsigned __int128)a * b) >> 64);
    }
    #endif
    """
    uint64_t hunch_fold(uint64_t a, uint64_t b) noexcept nogil      # both halves of the product, xored
    uint64_t hunch_high(uint64_t a, uint64_t b) noexcept nogil      # the upper half of the product

ctypedef struct Rng:
    uint64_t state      # any value is a valid state


cdef inline uint64_t next_word(Rng* rng) noexcept nogil:
    """64 fresh bits."""
    rng.state += <uint64_t>0xA0761D6478BD642F
    return hunch_fold(rng.state, rng.state ^ <uint64_t>0xE7037ED1A0B428DB)


cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """A whole number in [0, n); n > 0. The bias is under n / 2**64."""
    return <uint32_t>hunch_high(next_word(rng), n)


cdef inline uint32_t take(uint64_t* word, uint32_t n) noexcept nogil:
    """A whole number in [0, n) that uses up part of a word: good for a few small draws in a row."""
    cdef uint32_t drawn = <uint32_t>hunch_high(word[0], n)
    word[0] *= n
    return drawn


cdef inline double unit(Rng* rng) noexcept nogil:
    """A real number in [0, 1)."""
    return <double>(next_word(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline int32_t picked(Rng* rng, const uint32_t* weight, int32_t n) noexcept nogil:
    """A whole number in [0, n), drawn by its weight."""
    cdef uint32_t total = 0, at
    cdef int32_t i
    for i in range(n):
        total += weight[i]
    at = below(rng, total)
    for i in range(n - 1):
        if at < weight[i]:
            return i
        at -= weight[i]
    return n - 1


cdef inline Rng seeded(uint64_t seed) noexcept nogil:
    """The generator of a seed; near seeds give unrelated streams."""
    cdef Rng rng
    rng.state = hunch_fold(seed ^ <uint64_t>0x8EBC6AF09C88C6E3, <uint64_t>0x589965CC75374CC3) ^ seed
    next_word(&rng)
    rng.state = next_word(&rng)
    return rng


cdef inline Rng split(Rng* rng) noexcept nogil:
    """A new stream, for a thread or a rollout; the old one moves on."""
    return seeded(next_word(rng))
