"""Kuhn poker's state and the codes of its moves."""
from hunch.engines.contract cimport u8

cpdef enum:
    CARDS = 3            # 1 jack, 2 queen, 3 king
    MOST_WORLDS = 6      # most worlds of a view

    # A move code is one of these plus its argument.
    DEAL = 0x100         # + 16 * seat + card; without the card it is the veiled form
    ACT = 0x200          # + CHECK, BET, FOLD or CALL
    SHOW = 0x300         # + 16 * card of seat 0 + card of seat 1: the showdown
    KIND = 0xF00         # bits of a code that name the kind of move

    # Actions.
    CHECK = 1
    BET = 2
    FOLD = 3
    CALL = 4

ctypedef struct KuhnState:           # 8 bytes
    u8 cards[2]          # by seat; 0: not dealt yet
    u8 moves[3]          # actions so far, seat 0 first; 0: to come
    u8 made              # how many actions were made
    u8 dealt             # cards dealt
    u8 shown             # 1 after the showdown
