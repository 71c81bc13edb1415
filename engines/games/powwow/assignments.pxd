"""The likelihood of each assignment of cards to hands, given what a seat of Pow Wow saw. The .pyx has the terms."""
from libc.stdint cimport int32_t, uint16_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport u8
from hunch.engines.games.powwow.state cimport (
    KINDS, LOGGED, MOST_PLAYERS, POW_WOW, given_of, holds, kept_of, other_of, replace, taken_of, who_of, whom_of,
)

ctypedef struct Past:                # all that determines a seat's beliefs
    uint16_t log[LOGGED]
    u8 own[2]                        # the owner's hand before the log
    u8 owner
    u8 hands
    u8 pow_wows
    u8 logged
    u8 last                          # 1 + the hand that is partly known after the log; 0: none
    u8 card[2]                       # the known cards of that hand; the second may be 0

ctypedef struct Chain:               # its values follow in memory
    size_t bytes
    Past past
    bint sound                       # False if no world fits
    int32_t known                    # exchanges up to the last one that shows the owner anything
    int32_t start[LOGGED + 2]        # by number of exchanges: where the values begin; the last are running sums
    u8 own[LOGGED + 1][2]            # by number of exchanges: the owner's hand
    int32_t place[LOGGED + 1][KINDS]  # by number of exchanges: 0 or the power of the base for a card


cdef const Chain* chain_of(const Past* past) noexcept nogil
# Returns the values of all assignments at all times, valid until the next call in this thread; NULL without memory.

cdef bint forget_chain() noexcept nogil
# Makes the next call in this thread compute its values anew. Returns whether it would have found some.


cdef inline const double* values_of(const Chain* chain, int32_t exchanges) noexcept nogil:
    """Values by assignment after so many exchanges, at most `known`. One more: running sums, to draw a deal."""
    return <const double*>(chain + 1) + chain.start[exchanges]


cdef inline int32_t rank(const Past* past, int32_t hand) noexcept nogil:
    """The digit of a hand: its number among the hands of the others."""
    return hand - (hand > past.owner)


cdef inline int32_t assignment_of(const Past* past, const int32_t* place, const u8 (*hand)[2]) noexcept nogil:
    cdef int32_t h, assignment = 0
    for h in range(past.hands):
        if h != past.owner:
            assignment += rank(past, h) * (place[hand[h][0]] + place[hand[h][1]])
    return assignment


cdef inline void spread(const Past* past, const u8* own, int32_t assignment, u8 (*hand)[2]) noexcept nogil:
    """Writes the hands of an assignment. No hand may have three cards."""
    cdef int32_t count[MOST_PLAYERS]
    cdef int32_t base = past.hands - 1, colour, h
    memset(count, 0, sizeof(count))
    memset(hand, POW_WOW, 2 * MOST_PLAYERS)
    for colour in range(1, POW_WOW):
        if holds(own, colour):
            continue
        h = assignment % base
        assignment //= base
        h += h >= past.owner
        hand[h][count[h]] = colour
        count[h] += 1
    hand[past.owner][0], hand[past.owner][1] = own[0], own[1]


cdef inline bint agrees(const Past* past, const u8 (*hand)[2]) noexcept nogil:
    """Whether these hands after the log agree with what the owner knows of them."""
    if past.last == 0:
        return True
    if past.card[1]:
        return hand[past.last - 1][0] == past.card[0] and hand[past.last - 1][1] == past.card[1]
    return holds(hand[past.last - 1], past.card[0])


cdef inline bint swap(uint32_t e, u8 (*hand)[2]) noexcept nogil:
    """Makes an exchange whose cards are known. False if the hands do not hold them."""
    cdef int32_t who = who_of(e), whom = whom_of(e)
    if not holds(hand[who], given_of(e)) or not holds(hand[whom], taken_of(e)):
        return False
    if other_of(hand[whom], taken_of(e)) != kept_of(e):
        return False
    replace(hand[who], given_of(e), taken_of(e))
    replace(hand[whom], taken_of(e), given_of(e))
    return True
