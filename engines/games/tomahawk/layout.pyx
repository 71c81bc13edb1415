"""Tomahawk's state as a dict of its fields, and back."""
from hunch.engines.codec.layout cimport Layout
from hunch.engines.games.tomahawk.state cimport PILES, PLACES, TURNS, TomahawkState

cdef Layout layout = Layout()


cdef int enter() except -1:
    cdef TomahawkState s
    layout.begin(&s)
    layout.add("hand", s.hand, sizeof(s.hand), (2,))
    layout.add("deck", s.deck, sizeof(s.deck), (2,))
    layout.add("shown", &s.shown, sizeof(s.shown))
    layout.add("looked", s.looked, sizeof(s.looked), (2,))
    layout.add("due", &s.due, sizeof(s.due))
    layout.add("left", &s.left, sizeof(s.left))
    layout.add("card", s.card, sizeof(s.card), (2, TURNS, PILES))
    layout.add("pending", s.pending, sizeof(s.pending), (2, PILES))
    layout.add("tile", s.tile, sizeof(s.tile), (PLACES,))
    layout.add("result", s.result, sizeof(s.result), (PLACES,))
    layout.add("dealt", s.dealt, sizeof(s.dealt), (2,))
    layout.add("kept", s.kept, sizeof(s.kept), (2,))
    layout.add("gone_low", s.gone_low, sizeof(s.gone_low), (2,))
    layout.add("gone_high", s.gone_high, sizeof(s.gone_high), (2,))
    layout.add("taken", s.taken, sizeof(s.taken), (2,))
    layout.add("drawn", s.drawn, sizeof(s.drawn), (2,))
    layout.add("points", s.points, sizeof(s.points), (2,))
    layout.add("scalps", s.scalps, sizeof(s.scalps), (2,))
    layout.add("turn", &s.turn, sizeof(s.turn))
    layout.add("step", &s.step, sizeof(s.step))
    layout.add("sought", &s.sought, sizeof(s.sought))
    layout.add("looks", &s.looks, sizeof(s.looks))
    layout.add("takes", &s.takes, sizeof(s.takes))
    layout.add("spare", s.spare, sizeof(s.spare), (7,))
    return layout.end(sizeof(s))


enter()
