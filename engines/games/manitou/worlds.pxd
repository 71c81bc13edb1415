"""What a view leaves open: the hands and decks of the seats whose cards are hidden, and how likely they are.

The seats do not depend on each other. A selection that was not seen is any set of cards, all equally likely:
`multiplicity` counts each step with the sets that can follow it. The selection is drawn in random order. So, until
cards are seen, the cards drawn are the first m of a random order of the whole pool, and the deck is what comes next.
The weight of a hand and a deck is then

    in how many ways they can be taken from the cards that were not laid, equal cards counted apart,
    times in how many orders the cards drawn can have come so that each laid card was there in time.

The t-th card laid was among the first t + 2. With all kinds different the number of orders is the same for all hands.
That changes when one of a pair was laid and the other is in hand: either could have been there in time. Then
`arrangements` counts. Plays were seen and do not matter.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t

from hunch.engines.games.manitou.state cimport ManitouState, Tables
from hunch.engines.rng cimport Rng

ctypedef struct Belief:
    int32_t seat           # whose cards these are
    uint32_t rest          # cards of the pool that were not laid
    uint32_t banned        # of these, what is known not to be in hand
    int32_t played
    int32_t drawn
    int32_t deck           # how many cards are drawn in all
    int32_t held           # in hand
    int32_t below          # in the deck
    int32_t laid[2]        # of each pair (chiefs, squaws): how many were laid
    int32_t turn[2][2]     # of each pair: when they were laid, counted from 1
    bint twin[2]           # of each pair: one was laid and the other is in `rest`
    double orders[2][2]    # by whether the other of each pair is in hand

cdef int64_t all_worlds(
    const Tables* t, const ManitouState* view, int64_t cap, ManitouState* out, double* weight
) noexcept nogil

cdef bint draw_world(const Tables* t, ManitouState* s, Rng* rng) noexcept nogil

cdef uint32_t ways_to_select(uint32_t pool, uint32_t chosen, int32_t owed, int32_t kind) noexcept nogil
# How many selections begin with `chosen` and continue with `kind`, equal cards counted apart.
