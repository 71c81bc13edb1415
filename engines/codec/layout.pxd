"""A game's struct as a dict of its fields, from a table. Little code: it runs once a request, when caches are cold."""

cdef enum:
    MOST_FIELDS = 64
    MOST_DEPTH = 3              # arrays in arrays

cdef struct Field:
    Py_ssize_t at               # where in the struct
    Py_ssize_t width            # bytes of a number
    Py_ssize_t depth            # 0: it is a single number
    Py_ssize_t length[MOST_DEPTH]
    Py_ssize_t step[MOST_DEPTH]     # bytes from one to the next


cdef class Layout:
    cdef list names
    cdef Field fields[MOST_FIELDS]
    cdef const char* start
    cdef Py_ssize_t told        # bytes of the struct that have a name

    cdef int begin(self, const void* s) except -1
    # Where the struct lies whose fields are named next; its contents do not matter. Numbers are unsigned.

    cdef int add(self, str name, const void* at, Py_ssize_t size, tuple lengths=?) except -1
    # A field of it: a number, or an array with these lengths, the outermost first.

    cdef int end(self, Py_ssize_t size) except -1
    # All are named; TypeError where they do not fill a struct of that size.

    cdef dict read(self, const void* s)
    # The numbers by name, arrays as lists.

    cdef int write(self, dict fields, void* s) except -1
    # The reverse. Raises KeyError where one is missing, ValueError, OverflowError or TypeError where it does not fit.
