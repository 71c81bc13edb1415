"""Converts a game's struct to a dict of its fields and back, by a table.

The code is small because it runs once a request, when caches are cold.
"""

cdef enum:
    MOST_FIELDS = 64            # fields of a struct
    MOST_DEPTH = 3              # dimensions of an array

cdef struct Field:
    Py_ssize_t at               # offset in the struct, in bytes
    Py_ssize_t width            # bytes of a number
    Py_ssize_t depth            # dimensions of the array; 0: a single number
    Py_ssize_t length[MOST_DEPTH]   # elements of each dimension, the outermost first
    Py_ssize_t step[MOST_DEPTH]     # bytes from one element of a dimension to the next


cdef class Layout:
    cdef list names             # the names of the fields, in the order of the struct
    cdef Field fields[MOST_FIELDS]  # the fields, in the order of `names`
    cdef const char* start      # the struct that `add` describes
    cdef Py_ssize_t named       # bytes of the struct that have a name

    cdef int begin(self, const void* s) except -1
    # Sets the struct whose fields the following `add` calls describe. Its contents do not matter. Numbers are unsigned.

    cdef int add(self, str name, const void* at, Py_ssize_t size, tuple lengths=?) except -1
    # Describes a field: a number, or an array with these lengths, the outermost first.

    cdef int end(self, Py_ssize_t size) except -1
    # Ends the description. Raises TypeError if the fields do not fill a struct of that size.

    cdef dict read(self, const void* s)
    # Returns the struct as a dict from names to numbers, with arrays as lists.

    cdef int write(self, dict fields, void* s) except -1
    # Writes a dict into a struct. Raises KeyError if a field is missing; ValueError, OverflowError or TypeError if one
    # does not fit.
