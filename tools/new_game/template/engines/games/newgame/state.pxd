"""Newgame's state and the codes of its moves."""
from libc.stdint cimport uint16_t

from hunch.engines.contract cimport u8

cpdef enum:
    MOST_CARDS = 9       # of the largest deck; the ranks are 1 to the number of cards
    MOST_WORLDS = 72     # MOST_CARDS * (MOST_CARDS - 1)
    HIDDEN = 0xFFFF      # on a view: the card of a seat that is not the owner's, dealt or not

    # A move code is one of these plus its argument.
    DEAL = 0x100         # + 16 * seat + card; without the card it is the veiled form
    ACT = 0x200          # + CHECK, BET, FOLD or CALL
    SHOW = 0x300         # + 16 * card of seat 0 + card of seat 1: the showdown
    KIND = 0xF00

    CHECK = 1
    BET = 2
    FOLD = 3
    CALL = 4

ctypedef struct NewgameState:        # 8 bytes
    uint16_t cards[2]    # 0 not dealt yet
    u8 actions[2]        # of seat 0, and of seat 1 after a bet; 0 to come
    u8 dealt             # how many cards are dealt
    u8 shown             # 1 after the showdown
