"""Messages as plain values: tuples with the names of their fields, read at once from a message's bytes.

They read like the messages they come from, several times faster, and equal ones are equal keys. The elements of a list
are made when they are asked for, and `Each` asks only for those that it has not met before: the others are looked up
by their bytes. The elements of a list stand together; bytes in which anything else is malformed are refused.
"""
from collections import namedtuple

from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF, Py_XDECREF
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.errors import BadMessage
from hunch.engines.codec.cursor cimport (
    DELIMITED, Span, broken, inside, intact, length, more, number, over, past, span_of, varint,
)

from google.protobuf.descriptor import FieldDescriptor as Wire

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject* (*tp_alloc)(PyTypeObject* kind, Py_ssize_t items) except NULL
    PyObject* PyTuple_GET_ITEM(PyObject* made, Py_ssize_t place)
    void PyTuple_SET_ITEM(PyObject* made, Py_ssize_t place, PyObject* stolen)

cdef extern from *:
    """
    /* From Python 3.14 a tuple remembers its hash, and one of zeros, as tp_alloc makes it, would say that it is 0. */
    #if PY_VERSION_HEX >= 0x030E0000
    #define hunch_not_hashed(made) (((PyTupleObject *)(made))->ob_hash = -1)
    #else
    #define hunch_not_hashed(made) ((void)(made))
    #endif
    """
    void not_hashed "hunch_not_hashed"(PyObject* made)

cdef enum:
    UINT32, ENUM, BOOL, STRING, MESSAGE
    MOST_FIELDS = 32
    VARINT = 0                  # how a value stands on the wire
    EIGHT_BYTES = 1
    GROUP = 3
    GROUP_END = 4
    FOUR_BYTES = 5
    MOST_OPTIONS = 127          # bytes of a game's options, more than any has: their length is one byte
    MOST_ELEMENTS = 1024        # elements that one reader remembers,
    LONGEST_ELEMENT = 512       # and the bytes of each, so that no caller makes it large

SORTS = {
    Wire.TYPE_UINT32: UINT32, Wire.TYPE_ENUM: ENUM, Wire.TYPE_BOOL: BOOL, Wire.TYPE_STRING: STRING,
    Wire.TYPE_MESSAGE: MESSAGE,
}


class Plain:
    """What the tuples can do besides naming their fields, as messages can."""

    __slots__ = ()

    def HasField(self, name):
        return bool(self.has & self.BITS[name])

    def WhichOneof(self, name):
        mask, fields = self.ONEOFS[name]
        return fields.get(self.has & mask)

    def ListFields(self):
        return [
            (field, value) for field, value in zip(self.DESCRIPTOR.fields, self)
            if (self.has & self.BITS[field.name] if field.has_presence else value)
        ]


cdef struct Field:
    uint32_t tag                # its number and how it stands on the wire
    uint32_t bit                # says that it is there; 0 where nobody can ask
    int32_t sort, place         # what it is, and where it goes in the tuple
    bint repeated


cdef class Shape:
    """How one kind of message is read."""

    cdef object kind
    cdef tuple blank            # what is there when nothing was sent; after the fields, the bits of those that were
    cdef list inner             # shapes of the fields that are messages, by place
    cdef Field[MOST_FIELDS] field

    def __init__(self, descriptor):
        fields = descriptor.fields
        bits = {field.name: 1 << place for place, field in enumerate(fields) if field.has_presence}
        oneofs = {}
        for one in descriptor.oneofs:
            choices = {bits[field.name]: field.name for field in one.fields}
            oneofs[one.name] = (sum(choices), choices)
        tuples = namedtuple(descriptor.name, [*(field.name for field in fields), "has"])
        slots = {"__slots__": (), "DESCRIPTOR": descriptor, "BITS": bits, "ONEOFS": oneofs}
        self.kind = type(descriptor.name, (tuples, Plain), slots)
        self.inner = [shape_of(field.message_type) for field in fields]
        for place, field in enumerate(fields):
            if field.number >= MOST_FIELDS:
                raise TypeError(f"{field.full_name}: its number is above {MOST_FIELDS - 1}")
            sort, repeated = SORTS[field.type], field.default_value == []
            tag = field.number << 3 | (DELIMITED if repeated or sort >= STRING else VARINT)
            self.field[field.number] = Field(tag, bits.get(field.name, 0), sort, place, repeated)
        self.blank = (*map(self.default, fields), 0)

    def default(self, field):
        cdef Shape inner = self.inner[field.index]
        if field.default_value == []:
            return () if inner is None else Elements.__new__(Elements)
        return field.default_value if inner is None else inner.kind._make(inner.blank)


