"""Big Manitou's procedures, in the order of a hunt: cards and challenges, cylinders, penalty, grounds, a new hunt."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.contract cimport check, move_t
from hunch.engines.games.manitou.moves cimport selector
from hunch.engines.games.manitou.state cimport (
    ALL_CARDS, ASIDE, ASK, ASKED, DEAL, DOWN, DRAW, DRAWN, EIGHTH, END, GET, GIVE, GROUNDS, HAND, HIDDEN, HIDDEN_COUNT,
    HUNTERS, KIND, LAY, LAYOUT, MOVE, OF_FIRST, OF_HERO, OF_SECOND, PASS, PAY, PICK, PLAY, PLAYERS, PLAYS, RIDE, SELECT,
    TAKE, TILE, UNSEEN, ManitouState, Tables, due_to_second, hero_at, laid_cards, shut_out, take_away, with_card,
    without_card,
)


cdef void open_selection(const Tables* t, ManitouState* s) noexcept nogil:
    cdef int32_t seat
    s.at = 0
    s.phase = DEAL if t.quick else SELECT
    s.turn = t.first[s.hunt] if t.quick else 0
    for seat in range(t.players):
        if s.hand[seat] != HIDDEN:
            s.deck[seat] = s.pool[seat] if t.quick else 0
        elif not t.quick:
            s.chosen[seat] = HIDDEN_COUNT


# Cards --------------------------------------------------------------------------------------------------------

cdef void lay_card(const Tables* t, ManitouState* s, int32_t ground, int32_t kind) noexcept nogil:
    cdef int32_t seat = s.turn, slot = s.played[seat]
    check(slot < 8, "manitou: no more than eight cards are laid")
    s.laid[seat][slot] = kind + 1 + 16 * ground
    s.played[seat] = slot + 1
    if s.hand[seat] != HIDDEN:
        s.hand[seat] = without_card(s.hand[seat], kind)
    if ground != ASIDE:
        if kind < HUNTERS:
            s.total[ground][seat] += t.number[kind]
            s.hunters[ground][seat] += 1
        else:
            lay_hero(t, s, ground, seat, slot + 1)
    if s.phase == EIGHTH:
        ride_or_on(t, s)
    elif s.drawn[seat] < t.need[s.hunt][seat]:
        s.phase = DRAW
    else:
        next_player(t, s)


cdef void lay_hero(const Tables* t, ManitouState* s, int32_t ground, int32_t seat, int32_t slot) noexcept nogil:
    """Lays a hero on a ground, and decides the challenge if another player has one there.

    Against two heroes the attacker goes down in any case: alone, or together with the upper one.
    """
    cdef int32_t rival = s.owner[ground] - 1
    cdef int32_t upper, result
    if rival < 0:
        s.owner[ground], s.hero[ground][0] = seat + 1, slot
        return
    if rival == seat:
        s.hero[ground][1] = slot
        return
    upper = s.hero[ground][1]
    result = t.fight[hero_at(s, seat, slot)][hero_at(s, rival, upper if upper else s.hero[ground][0])]
    if result == 0:
        s.laid[seat][slot - 1] |= DOWN
    elif upper:
        s.laid[rival][upper - 1] |= DOWN
        s.laid[seat][slot - 1] |= DOWN
        s.hero[ground][1] = 0
    else:
        s.laid[rival][s.hero[ground][0] - 1] |= DOWN
        s.owner[ground] = s.hero[ground][0] = 0
        if result == 1:
            s.laid[seat][slot - 1] |= DOWN
        else:
            s.owner[ground], s.hero[ground][0] = seat + 1, slot


cdef void after_draw(const Tables* t, ManitouState* s) noexcept nogil:
    if s.phase == DRAW:
        next_player(t, s)
    elif s.drawn[s.turn] == HAND:
        s.turn = s.turn + 1 if s.turn + 1 < t.players else 0
        if s.turn == t.first[s.hunt]:
            s.phase = PLAY


cdef inline void next_player(const Tables* t, ManitouState* s) noexcept nogil:
    s.turn = s.turn + 1 if s.turn + 1 < t.players else 0
    s.phase = PLAY
    if s.played[s.turn] == PLAYS:
        after_sevenths(t, s)


cdef void after_sevenths(const Tables* t, ManitouState* s) noexcept nogil:
    """After seven cards of each player: asks the holder of the brown cylinder for an eighth.

    The holder with six heroes face up and one card left may have no card to lay. The others cannot see that, so ASK
    shows it.
    """
    cdef int32_t holder = s.brown - 1
    cdef int32_t left = t.need[s.hunt][holder] - PLAYS if holder >= 0 else 0
    if left == 0:
        ride_or_on(t, s)
        return
    s.turn = holder
    s.phase = ASK if left == 1 and shut_out(s, holder) else EIGHTH


cdef void ride_or_on(const Tables* t, ManitouState* s) noexcept nogil:
    cdef int32_t seat, ground, holder = s.white - 1
    for seat in range(t.players):
        if s.hand[seat] != HIDDEN:
            s.hand[seat] = s.deck[seat] = 0
        s.drawn[seat] = 0
    if holder >= 0:
        for ground in range(GROUNDS):
            if s.hunters[ground][holder]:
                s.phase, s.turn = RIDE, holder
                return
    after_ride(t, s)


cdef void move_hunter(const Tables* t, ManitouState* s, int32_t ground, int32_t kind) noexcept nogil:
    cdef int32_t seat = s.turn, slot = 0, old
    while (s.laid[seat][slot] & 15) != kind + 1:
        slot += 1
    old = s.laid[seat][slot] >> 4
    s.laid[seat][slot] = kind + 1 + 16 * ground
    s.total[old][seat] -= t.number[kind]
    s.hunters[old][seat] -= 1
    s.total[ground][seat] += t.number[kind]
    s.hunters[ground][seat] += 1


cdef void after_ride(const Tables* t, ManitouState* s) noexcept nogil:
    """Goes to the penalty, and in the first hunt to the grounds, which come before it there."""
    if s.hunt == 0 or not ask_penalty(t, s):
        open_grounds(t, s)


# Penalty and cylinders ----------------------------------------------------------------------------------------

cdef bint ask_penalty(const Tables* t, ManitouState* s) noexcept nogil:
    """Marks who owes the penalty: seats with the highest printed total that have a tile. False if none does."""
    cdef int32_t seat, kind, total, best = 1, debtors = 0
    for seat in range(t.players):
        total = s.total[0][seat] + s.total[1][seat] + s.total[2][seat]
        if total >= best:
            debtors = debtors * (total == best) | 1 << seat
            best = total
    s.debtors = 0
    for seat in range(t.players):
        if (debtors >> seat) & 1:
            for kind in range(t.kinds):
                if s.tiles[seat][kind]:
                    s.debtors |= 1 << seat
                    break
    return next_debtor(t, s)


cdef bint next_debtor(const Tables* t, ManitouState* s) noexcept nogil:
    """Finds the next seat that owes the penalty, in turn order. False if none does."""
    cdef int32_t seat = t.first[s.hunt]
    if s.debtors == 0:
        return False
    while not (s.debtors >> seat) & 1:
        seat = seat + 1 if seat + 1 < t.players else 0
    s.phase, s.turn = PAY, seat
    return True


cdef void give_tile(const Tables* t, ManitouState* s, int32_t kind) noexcept nogil:
    s.tiles[s.turn][kind] -= 1
    s.gone[kind] += 1
    if s.tiles[s.turn][kind] == 0:
        if kind == t.totem and s.brown == s.turn + 1:
            s.brown = leader(t, s, kind)
        elif kind == t.horse and s.white == s.turn + 1:
            s.white = leader(t, s, kind)
    s.debtors &= ~(1 << s.turn)
    if not next_debtor(t, s):
        if s.hunt == 0:
            next_hunt(t, s)
        else:
            open_grounds(t, s)


cdef int32_t leader(const Tables* t, const ManitouState* s, int32_t kind) noexcept nogil:
    """Returns seat + 1 of the only player with the most tiles of a kind, else 0."""
    cdef int32_t seat, best = 0, who = 0
    for seat in range(t.players):
        if s.tiles[seat][kind] > best:
            best, who = s.tiles[seat][kind], seat + 1
        elif s.tiles[seat][kind] == best:
            who = 0
    return who


# Grounds ------------------------------------------------------------------------------------------------------

cdef void open_grounds(const Tables* t, ManitouState* s) noexcept nogil:
    cdef int32_t seat
    for seat in range(t.players):
        s.bonus[seat] = s.tiles[seat][t.tomahawk]
    s.phase, s.at, s.share = TAKE, 0, OF_HERO
    next_share(t, s)


cdef void rank(
    const Tables* t, const ManitouState* s, int32_t ground, const int32_t* bonus, int32_t* best
) noexcept nogil:
    cdef int32_t total[PLAYERS]
    cdef int32_t seat, other, high = -1, second = -1
    best[0] = best[1] = -1
    for seat in range(t.players):
        total[seat] = -1
        if s.hunters[ground][seat]:
            total[seat] = s.total[ground][seat] + bonus[seat] * s.hunters[ground][seat]
    for seat in range(t.players):
        if total[seat] <= second:
            continue
        for other in range(t.players):
            if other != seat and total[other] == total[seat]:
                break
        else:
            if total[seat] > high:
                second, best[1] = high, best[0]
                high, best[0] = total[seat], seat
            else:
                second, best[1] = total[seat], seat


cdef inline int32_t tiles_on(const Tables* t, const ManitouState* s, int32_t ground) noexcept nogil:
    cdef int32_t kind, n = 0
    for kind in range(t.kinds):
        n += s.lot[ground][kind]
    return n


cdef void next_share(const Tables* t, ManitouState* s) noexcept nogil:
    """Finds the next seat that takes tiles, from share `share` of ground `at` on. Tiles left over leave the game."""
    cdef int32_t bonus[PLAYERS]
    cdef int32_t best[2]
    cdef int32_t seat, kind, there, due
    for seat in range(t.players):
        bonus[seat] = s.bonus[seat]
    s.least = 0
    while s.at < GROUNDS:
        there = tiles_on(t, s, s.at)
        rank(t, s, s.at, bonus, best)
        while s.share <= OF_SECOND and there:
            if s.share == OF_HERO:
                seat, due = s.owner[s.at] - 1, t.hero_share
            elif s.share == OF_FIRST:
                seat, due = best[0], t.first_share
            else:
                seat, due = best[1], due_to_second(t, s.at, there)
            if seat >= 0 and due:
                s.turn, s.left = seat, min(due, there)
                return
            s.share += 1
        for kind in range(t.kinds):
            s.gone[kind] += s.lot[s.at][kind]
            s.lot[s.at][kind] = 0
        s.at += 1
        s.share = OF_HERO
    s.at = s.left = 0
    memset(s.bonus, 0, sizeof(s.bonus))
    if s.hunt or not ask_penalty(t, s):
        next_hunt(t, s)


cdef int32_t tile_choices(const Tables* t, const ManitouState* s, move_t* out) noexcept nogil:
    """Writes the tiles that may be taken. A share is taken in ascending order, so that each set is one sequence."""
    cdef int32_t kind, n = 0, above = 0
    cdef int32_t there[12]
    for kind in range(t.kinds - 1, s.least - 1, -1):
        above += s.lot[s.at][kind]
        there[kind] = above
    for kind in range(s.least, t.kinds):
        if there[kind] < s.left:
            break
        if s.lot[s.at][kind]:
            out[n] = GET + kind
            n += 1
    return n


cdef void get_tile(const Tables* t, ManitouState* s, int32_t kind) noexcept nogil:
    s.lot[s.at][kind] -= 1
    s.tiles[s.turn][kind] += 1
    if kind == t.totem:
        s.brown = holder_after(s, kind, s.brown)
    elif kind == t.horse:
        s.white = holder_after(s, kind, s.white)
    s.left -= 1
    s.least = kind
    if s.left == 0:
        s.share += 1
        next_share(t, s)


cdef inline int32_t holder_after(const ManitouState* s, int32_t kind, int32_t holder) noexcept nogil:
    """Returns the holder of a cylinder: `turn`, if nobody holds it or if `turn` has as many of its tiles."""
    if holder == 0 or s.tiles[s.turn][kind] >= s.tiles[holder - 1][kind]:
        return s.turn + 1
    return holder


cdef void next_hunt(const Tables* t, ManitouState* s) noexcept nogil:
    """Begins the next hunt. Cards that were played are out for the rest of a cycle of two hunts, then all come back."""
    cdef int32_t seat
    s.hunt += 1
    for seat in range(t.players):
        s.pool[seat] = take_away(s.pool[seat], laid_cards(s, seat)) if s.hunt & 1 else ALL_CARDS
    memset(s.laid, 0, sizeof(s.laid))
    memset(s.total, 0, sizeof(s.total))
    memset(s.hunters, 0, sizeof(s.hunters))
    memset(s.owner, 0, sizeof(s.owner))
    memset(s.hero, 0, sizeof(s.hero))
    memset(s.played, 0, sizeof(s.played))
    s.turn = s.at = s.share = s.left = s.least = 0
    s.phase = LAYOUT if s.hunt < t.hunts else END


# Moves and events ----------------------------------------------------------------------------------------------

cdef void advance(const Tables* t, ManitouState* s, move_t m) noexcept nogil:
    cdef int32_t kind = m & KIND, card = m & 15, seat
    if kind == DRAWN:
        seat = (m >> 4) & 7
        if s.phase == SELECT:
            s.phase, s.turn = DEAL, seat
            memset(s.chosen, 0, sizeof(s.chosen))
        s.drawn[seat] += 1
        if card != UNSEEN:
            s.hand[seat] = with_card(s.hand[seat], card)
            s.deck[seat] = without_card(s.deck[seat], card)
        after_draw(t, s)
    elif kind == PICK:
        seat = selector(t, s)
        s.deck[seat] = with_card(s.deck[seat], card)
        s.chosen[seat] += 1
    elif kind == LAY:
        lay_card(t, s, (m >> 4) & 3, card)
    elif kind == TILE:
        seat = s.at
        s.bag[card] -= 1
        s.lot[0 if seat < t.size[0] else 1 if seat < t.size[0] + t.size[1] else 2][card] += 1
        s.at += 1
        if s.at == t.laid_out:
            open_selection(t, s)
    elif kind == GET:
        get_tile(t, s, card)
    elif kind == GIVE:
        give_tile(t, s, card)
    elif kind == MOVE:
        move_hunter(t, s, (m >> 4) & 3, card)
        after_ride(t, s)
    elif m == PASS + RIDE:
        after_ride(t, s)
    elif m == ASKED + 1:
        s.phase = EIGHTH
    else:                                          # the player lays no eighth card
        ride_or_on(t, s)
