"""Tomahawk's codes for Python; state.pxd declares and explains them."""
from libc.stdint cimport uint32_t

globals().update(NO_SET=<uint32_t>NO_SET, KIND=<uint32_t>KIND)      # as unsigned numbers
