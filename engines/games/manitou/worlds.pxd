"""The worlds of a view: the hidden hands and decks, and their weights.

The hands of different seats are independent. All sets of cards are equally likely as an unseen selection, because
`multiplicity` counts each step with the sets that can follow it. A selection is drawn in random order. So the cards
drawn are the first m cards of a random order of the pool, and the deck is what follows. The weight of a hand and a deck
is the product of two numbers, in which equal cards count as different:

    the ways to take hand and deck from the cards that were not laid,
    the orders of the cards drawn in which each laid card was drawn in time.

The t-th card laid was among the first t + 2 cards drawn. If all kinds differ, the number of orders is the same for all
hands. It is not if one card of a pair was laid and the other is in hand: either may have been drawn in time.
`arrangements` counts the orders then.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t

from hunch.engines.games.manitou.state cimport ManitouState, Tables
from hunch.engines.rng cimport Rng

ctypedef struct Belief:
    int32_t seat           # the seat whose cards the belief is about
    uint32_t rest          # cards of the pool that were not laid
    uint32_t banned        # cards of `rest` that are known not to be in hand
    int32_t played
    int32_t drawn
    int32_t deck           # cards that the seat draws in this hunt in all
    int32_t held           # cards in hand
    int32_t below          # cards in the deck
    int32_t laid[2]        # by pair (chiefs, squaws): how many were laid
    int32_t turn[2][2]     # by pair: the turns in which they were laid, counted from 1
    bint twin[2]           # by pair: whether one was laid and the other is in `rest`
    double orders[2][2]    # number of orders, by whether the other card of each pair is in hand

cdef int64_t all_worlds(
    const Tables* t, const ManitouState* view, int64_t cap, ManitouState* out, double* weight
) noexcept nogil

cdef bint draw_world(const Tables* t, ManitouState* s, Rng* rng) noexcept nogil

cdef uint32_t ways_to_select(uint32_t pool, uint32_t chosen, int32_t owed, int32_t kind) noexcept nogil
# How many selections begin with `chosen` and go on with `kind`; equal cards count as different.
