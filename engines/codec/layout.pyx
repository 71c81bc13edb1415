"""Converts a game's struct to a dict of its fields and back, by a table."""
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_FromUnsignedLong
from cpython.ref cimport Py_INCREF
from libc.stdint cimport uint16_t, uint32_t

from hunch.engines.contract cimport u8


cdef class Layout:
    def __cinit__(self):
        self.names = []

    cdef int begin(self, const void* s) except -1:
        self.start = <const char*>s
        return 0

    cdef int add(self, str name, const void* at, Py_ssize_t size, tuple lengths=()) except -1:
        cdef Field* field = &self.fields[len(self.names)]
        cdef Py_ssize_t level
        if len(self.names) == MOST_FIELDS or len(lengths) > MOST_DEPTH:
            raise TypeError(f"{name}: more than {MOST_FIELDS} fields, or deeper than {MOST_DEPTH}")
        field.at, field.width, field.depth = <const char*>at - self.start, size, len(lengths)
        for level in range(field.depth):
            field.length[level] = lengths[level]
            field.width //= field.length[level]
            field.step[level] = field.width
        if field.width not in (1, 2, 4):
            raise TypeError(f"{name}: numbers of {field.width} bytes")
        self.names.append(name)
        self.named += size
        return 0

    cdef int end(self, Py_ssize_t size) except -1:
        if self.named != size:
            raise TypeError(f"{self.named} bytes are named, but the struct has {size}")
        return 0

    cdef dict read(self, const void* s):
        cdef Py_ssize_t i
        cdef dict fields = {}
        for i in range(len(self.names)):
            fields[self.names[i]] = value_at(<const char*>s + self.fields[i].at, &self.fields[i], 0)
        return fields

    cdef int write(self, dict fields, void* s) except -1:
        cdef Py_ssize_t i
        for i in range(len(self.names)):
            put(fields[self.names[i]], <char*>s + self.fields[i].at, &self.fields[i], 0)
        return 0


cdef object value_at(const char* at, const Field* field, Py_ssize_t depth):
    cdef Py_ssize_t i, length, step
    cdef list values
    if depth == field.depth:
        return number(at, field.width)
    length, step = field.length[depth], field.step[depth]
    values = PyList_New(length)
    for i in range(length):
        value = number(at, step) if depth + 1 == field.depth else value_at(at, field, depth + 1)
        Py_INCREF(value)
        PyList_SET_ITEM(values, i, value)       # takes the reference to `value`
        at += step
    return values


cdef inline object number(const char* at, Py_ssize_t width):
    if width == 1:
        return PyLong_FromUnsignedLong((<const u8*>at)[0])
    return PyLong_FromUnsignedLong((<const uint16_t*>at)[0] if width == 2 else (<const uint32_t*>at)[0])


cdef int put(object value, char* at, const Field* field, Py_ssize_t depth) except -1:
    if depth == field.depth:
        if field.width == 1:
            (<u8*>at)[0] = value
        elif field.width == 2:
            (<uint16_t*>at)[0] = value
        else:
            (<uint32_t*>at)[0] = value
        return 0
    if len(value) != field.length[depth]:
        raise ValueError(f"{len(value)} entries, but the field has {field.length[depth]}")
    for element in value:
        put(element, at, field, depth + 1)
        at += field.step[depth]
    return 0
