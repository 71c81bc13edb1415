"""The answers that each question allows."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables
from hunch.engines.contract cimport move_t

cdef int32_t answers(const Tables* t, const St* s, bint full, move_t* out) noexcept nogil
# Writes the answers to the question on top. With `full` they include every order and every payer that the rules allow,
# otherwise one of each.
