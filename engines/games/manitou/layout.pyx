"""Big Manitou's state as a dict of its fields, and back."""
from hunch.engines.codec.layout cimport Layout
from hunch.engines.games.manitou.state cimport GROUNDS, PLAYERS, SLOTS, TILES, ManitouState

cdef Layout layout = Layout()


cdef int enter() except -1:
    cdef ManitouState s
    layout.begin(&s)
    layout.add("hand", s.hand, sizeof(s.hand), (PLAYERS,))
    layout.add("deck", s.deck, sizeof(s.deck), (PLAYERS,))
    layout.add("pool", s.pool, sizeof(s.pool), (PLAYERS,))
    layout.add("spare", &s.spare, sizeof(s.spare))
    layout.add("laid", s.laid, sizeof(s.laid), (PLAYERS, SLOTS))
    layout.add("total", s.total, sizeof(s.total), (GROUNDS, PLAYERS))
    layout.add("hunters", s.hunters, sizeof(s.hunters), (GROUNDS, PLAYERS))
    layout.add("owner", s.owner, sizeof(s.owner), (GROUNDS,))
    layout.add("hero", s.hero, sizeof(s.hero), (GROUNDS, 2))
    layout.add("tiles", s.tiles, sizeof(s.tiles), (PLAYERS, TILES))
    layout.add("lot", s.lot, sizeof(s.lot), (GROUNDS, TILES))
    layout.add("bag", s.bag, sizeof(s.bag), (TILES,))
    layout.add("gone", s.gone, sizeof(s.gone), (TILES,))
    layout.add("chosen", s.chosen, sizeof(s.chosen), (PLAYERS,))
    layout.add("drawn", s.drawn, sizeof(s.drawn), (PLAYERS,))
    layout.add("played", s.played, sizeof(s.played), (PLAYERS,))
    layout.add("bonus", s.bonus, sizeof(s.bonus), (PLAYERS,))
    layout.add("brown", &s.brown, 1)
    layout.add("white", &s.white, 1)
    layout.add("hunt", &s.hunt, 1)
    layout.add("phase", &s.phase, 1)
    layout.add("turn", &s.turn, 1)
    layout.add("at", &s.at, 1)
    layout.add("share", &s.share, 1)
    layout.add("left", &s.left, 1)
    layout.add("least", &s.least, 1)
    layout.add("debtors", &s.debtors, 1)
    layout.add("pad", s.pad, sizeof(s.pad), (3,))
    return layout.end(sizeof(s))


enter()
