"""Chance: dice, draws and random picks, with their outcomes and weights."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.games.comancheria.procedures.frames cimport DieFrame
from hunch.engines.games.comancheria.state cimport Frame, St, Tables
from hunch.engines.contract cimport move_t, u8
from hunch.engines.rng cimport Rng

cdef int32_t picks(const Tables* t, const St* s, int32_t purpose, int32_t whose, int32_t start, u8* out) noexcept nogil
# Writes what a random pick chooses from: most often spaces. All are equally likely.

cdef int32_t outcomes(const Tables* t, const St* s, move_t* out, uint32_t* weight) noexcept nogil
cdef move_t drawn(const Tables* t, const St* s, Rng* rng) noexcept nogil
cdef bint rerolls(const Tables* t, const St* s, const DieFrame* f) noexcept nogil
# Whether anybody may roll this die again.

cdef bint free_reroll(const Tables* t, const St* s, int32_t purpose) noexcept nogil
cdef bint rest(const Tables* t, St* s, Frame* f) noexcept nogil
# Whether a leaf stays on the stack for chance. A leaf with a single outcome is done at once.

cdef void happen(const Tables* t, St* s, move_t m) noexcept nogil
cdef void kept(const Tables* t, St* s, DieFrame* f) noexcept nogil
# Keeps the die or rolls it again, as the player answered.

cdef void draw_war(const Tables* t, St* s, int32_t purpose) noexcept nogil
cdef void reshuffle(const Tables* t, St* s) noexcept nogil
cdef bint cup_empty(const St* s) noexcept nogil
cdef bint settle_fits(const Tables* t, const St* s, int32_t enemy) noexcept nogil
