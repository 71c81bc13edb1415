"""Goofspiel on the contract."""
from libc.stdint cimport int32_t, uint16_t

from hunch.engines.contract cimport Game, move_t
from hunch.engines.games.goofspiel.state cimport GoofspielState


cdef class Goofspiel(Game):
    cdef int32_t cards
    cdef bint hidden_bids, random_prizes, by_margin
    cdef uint16_t deck                   # all cards as bits

    cdef bint bidding(self, const GoofspielState* s) noexcept nogil
    # Whether both seats bid in this step. The last round has no choice of a bid.

    cdef void open_prize(self, GoofspielState* s, int32_t card) noexcept nogil
    cdef move_t reveal(self, const GoofspielState* s) noexcept nogil
    cdef int32_t known_bid(self, const GoofspielState* s, int32_t seat) noexcept nogil
    cdef void end_round(self, GoofspielState* s, int32_t first, int32_t second, int32_t outcome) noexcept nogil
    # Ends the round; on a view bids may be HIDDEN.

    cdef void score(self, int32_t lead, double* out) noexcept nogil
    cdef bint could_bid(self, const GoofspielState* s, int32_t seat, int32_t card) noexcept nogil
