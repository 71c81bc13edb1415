"""Keys: 64 bits that stand for all that a seat knows. The search, the solver and the laws build them the same way."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from hunch.engines.rng cimport hunch_fold


cdef inline uint64_t scramble(uint64_t word) noexcept nogil:
    """One word spread over all bits; for tokens that are added up before they are mixed."""
    return hunch_fold(word ^ <uint64_t>0xD6E8FEB86659FD93, <uint64_t>0xA0761D6478BD642F)


cdef inline uint64_t mix(uint64_t key, uint64_t token) noexcept nogil:
    """The key after one more token; the order of calls counts."""
    return hunch_fold(key ^ <uint64_t>0x2D358DCCAA6C78A5, scramble(token) ^ <uint64_t>0x8BB84B93962EACC9)


cdef inline uint64_t hash_bytes(const void* data, size_t size) noexcept nogil:
    """The key of a state; `size` is a multiple of 8 by the contract."""
    cdef const uint8_t* at = <const uint8_t*>data
    cdef uint64_t key = <uint64_t>0x9E3779B97F4A7C15 ^ size
    cdef uint64_t word
    cdef size_t done = 0
    while done < size:
        memcpy(&word, at + done, 8)
        key = mix(key, word)
        done += 8
    return key
