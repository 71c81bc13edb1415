"""What is left to read of a message's bytes, field by field in the order of their numbers.

The bytes are those that protobuf has just written: nothing in them is malformed. Numbers of fields are below 32, so
that what stands before each is one byte, or from 16 on two.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport u8

cdef enum:
    NUMBER = 0                  # how a value stands on the wire: alone,
    DELIMITED = 2               # or behind its length

ctypedef struct Span:
    const unsigned char* at
    const unsigned char* end


cdef inline uint64_t varint(const unsigned char** at) noexcept nogil:
    cdef uint64_t word = 0
    cdef uint32_t shift = 0
    cdef unsigned char part = 128
    while part & 128:
        part = at[0][0]
        at[0] += 1
        word |= <uint64_t>(part & 127) << shift
        shift += 7
    return word


cdef inline bint over(const Span* rest) noexcept nogil:
    """Whether nothing is left: no field out of order, and none that nobody asked for."""
    return rest.at == rest.end


cdef inline bint comes(Span* rest, uint32_t field, uint32_t sort) noexcept nogil:
    """Whether that field is next; then its value is."""
    cdef uint32_t tag = field << 3 | sort
    if rest.at == rest.end:
        return False
    if field < 16:
        if rest.at[0] != tag:
            return False
        rest.at += 1
        return True
    if rest.at[0] != (tag & 127 | 128) or rest.at[1] != tag >> 7:
        return False
    rest.at += 2
    return True


cdef inline uint32_t number(Span* rest, uint32_t field) noexcept nogil:
    """The number in that field; 0 where it was not sent."""
    return <uint32_t>varint(&rest.at) if comes(rest, field, NUMBER) else 0


cdef inline bint opened(Span* rest, uint32_t field, Span* inner) noexcept nogil:
    """Whether that field is next, and then what is in it: a message, a text, a list of numbers or one of messages."""
    cdef uint64_t length
    if not comes(rest, field, DELIMITED):
        return False
    length = varint(&rest.at)
    inner.at = rest.at
    rest.at += length
    inner.end = rest.at
    return True


cdef inline Span inside(Span* rest, uint32_t field) noexcept nogil:
    """What is in that field; nothing where it was not sent."""
    cdef Span inner
    inner.at = inner.end = NULL
    opened(rest, field, &inner)
    return inner


cdef inline bint state_of(bytes raw, uint32_t field, Span* told) except -1:
    """What is in that field of a GameState behind the options; False where anything stands after it."""
    cdef Span rest
    rest.at = raw
    rest.end = rest.at + len(raw)
    number(&rest, 1)            # the version and the hash were looked at before, and so were the options
    inside(&rest, 2)
    told[0] = inside(&rest, field)
    inside(told, 1)
    return over(&rest)


cdef inline bint byte(uint32_t value, uint32_t least, uint32_t most, u8* out) noexcept nogil:
    """Whether a number is in range; then it is written down."""
    out[0] = <u8>value
    return least <= value <= most


cdef inline int32_t listed(
    Span* rest, uint32_t field, uint32_t least, uint32_t most, int32_t room, u8* out
) noexcept nogil:
    """How many numbers are in that list; -1 where there is no room for all, or one is not in range."""
    cdef Span inner = inside(rest, field)
    cdef int32_t n = 0
    while not over(&inner):
        if n == room or not byte(<uint32_t>varint(&inner.at), least, most, &out[n]):
            return -1
        n += 1
    return n
