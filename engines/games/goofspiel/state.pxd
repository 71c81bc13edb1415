"""Goofspiel's state and move codes."""
from libc.stdint cimport int32_t, uint16_t, uint32_t

from hunch.engines.contract cimport u8

cpdef enum:
    MOST_CARDS = 13      # most cards of each hand, and most prizes
    HIDDEN = 255         # a hole: a bid that the owner of the view does not know

    # A move code is one of these plus its argument.
    PRIZE = 0x100        # + card: the prize that comes up
    BID = 0x200          # + card: the card bid
    REVEAL = 0x300       # + 16 * bid of seat 0 + bid of seat 1: both bids turned over
    RESULT = 0x400       # + outcome: the veiled REVEAL of hidden bids
    KIND = 0xF00         # the bits of a code that are not its argument

    # Outcomes of a round.
    FIRST = 1            # seat 0 took the prize
    SECOND = 2           # seat 1 took the prize
    TIE = 3              # the prize was discarded

ctypedef struct GoofspielState:      # 64 bytes
    uint16_t hand[2]                 # bit c - 1: card c is not known to be bid; pending cards count as in hand
    uint16_t prizes                  # bit c - 1: prize c has not come up
    u8 points[2]                     # by seat: the sum of the prizes won
    u8 bid[2][MOST_CARDS]            # by seat and round: the card bid; 0: still to come
    u8 won[MOST_CARDS]               # by round: an outcome; 0: still to come
    u8 prize[MOST_CARDS]             # by round: the prize; 0: still to come
    u8 pending[2]                    # the bid of this round; 0: not made; on a view HIDDEN: unknown, made or not
    u8 round                         # rounds finished; `cards` at the end
    u8 spare                         # always 0


cdef extern from *:
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil           # index of the lowest set bit
    int leading "__builtin_clz"(unsigned int) noexcept nogil


cdef inline int32_t highest(uint32_t bits) noexcept nogil:
    return 31 - leading(bits)


cdef inline int32_t outcome_of(int32_t first, int32_t second) noexcept nogil:
    return FIRST if first > second else SECOND if second > first else TIE


cdef inline void set_bid(GoofspielState* s, int32_t seat, int32_t r, int32_t card) noexcept nogil:
    """Records the bid of a finished round."""
    s.bid[seat][r] = card
    s.hand[seat] &= ~(1 << (card - 1))
