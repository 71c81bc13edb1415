"""Kuhn poker's state."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport Game, u8

cdef enum:
    CARDS = 3            # 1 jack, 2 queen, 3 king
    MOST_WORLDS = 6
    HIDDEN = 255         # on a view: the card of a seat that is not the owner's, dealt or not

    # A move code is one of these plus its argument.
    DEAL = 0x100         # + 16 * seat + card; without the card it is the veiled form
    ACT = 0x200          # + CHECK, BET, FOLD or CALL
    SHOW = 0x300         # + 16 * card of seat 0 + card of seat 1: the showdown
    KIND = 0xF00

    CHECK = 1
    BET = 2
    FOLD = 3
    CALL = 4

ctypedef struct KuhnState:           # 8 bytes
    u8 cards[2]          # 0 not dealt yet
    u8 moves[3]          # what was done so far, seat 0 first; 0 to come
    u8 made              # how many of them
    u8 dealt             # cards dealt
    u8 shown             # 1 after the showdown


cdef class Kuhn(Game):
    cdef void settle(self, int32_t first, int32_t second, int32_t last, int32_t made, double* out) noexcept nogil
    # Payoffs after `made` moves of which `last` ended the betting.
