"""Goofspiel's state and what its methods share."""
from libc.stdint cimport int32_t, int64_t, uint16_t

from hunch.engines.contract cimport Game, move_t, u8
from hunch.engines.rng cimport Rng

cdef enum:
    MOST_CARDS = 13
    HIDDEN = 255         # a hole: a bid nobody told the owner of the view

    # A move code is one of these plus its argument.
    PRIZE = 0x100        # + card: the prize that comes up
    BID = 0x200          # + card
    REVEAL = 0x300       # + 16 * bid of seat 0 + bid of seat 1: both bids turned over
    RESULT = 0x400       # + outcome: the veiled REVEAL of hidden bids
    KIND = 0xF00

    FIRST = 1            # outcome of a round: seat 0 took the prize,
    SECOND = 2           # seat 1 took it,
    TIE = 3              # it was discarded

ctypedef struct GoofspielState:      # 64 bytes
    uint16_t hand[2]                 # bit c - 1: card c not known to have been bid; pending cards are still in hand
    uint16_t prizes                  # bit c - 1: prize c has not come up; the prize bid for has
    u8 points[2]
    u8 bid[2][MOST_CARDS]       # by round, 0 to come
    u8 won[MOST_CARDS]          # by round: an outcome, 0 to come
    u8 prize[MOST_CARDS]        # by round, 0 to come
    u8 pending[2]               # the bid of this round: 0 not made yet, HIDDEN on a view: not known whether
    u8 round                    # rounds finished; `cards` at the end
    u8 spare


cdef class Goofspiel(Game):
    cdef int32_t cards
    cdef bint hidden_bids, random_prizes, by_margin
    cdef uint16_t deck                   # all cards as bits

    cdef bint bidding(self, const GoofspielState* s) noexcept nogil
    # Whether the step is one of simultaneous bids; the last round has none.

    cdef void open_prize(self, GoofspielState* s, int32_t card) noexcept nogil
    cdef move_t reveal(self, const GoofspielState* s) noexcept nogil
    cdef int32_t known_bid(self, const GoofspielState* s, int32_t seat) noexcept nogil
    cdef void settle(self, GoofspielState* s, int32_t first, int32_t second, int32_t outcome) noexcept nogil
    # Ends the round; on a view bids may be HIDDEN.

    cdef void score(self, int32_t lead, double* out) noexcept nogil
    cdef bint could_bid(self, const GoofspielState* s, int32_t seat, int32_t card) noexcept nogil
    cdef void take_back(self, GoofspielState* s) noexcept nogil
    cdef int64_t complete(
        self, GoofspielState* world, int32_t r, int64_t cap, int64_t found, GoofspielState* out
    ) noexcept nogil
    cdef bint fill_one(self, GoofspielState* s, int32_t seat, Rng* rng) noexcept nogil
    # Draws the hidden bids of one seat, all of the other being known.

    cdef bint fill_both(self, GoofspielState* s, Rng* rng) noexcept nogil
    # Draws all bids of both, knowing the outcomes only.

    cdef double ways_at(
        self, double (*after)[MOST_CARDS + 1], int32_t kept, int32_t taken, bint loses, bint free, int32_t below_it,
        double* part,
    ) noexcept nogil
    cdef void place(self, GoofspielState* s, int32_t seat, int32_t r, int32_t card) noexcept nogil
