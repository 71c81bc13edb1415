"""Big Manitou's codes for Python; state.pxd declares and explains them."""
from libc.stdint cimport uint32_t

globals().update(HIDDEN=<uint32_t>HIDDEN)       # as an unsigned number
