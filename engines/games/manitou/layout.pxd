"""Big Manitou's state as a dict of its fields, and back."""
from hunch.engines.codec.layout cimport Layout

cdef Layout layout
