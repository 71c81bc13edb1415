"""A cursor over the bytes of one message. It reads the fields in the order of their numbers, and checks all bounds.

A cursor breaks if a number or a length does not fit into the remaining bytes or into 32 bits. It then stays broken and
returns only zeros. So a reader reads all fields, then checks `at_end` once. A loop checks `has_more`, which is
false for a broken cursor too.

A field is read only if its tag has the usual form: one byte for field numbers below 16, two bytes from 16 to 31. The
cursor stops in front of anything else, and `at_end` is then false.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport u8

cdef enum:
    NUMBER = 0                  # wire type of a number
    DELIMITED = 2               # wire type of a message, a text or a list: its length, then its bytes
    LONGEST = 5                 # most bytes of a number of 32 bits

ctypedef struct Cursor:
    const unsigned char* at     # the next byte; NULL if the cursor is broken
    const unsigned char* end    # one past the last byte; NULL if the cursor is broken


cdef inline bint broken(Cursor* cursor) noexcept nogil:
    """Breaks the cursor. Returns false, so that a reader can return it."""
    cursor.at = cursor.end = NULL
    return False


cdef inline bint has_more(const Cursor* cursor) noexcept nogil:
    """Whether any byte remains."""
    return cursor.at != cursor.end


cdef inline bint at_end(const Cursor* cursor) noexcept nogil:
    """Whether all bytes were read: the cursor is not broken, and no field is unknown or out of order."""
    return cursor.at == cursor.end and cursor.at != NULL


cdef inline size_t length(const Cursor* cursor) noexcept nogil:
    """How many bytes remain."""
    return <size_t>(cursor.end - cursor.at) if has_more(cursor) else 0


cdef inline uint32_t next_number(Cursor* cursor) noexcept nogil:
    """The next number. If there is none, breaks the cursor and returns 0."""
    cdef uint64_t word = 0
    cdef uint32_t shift
    cdef unsigned char part
    for shift in range(0, 7 * LONGEST, 7):
        if not has_more(cursor):
            break
        part = cursor.at[0]
        cursor.at += 1
        word |= <uint64_t>(part & 127) << shift
        if part & 128 == 0:
            if word <= <uint32_t>0xFFFFFFFF:
                return <uint32_t>word
            break
    broken(cursor)
    return 0


cdef inline bint next_is(Cursor* cursor, uint32_t field, uint32_t wire_type) noexcept nogil:
    """Whether a field is next. If so, the cursor moves to its value."""
    cdef uint32_t tag = field << 3 | wire_type
    if not has_more(cursor):
        return False
    if field < 16:
        if cursor.at[0] != tag:
            return False
        cursor.at += 1
        return True
    if length(cursor) < 2 or cursor.at[0] != (tag & 127 | 128) or cursor.at[1] != tag >> 7:
        return False
    cursor.at += 2
    return True


cdef inline uint32_t number(Cursor* cursor, uint32_t field) noexcept nogil:
    """The number in a field; 0 if it was not sent."""
    return next_number(cursor) if next_is(cursor, field, NUMBER) else 0


cdef inline bint flag(Cursor* cursor, uint32_t field) noexcept nogil:
    """The bool in a field; false if it was not sent."""
    cdef uint32_t sent = number(cursor, field)
    return sent == 1 or (sent != 0 and broken(cursor))


cdef inline bint enter(Cursor* cursor, uint32_t field, Cursor* inner) noexcept nogil:
    """Whether a field is next. If so, `inner` is a cursor over its content: a message, a text or a list."""
    cdef uint32_t size
    if not next_is(cursor, field, DELIMITED):
        return False
    size = next_number(cursor)
    inner[0] = cursor[0]
    if size > length(cursor):
        return broken(cursor) or broken(inner)
    if size:
        cursor.at += size
    inner.end = cursor.at
    return cursor.at != NULL


cdef inline Cursor inside(Cursor* cursor, uint32_t field) noexcept nogil:
    """A cursor over the content of a field; at its end if the field was not sent."""
    cdef Cursor inner
    inner.at = inner.end = cursor.at
    enter(cursor, field, &inner)
    return inner


cdef inline bint state_of(bytes raw, uint32_t field, Cursor* state) except -1:
    """Whether a GameState ends with a field. If so, `state` is a cursor over the content after its options.

    The caller has checked the version, the hash and the options before.
    """
    cdef Cursor cursor
    cursor.at = raw
    cursor.end = cursor.at + len(raw)
    number(&cursor, 1)
    inside(&cursor, 2)
    if not enter(&cursor, field, state):
        return False
    inside(state, 1)
    return at_end(&cursor)


cdef inline bint byte(uint32_t word, uint32_t least, uint32_t most, u8* out) noexcept nogil:
    """Stores a number, and returns whether it is in range."""
    out[0] = <u8>word
    return least <= word <= most


cdef inline int32_t listed(
    Cursor* cursor, uint32_t field, uint32_t least, uint32_t most, int32_t room, u8* out
) noexcept nogil:
    """Stores the numbers of a list and returns how many; -1 if there are too many, or one is out of range."""
    cdef Cursor inner = inside(cursor, field)
    cdef int32_t n = 0
    while has_more(&inner):
        if n == room or not byte(next_number(&inner), least, most, &out[n]):
            return -1
        n += 1
    return n if at_end(&inner) else -1
