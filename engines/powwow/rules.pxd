"""Pow Wow on the contract."""
from hunch.engines.contract cimport Game
from hunch.engines.powwow.state cimport Tables


cdef class Powwow(Game):
    cdef Tables tables
    cdef readonly tuple colours          # of the six Indians: `hunch.engines.powwow.data.Colour`
    cdef readonly dict data              # the data file, as it was read