cdef dict shapes = {None: None}


cdef Shape shape_of(descriptor):
    if descriptor not in shapes:
        shapes[descriptor] = Shape(descriptor)
    return shapes[descriptor]


def plain(message):
    return written(message.DESCRIPTOR, message.SerializeToString())


def written(descriptor, bytes raw not None):
    cdef Span rest = span_of(raw)
    return whole(shape_of(descriptor), raw, &rest)


def front(bytes raw not None):
    cdef Span rest = span_of(raw)
    cdef const unsigned char* start = rest.at
    cdef const unsigned char* behind
    cdef const unsigned char* options
    cdef uint64_t tag, size
    number(&rest, 1)            # the version
    inside(&rest, 2)            # the hash
    tag = varint(&rest)
    behind = rest.at
    size = varint(&rest)
    if tag & 7 != DELIMITED or not intact(&rest) or size != length(&rest):
        return None
    options = rest.at
    inside(&rest, 1)
    if not intact(&rest) or rest.at - options > MOST_OPTIONS:
        return None
    size = rest.at - options
    return raw[:behind - start] + bytes((size,)) + options[:size]


cdef class Elements:
    """A list of messages."""

    cdef Shape shape
    cdef bytes raw              # all that was written, these somewhere in it:
    cdef Span rest              # behind the tag of the first
    cdef Py_ssize_t count
    cdef tuple made

    cdef tuple all(self):
        cdef Span rest = self.rest
        cdef list made
        if self.made is None:
            made = []
            while len(made) < self.count:
                if made:
                    varint(&rest)       # the tag of the list
                made.append(nested(self.shape, self.raw, &rest))
            self.made = tuple(made)
        return self.made

    def __len__(self):
        return self.count

    def __iter__(self):
        return iter(self.all())

    def __getitem__(self, place):
        return self.all()[place]

    def __eq__(self, other):
        return isinstance(other, Elements) and self.all() == (<Elements>other).all()

    def __hash__(self):
        return hash(self.all())


cdef class Each:
    cdef object read
    cdef dict known

    def __init__(self, read):
        self.read, self.known = read, {}

    def __call__(self, Elements items not None, str path not None):
        cdef Span rest = items.rest, element
        cdef bytes raw
        cdef list found = []
        while len(found) < items.count:
            if found:
                varint(&rest)           # the tag of the list
            element = next_of(&rest)
            raw = element.at[:length(&element)]
            value = self.known.get(raw)
            if value is None:
                value = self.read(whole(items.shape, items.raw, &element), f"{path}[{len(found)}]")
                if len(raw) <= LONGEST_ELEMENT:
                    keep(self.known, raw, value, MOST_ELEMENTS)
            found.append(value)
        return found


cdef int keep(dict known, key, value, Py_ssize_t most) except -1:
    if len(known) >= most:
        known.clear()
    known[key] = value
    return 0


