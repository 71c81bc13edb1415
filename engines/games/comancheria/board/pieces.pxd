"""The board and the counters on it: what is on a space, and small changes."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memchr

from hunch.engines.games.comancheria.state cimport St, Tables
from hunch.engines.contract cimport u8


cdef inline uint64_t bit(int32_t space) noexcept nogil:
    """The bit of a space in a set of spaces."""
    return <uint64_t>1 << (space & 63)


cdef inline int32_t first(const u8* values, int32_t n, int32_t value) noexcept nogil:
    """The index of the first of n bytes with this value, or -1."""
    cdef const void* match = memchr(values, value, n)
    return -1 if match == NULL else <int32_t>(<const u8*>match - values)


cdef int32_t camp_in(const St* s, int32_t space) noexcept nogil
# The Ranchería in a space, or -1.

cdef int32_t band_in(const St* s, int32_t space) noexcept nogil
# The first Band in a space outside a Ranchería, or -1.

cdef int32_t bands_in_box(const St* s, int32_t camp) noexcept nogil
cdef int32_t counter_on(const St* s, int32_t space) noexcept nogil
# The Peace or Ally counter on a space, or -1.

cdef bint free_tribe(const St* s, int32_t space) noexcept nogil
cdef bint ally_in(const St* s, int32_t space) noexcept nogil
cdef int32_t square_owner(int32_t space) noexcept nogil
# The enemy of a square, or -1.

cdef int32_t enemy_in(const St* s, int32_t space) noexcept nogil
# The enemy for whom the space is an Enemy Space, or -1.

cdef int32_t peace_square(int32_t enemy) noexcept nogil
cdef bint at_peace(const St* s, int32_t enemy) noexcept nogil
cdef int32_t settlements(const St* s, int32_t enemy) noexcept nogil
cdef int32_t count_piece(const St* s, int32_t piece) noexcept nogil
cdef int32_t stock(const Tables* t, const St* s, int32_t goods) noexcept nogil
cdef int32_t free_band(const Tables* t, const St* s) noexcept nogil
# A Band that is in stock, or -1.

cdef int32_t headman_of(const St* s, int32_t band) noexcept nogil
# The Mahimiana that is with a Band, or -1.

cdef bint empty_space(const St* s, int32_t space) noexcept nogil
# Whether a Bison of a Passage or of the setup may come: no Tribe, Settlement, Ranchería, Bison, Band or column.

cdef bint open_to_bison(const St* s, int32_t space) noexcept nogil
# Whether a Bison of a card may come to a round space: no Tribe, Settlement, Ranchería or Bison.

cdef bint open_to_piece(const St* s, int32_t space) noexcept nogil
# Whether a Tribe or a Settlement may come to a round space. A Bison there would leave.

cdef bint open_to_camp(const St* s, int32_t space) noexcept nogil
# Whether a Ranchería may stop here; a Band in that space joins it.

cdef void gain(const Tables* t, const St* s, u8* at, int32_t goods, int32_t n) noexcept nogil
cdef void military(const Tables* t, St* s, int32_t change) noexcept nogil
cdef void culture(const Tables* t, St* s, int32_t change) noexcept nogil
cdef void points(const Tables* t, St* s, int32_t change) noexcept nogil
# Changes the AP of the player.

cdef void enemy_points(St* s, int32_t change) noexcept nogil
# Changes the AP of the enemy on the General Record Track.

cdef int32_t cell(const St* s, int32_t column, int32_t row) noexcept nogil
# The counter in a row of a column, or -1.

cdef int32_t top_counter(const St* s, int32_t column) noexcept nogil
cdef void to_top(St* s, int32_t counter, int32_t column) noexcept nogil
cdef void to_bottom(St* s, int32_t counter) noexcept nogil
cdef void to_cup(St* s, int32_t counter) noexcept nogil
cdef void restore(St* s) noexcept nogil
# Puts the display in order (6.2.3).

cdef void end_war(const Tables* t, St* s, int32_t enemy) noexcept nogil
cdef void weaken(const Tables* t, St* s, int32_t enemy, int32_t n) noexcept nogil
cdef bint sees(const Tables* t, const St* s, int32_t enemy, int32_t space) noexcept nogil
cdef bint stops(const Tables* t, const St* s, int32_t enemy) noexcept nogil
# Whether the column shares its space with an Ally, a Band or a Ranchería that it sees.

cdef void remove_piece(St* s, int32_t space) noexcept nogil
cdef void remove_band(St* s, int32_t band) noexcept nogil
# Returns a Band and its goods to stock. The caller moves its Mahimiana.

cdef void headman_dies(St* s, int32_t letter) noexcept nogil
cdef void drop_headman(St* s, int32_t band) noexcept nogil
# The Mahimiana of a Band returns to its own Ranchería, owned by no Band.

cdef void destroy_camp(const Tables* t, St* s, int32_t camp) noexcept nogil
cdef int32_t nearest_camp(const Tables* t, const St* s, int32_t space) noexcept nogil
cdef int32_t standing(const Tables* t, const St* s, int32_t kind, int32_t x) noexcept nogil
# The bonus that open cards, cards in play and the history card give. `x` is the piece that gets it, or -1 for any.

cdef int32_t payer(const St* s, int32_t who, int32_t n) noexcept nogil
# The n-th holder of Trade Goods that may pay: 1 + Ranchería, WITH + Band, or 0 if there are no more. `who` is the
# `payer` of a DieFrame.

cdef void spend(St* s, int32_t holder, int32_t goods) noexcept nogil
cdef bint holds(const St* s, int32_t holder, int32_t goods) noexcept nogil
cdef int32_t holder_space(const St* s, int32_t holder) noexcept nogil
