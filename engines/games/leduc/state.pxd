"""Leduc poker's state and the codes of its moves."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport u8

cpdef enum:
    COPIES = 2           # cards of each rank
    MOST_WORLDS = 9      # most worlds of a view
    MOST_MADE = 4        # most moves in a round: check, bet, raise, call

    # A move code is one of these plus its argument.
    DEAL = 0x100         # + 16 * seat + rank; without the rank it is the veiled form
    BOARD = 0x200        # + rank of the card turned up between the rounds
    ACT = 0x300          # + CHECK, BET, RAISE, FOLD or CALL
    SHOW = 0x400         # + 16 * rank of seat 0 + rank of seat 1: the showdown
    KIND = 0xF00         # bits of a code that name the kind of move

    # Actions.
    CHECK = 1
    BET = 2
    RAISE = 3
    FOLD = 4
    CALL = 5

ctypedef struct LeducState:          # 16 bytes
    u8 cards[2]          # by seat; 0: not dealt yet
    u8 chips[2]          # chips in the pot, by seat
    u8 moves[2][MOST_MADE]           # actions by round, seat 0 first; 0: to come
    u8 made              # moves made in this round
    u8 dealt             # cards dealt to the seats
    u8 board             # rank of the card turned up, which starts the second round; 0 before
    u8 shown             # 1 after the showdown


cdef inline void act(LeducState* s, int32_t action) noexcept nogil:
    cdef int32_t r = s.board > 0, seat = s.made & 1
    if action == BET or action == RAISE:
        s.chips[seat] = s.chips[1 - seat] + (4 if r else 2)
    elif action == CALL:
        s.chips[seat] = s.chips[1 - seat]
    s.moves[r][s.made] = action
    s.made += 1


cdef inline void turn_up(LeducState* s, int32_t rank) noexcept nogil:
    s.board, s.made = rank, 0