cdef object whole(Shape shape, bytes raw, Span* rest):
    """The message whose fields are what is left."""
    cdef Py_ssize_t place, size = len(shape.blank)
    cdef PyTypeObject* kind = <PyTypeObject*><PyObject*>shape.kind
    cdef PyObject* made = kind.tp_alloc(kind, size)
    cdef uint32_t present = 0
    cdef uint64_t tag
    cdef Field* field
    found = <object>made
    Py_DECREF(found)            # now it has one owner
    not_hashed(made)
    while more(rest):
        tag = varint(rest)
        field = &shape.field[tag >> 3 if tag >> 3 < MOST_FIELDS else 0]
        if field.tag != tag:
            skip(tag, rest)     # of a later schema
            continue
        present |= field.bit
        if not field.repeated:
            value = one(shape, field, raw, rest)
        elif field.sort == MESSAGE:
            value = elements(shape, field, raw, rest)
        else:
            value = listed(shape, field, raw, rest)
        put(made, field.place, value)
    if not over(rest):
        raise BadMessage(shape.kind.__name__, "its bytes are no such message")
    for place in range(size - 1):
        if PyTuple_GET_ITEM(made, place) == NULL:
            put(made, place, shape.blank[place])
    put(made, size - 1, present)
    return found


cdef Span next_of(Span* rest) noexcept:
    """What stands behind its length next; broken if there is less."""
    cdef uint64_t size = varint(rest)
    cdef Span inner = rest[0]
    past(rest, size)
    inner.end = rest.at
    if not intact(rest):
        broken(&inner)
    return inner


cdef object nested(Shape shape, bytes raw, Span* rest):
    """A message that its length stands before."""
    cdef Span inner = next_of(rest)
    return whole(shape, raw, &inner)


cdef Elements elements(Shape shape, Field* field, bytes raw, Span* rest):
    cdef Elements found = Elements.__new__(Elements)
    cdef Span ahead
    found.shape, found.raw, found.rest = <Shape>shape.inner[field.place], raw, rest[0]
    while True:
        next_of(rest)
        found.count += 1
        ahead = rest[0]
        if not more(rest) or varint(&ahead) != field.tag:
            return found
        rest[0] = ahead


cdef tuple listed(Shape shape, Field* field, bytes raw, Span* rest):
    """The elements of a list of values, numbers packed."""
    cdef list items = []
    cdef Span ahead
    if field.sort < STRING:
        ahead = next_of(rest)
        while more(&ahead):
            items.append(one(shape, field, raw, &ahead))
        if not over(&ahead):
            broken(rest)
        return tuple(items)
    while True:
        items.append(one(shape, field, raw, rest))
        ahead = rest[0]
        if not more(rest) or varint(&ahead) != field.tag:
            return tuple(items)
        rest[0] = ahead


cdef object one(Shape shape, Field* field, bytes raw, Span* rest):
    """A value."""
    cdef Span text
    cdef uint64_t word
    if field.sort == MESSAGE:
        return nested(<Shape>shape.inner[field.place], raw, rest)
    if field.sort == STRING:
        text = next_of(rest)
        return text.at[:length(&text)].decode("utf-8")
    word = varint(rest)
    if field.sort == UINT32:
        return <uint32_t>word
    if field.sort == ENUM:
        return <int32_t>word
    return word != 0


cdef void skip(uint64_t tag, Span* rest) noexcept:
    """Past the value of a field that is not of our schema."""
    cdef uint64_t sort
    cdef int32_t depth = 0
    while True:
        sort = tag & 7
        if sort == VARINT:
            varint(rest)
        elif sort == DELIMITED:
            next_of(rest)
        elif sort == EIGHT_BYTES or sort == FOUR_BYTES:
            past(rest, 8 if sort == EIGHT_BYTES else 4)
        elif sort == GROUP:
            depth += 1
        elif sort == GROUP_END and depth:
            depth -= 1
        else:
            broken(rest)
        if depth == 0 or not more(rest):
            if depth:
                broken(rest)
            return
        tag = varint(rest)


cdef void put(PyObject* made, Py_ssize_t place, object value) noexcept:
    Py_INCREF(value)
    Py_XDECREF(PyTuple_GET_ITEM(made, place))
    PyTuple_SET_ITEM(made, place, <PyObject*>value)
