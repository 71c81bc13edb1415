"""A cursor over the bytes of one message: it reads the fields in the order of their numbers.

It trusts no writer of the bytes. When they are malformed, or hold a number of more than 32 bits, the cursor is broken:
it points nowhere and nothing more comes out of it. So a caller reads all it wants and asks once at the end, by `over`.
Loops ask `more`, which is false for a broken cursor too.

A field is read only if its tag is written in the usual form: in one byte for numbers below 16, in two from 16 to 31.
Anything else is left standing, and `over` says no.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport u8

cdef enum:
    NUMBER = 0                  # wire type of a number
    DELIMITED = 2               # wire type of a message, a text or a list: its length, then its bytes
    LONGEST = 10                # bytes of a number on the wire, as a protobuf writes at most

ctypedef struct Span:
    const unsigned char* at     # the next byte; NULL when the cursor is broken
    const unsigned char* end    # behind the last byte; NULL when the cursor is broken


cdef inline Span span_of(bytes raw):
    """A cursor over all bytes of a message, which must outlive it."""
    cdef Span rest
    rest.at = raw
    rest.end = rest.at + len(raw)
    return rest


cdef inline bint broken(Span* rest) noexcept nogil:
    """Makes the cursor a broken one. Always false, so that a reader can end with it."""
    rest.at = rest.end = NULL
    return False


cdef inline bint more(const Span* rest) noexcept nogil:
    """Whether a byte is left."""
    return rest.at != rest.end


cdef inline bint over(const Span* rest) noexcept nogil:
    """Whether all was read and nothing was malformed: no field out of order, and none that nobody asked for."""
    return rest.at == rest.end and intact(rest)


cdef inline bint intact(const Span* rest) noexcept nogil:
    """Whether nothing was malformed so far."""
    return rest.at != NULL


cdef inline size_t length(const Span* rest) noexcept nogil:
    """How many bytes are left; 0 when the cursor is broken."""
    return <size_t>(rest.end - rest.at) if more(rest) else 0


cdef inline void past(Span* rest, uint64_t size) noexcept nogil:
    """Leaves out so many bytes."""
    if size > length(rest):
        broken(rest)
    elif size:
        rest.at += size


cdef inline uint64_t varint(Span* rest) noexcept nogil:
    """A number of up to 64 bits; 0 when the cursor is or gets broken."""
    cdef uint64_t word = 0
    cdef uint32_t shift
    cdef unsigned char part
    for shift in range(0, 7 * LONGEST, 7):
        if not more(rest):
            break
        part = rest.at[0]
        rest.at += 1
        word |= <uint64_t>(part & 127) << shift
        if not part & 128:
            return word
    broken(rest)
    return 0


cdef inline uint32_t next_number(Span* rest) noexcept nogil:
    """A number of up to 32 bits; 0 when the cursor is or gets broken."""
    cdef uint64_t word = varint(rest)
    if word > <uint32_t>0xFFFFFFFF:
        broken(rest)
        return 0
    return <uint32_t>word


cdef inline bint comes(Span* rest, uint32_t field, uint32_t sort) noexcept nogil:
    """Whether that field is next; then its value is."""
    cdef uint32_t tag = field << 3 | sort
    if not more(rest):
        return False
    if field < 16:
        if rest.at[0] != tag:
            return False
        rest.at += 1
        return True
    if rest.end - rest.at < 2 or rest.at[0] != (tag & 127 | 128) or rest.at[1] != tag >> 7:
        return False
    rest.at += 2
    return True


cdef inline uint32_t number(Span* rest, uint32_t field) noexcept nogil:
    """The number in that field; 0 if it was not sent."""
    return next_number(rest) if comes(rest, field, NUMBER) else 0


cdef inline bint flag(Span* rest, uint32_t field) noexcept nogil:
    """The truth in that field; false if it was not sent."""
    cdef uint32_t said = number(rest, field)
    return said == 1 or (said != 0 and broken(rest))


cdef inline bint opened(Span* rest, uint32_t field, Span* inner) noexcept nogil:
    """Whether that field is next, and then what is in it: a message, a text, a list of numbers or one of messages."""
    cdef uint64_t size
    if not comes(rest, field, DELIMITED):
        return False
    size = varint(rest)
    inner[0] = rest[0]
    past(rest, size)
    inner.end = rest.at
    return intact(rest) or broken(inner)


cdef inline Span inside(Span* rest, uint32_t field) noexcept nogil:
    """What is in that field; nothing if it was not sent."""
    cdef Span inner
    inner.at = inner.end = rest.at
    opened(rest, field, &inner)
    return inner


cdef inline bint state_of(bytes raw, uint32_t field, Span* told) except -1:
    """What is in that field of a GameState behind the options; False if anything stands after it."""
    cdef Span rest = span_of(raw)
    number(&rest, 1)            # the version and the hash were looked at before, and so were the options
    inside(&rest, 2)
    if not opened(&rest, field, told):
        return False
    inside(told, 1)
    return over(&rest)


cdef inline bint byte(uint32_t word, uint32_t least, uint32_t most, u8* out) noexcept nogil:
    """Whether a number is in range; then it is written down."""
    out[0] = <u8>word
    return least <= word <= most


cdef inline int32_t listed(
    Span* rest, uint32_t field, uint32_t least, uint32_t most, int32_t room, u8* out
) noexcept nogil:
    """How many numbers are in that list; -1 if there is no room for all, or one is not in range."""
    cdef Span inner = inside(rest, field)
    cdef int32_t n = 0
    while more(&inner):
        if n == room or not byte(next_number(&inner), least, most, &out[n]):
            return -1
        n += 1
    return n if over(&inner) else -1
