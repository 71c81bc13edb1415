"""The Passage of Time, steps 1 to 8: Bands are made and strengthened, Rancherías founded, headmen die."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.procedures.frames cimport (
    BandsFrame, DeathFrame, RetireFrame, StrengthenFrame, SuccessorFrame,
)
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void make_bands(const Tables* t, St* s, BandsFrame* f) noexcept nogil
# Steps 1 and 2: new Bands.

cdef void strengthen(const Tables* t, St* s, StrengthenFrame* f) noexcept nogil
# Step 3: stronger Bands.

cdef void found_and_retire(const Tables* t, St* s, RetireFrame* f) noexcept nogil
# Steps 4 and 5: a Band founds a Ranchería, Mahimianas retire.

cdef void deaths(const Tables* t, St* s, DeathFrame* f) noexcept nogil
# Step 6: headmen die.

cdef void follow(const Tables* t, St* s, SuccessorFrame* f) noexcept nogil
# Steps 7 and 8: successors of Mahimianas, then all Successes return to the cup.

cdef void pay_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef int32_t pop_value(const Tables* t, const St* s, int32_t goods) noexcept nogil
# Pop points of one counter; 0 for goods that cannot pay for a Band.

cdef int32_t pop_points(const Tables* t, const St* s, int32_t camp, int32_t lowest) noexcept nogil
# Pop points of the goods in a box that no Band owns, from the kind `lowest` on.

cdef int32_t band_price(const Tables* t, const St* s, const BandsFrame* f, int32_t camp) noexcept nogil
cdef bint can_found(const Tables* t, const St* s, int32_t band) noexcept nogil
cdef int32_t strength_source(const St* s, int32_t band, int32_t goods) noexcept nogil
# The holder whose goods strengthen a Band: 1 + Ranchería of its box, WITH + the Band itself, or 0.
