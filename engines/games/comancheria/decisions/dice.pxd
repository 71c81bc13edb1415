"""What a die results in. The procedures carry it out, and the words of an event report it."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport St, Tables

cdef int32_t hunted(const Tables* t, const St* s, int32_t value) noexcept nogil
# The first territory with Bison from this number on, or -1.

cdef int32_t encroached(const Tables* t, const St* s, int32_t value) noexcept nogil
# The first territory with room for a Tribe from this number on, or -1.

cdef int32_t check_draws(const Tables* t, const St* s, int32_t letter, int32_t value) noexcept nogil
# The counters that the Band of this Mahimiana draws in a Success Check after its bonus.

cdef bint guns_hit(const Tables* t, int32_t counter, int32_t value) noexcept nogil
# Whether Guns return this kind of Enemy AP counter to the cup.

cdef int32_t headman_actions(const St* s, int32_t camp, int32_t value) noexcept nogil
# How many actions a Paraibo gets that tried for more than one; 0 if the die is above its medicine.

cdef int32_t medicine_left(const St* s, int32_t headman, int32_t value) noexcept nogil
# The medicine of a headman after the die for death, or that of its successor.

cdef bint is_noticed(const St* s, int32_t camp, int32_t value) noexcept nogil
# Whether the enemy notices the discontent of a Ranchería.

cdef int32_t finished_in(const St* s, int32_t camp) noexcept nogil
# The number of finished Bands in a box.

cdef int32_t enemy_of(const Tables* t, const St* s, int32_t value) noexcept nogil
# The enemy that acts by this die.

cdef int32_t comes_to(const Tables* t, const St* s, int32_t purpose, int32_t whose, int32_t value) noexcept nogil
# By the purpose of the die one of the results above, or the counter in a row of an enemy. 0 for any other purpose.
