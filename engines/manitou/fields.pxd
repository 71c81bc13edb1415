"""Big Manitou's state as a dict of its fields, and back."""
from hunch.engines.manitou.state cimport ManitouState

cdef dict to_fields(const ManitouState* s)
cdef int from_fields(dict fields, ManitouState* s) except -1
