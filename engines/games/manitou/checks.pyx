"""Finds what is wrong with a world of Big Manitou: its cards, its tiles, and whether the step fits them."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcmp, memset

from hunch.engines.contract cimport move_t, u8
from hunch.engines.games.manitou.apply cimport rank, tile_choices
from hunch.engines.games.manitou.state cimport (
    ALL_CARDS, ASIDE, ASK, DEAL, DOWN, DRAW, EIGHTH, END, GROUNDS, HAND, HERO_CARDS, HUNTERS, LAYOUT, OF_FIRST,
    OF_HERO, OF_SECOND, PAY, PLAY, PLAYERS, PLAYS, RIDE, SELECT, SLOTS, TAKE, TILES, ManitouState, Tables,
    due_to_second, is_well_formed, laid_cards, leading, shut_out, size_of, take_away,
)

cdef enum:
    SOUND = 0
    BAD_STEP = 1
    BAD_SPARE = 2
    BAD_TILES = 3
    BAD_GROUNDS = 4
    BAD_POOL = 5
    BAD_LAID = 6
    BAD_SUMS = 7
    BAD_HEROES = 8
    BAD_COUNTS = 9
    BAD_HANDS = 10
    BAD_CYLINDERS = 11
    BAD_DEBTORS = 12
    BAD_SCORING = 13
    BAD_BONUS = 14
    BAD_NUMBER = 15
    MOST_FLAWS = 15

ANY = (
    "step: not one that comes up with these hunts, seats and cards",
    "seats: something in places that are not used",
    "removed: tiles on grounds, with players, in the bag and removed are not those of the game",
    "grounds: not as many tiles as there are at this step",
    "seats.spent: not the cards of one earlier hunt of this cycle",
    "seats.laid: cards the player did not have, or that cannot lie so",
    "seats.laid: hunters that do not add up to the totals of the grounds",
    "seats.laid.face_down: not as the challenges leave them",
    "seats.laid: not as many cards laid, drawn or selected as there are at this step",
    "seats.hand: hand, deck and cards laid are not those of the player at this step",
    "brown: this or `white` is with a player who has no such tile",
    "debtors: not those who owe the penalty",
    "share: with `seats.bonus` and `turn` not one that this ground gives",
    "seats.bonus: more than the tomahawk tiles that count in this hunt",
    "removed: with these, those of the players and of the grounds there are not as many tiles as were laid out",
)
FLAWS = (
    "", *ANY, *(
        flaw.replace("seats.", f"seats[{i}].", 1).replace("grounds:", f"grounds[{i}].tiles:")
        for i in range(PLAYERS) for flaw in ANY
    ),
)


cdef inline int32_t of_seat(int32_t flaw, int32_t seat) noexcept nogil:
    """Returns the code of a flaw for a seat or a ground."""
    return flaw + MOST_FLAWS * (seat + 1) if flaw else SOUND


cdef int32_t find_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    cdef int32_t seat, flaw
    if s.phase > END or s.hunt > t.hunts or s.turn >= t.players or (s.phase == END) != (s.hunt == t.hunts):
        return BAD_STEP
    if s.spare or s.pad[0] or s.pad[1] or s.pad[2]:
        return BAD_SPARE
    for seat in range(t.players, PLAYERS):
        if unused_seat_is_used(s, seat):
            return BAD_SPARE
    flaw = tile_flaw(t, s)
    for seat in range(t.players):
        if flaw == SOUND:
            flaw = of_seat(laid_flaw(t, s, seat), seat)
    if flaw == SOUND:
        flaw = pool_flaw(t, s)
    if flaw == SOUND:
        flaw = hero_flaw(t, s)
    if flaw == SOUND:
        flaw = count_flaw(t, s)
    for seat in range(t.players):
        if flaw == SOUND:
            flaw = of_seat(hand_flaw(t, s, seat), seat)
    if flaw == SOUND:
        flaw = step_flaw(t, s)
    return flaw if flaw else scoring_flaw(t, s)


cdef bint unused_seat_is_used(const ManitouState* s, int32_t seat) noexcept nogil:
    cdef int32_t i, used = s.chosen[seat] | s.drawn[seat] | s.played[seat] | s.bonus[seat]
    for i in range(SLOTS):
        used |= s.laid[seat][i]
    for i in range(TILES):
        used |= s.tiles[seat][i]
    for i in range(GROUNDS):
        used |= s.total[i][seat] | s.hunters[i][seat]
    return used != 0 or (s.hand[seat] | s.deck[seat] | s.pool[seat]) != 0


# Tiles ----------------------------------------------------------------------------------------------------------

cdef int32_t tile_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    cdef int32_t kind, ground, seat, n, there, bag = 0, want, laid_out
    cdef int32_t on[GROUNDS]
    memset(on, 0, sizeof(on))
    for kind in range(TILES):
        n = s.bag[kind] + s.gone[kind]
        bag += s.bag[kind]
        for seat in range(t.players):
            n += s.tiles[seat][kind]
        for ground in range(GROUNDS):
            n += s.lot[ground][kind]
            on[ground] += s.lot[ground][kind]
        if n != (t.copies[kind] if kind < t.kinds else 0):
            return BAD_TILES
    laid_out = s.at if s.phase == LAYOUT else 0 if s.phase == END else t.laid_out
    if s.phase == LAYOUT and s.at >= t.laid_out:
        return BAD_GROUNDS
    n = s.hunt * t.laid_out + laid_out
    for ground in range(GROUNDS):
        there = on[ground]
        want = t.size[ground]
        if s.phase == LAYOUT:
            want = min(want, laid_out)
            laid_out -= want
        elif s.phase == END or (s.phase == PAY and s.hunt == 0) or (s.phase == TAKE and ground < s.at):
            want = 0
        elif s.phase == TAKE and ground == s.at:
            want = min(there, want)
        if there != want:
            return of_seat(BAD_GROUNDS, ground)
    return SOUND if bag == t.all_tiles - n else BAD_NUMBER


# Cards ----------------------------------------------------------------------------------------------------------

cdef int32_t laid_flaw(const Tables* t, const ManitouState* s, int32_t seat) noexcept nogil:
    """Checks what a seat has laid, and the sums of it."""
    cdef int32_t total[GROUNDS + 1]
    cdef int32_t hunters[GROUNDS + 1]
    cdef int32_t slot, kind, ground
    memset(total, 0, sizeof(total))
    memset(hunters, 0, sizeof(hunters))
    if s.played[seat] > SLOTS:
        return BAD_COUNTS
    for slot in range(SLOTS):
        kind, ground = (s.laid[seat][slot] & 15) - 1, (s.laid[seat][slot] >> 4) & 3
        if slot >= s.played[seat]:
            if s.laid[seat][slot]:
                return BAD_COUNTS
            continue
        if kind < 0 or s.laid[seat][slot] & 0x80:
            return BAD_LAID
        if kind < HUNTERS:
            if s.laid[seat][slot] & DOWN or ground == ASIDE:
                return BAD_LAID
            total[ground] += t.number[kind]
            hunters[ground] += 1
        elif ground == ASIDE and (s.laid[seat][slot] & DOWN or slot >= PLAYS):
            return BAD_LAID
        elif ground == ASIDE and slot < PLAYS - 1 and not t.weak_barred:   # six heroes must lie face up
            return BAD_LAID
    for ground in range(GROUNDS):
        if s.total[ground][seat] != total[ground] or s.hunters[ground][seat] != hunters[ground]:
            return BAD_SUMS
    return SOUND


cdef int32_t pool_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    """Checks the pools: 17 cards, less those of the hunt before, which are seven; one player may have played eight."""
    cdef int32_t seat, left, eights = 0
    cdef uint32_t must
    for seat in range(t.players):
        left = size_of(s.pool[seat])
        if not is_well_formed(s.pool[seat]):
            return of_seat(BAD_POOL, seat)
        if not s.hunt & 1:
            if s.pool[seat] != ALL_CARDS:
                return of_seat(BAD_POOL, seat)
        elif left != 17 - PLAYS:
            eights += 1
            if left != 17 - PLAYS - 1 or eights > 1 or s.hunt < 3 or t.need[s.hunt - 1][seat] == PLAYS:
                return of_seat(BAD_POOL, seat)
        must = laid_cards(s, seat)
        if must & ~s.pool[seat] or size_of(must) != s.played[seat]:
            return of_seat(BAD_LAID, seat)
    return SOUND


cdef int32_t hero_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    """Checks that the heroes face up on a ground belong to one player: at most two, the later one above."""
    cdef int32_t seat, slot, ground, laid
    cdef u8 owner[GROUNDS]
    cdef u8 hero[GROUNDS][2]
    memset(owner, 0, sizeof(owner))
    memset(hero, 0, sizeof(hero))
    for seat in range(t.players):
        for slot in range(s.played[seat]):
            laid = s.laid[seat][slot]
            ground = laid >> 4
            if (laid & 15) - 1 < HUNTERS or ground >= GROUNDS:
                continue
            if owner[ground] not in (0, seat + 1) or hero[ground][1]:
                return BAD_HEROES
            owner[ground] = seat + 1
            hero[ground][1 if hero[ground][0] else 0] = slot + 1
    if memcmp(owner, s.owner, sizeof(owner)) or memcmp(hero, s.hero, sizeof(hero)):
        return BAD_HEROES
    return SOUND


cdef int32_t count_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    """Checks how many cards each seat has laid, drawn and chosen at this step."""
    cdef int32_t seat, _i, least = s.played[t.first[s.hunt]], played, drawn, need, phase = s.phase, eights = 0
    cdef bint before = True                            # whether the loop is before `turn`, in turn order
    if phase == DRAW or (phase == PLAY and s.turn != t.first[s.hunt]):
        least -= 1
    seat = t.first[s.hunt]
    for _i in range(t.players):
        before = before and seat != s.turn
        need = t.need[s.hunt][seat]
        played = drawn = 0
        if phase == DEAL:
            drawn = HAND if before else s.drawn[seat] if seat == s.turn and s.drawn[seat] < HAND else 0
        elif phase == PLAY or phase == DRAW:
            played = least + (before or (seat == s.turn and phase == DRAW))
            drawn = min(need, played + HAND)
            if seat == s.turn and phase == DRAW:
                if played + HAND > need:
                    return BAD_COUNTS
                drawn = played + HAND - 1
            if least < 0 or least >= PLAYS:
                return BAD_COUNTS
        elif phase > DRAW and phase < END:
            played = PLAYS
            drawn = need if phase <= EIGHTH else 0
            if phase >= RIDE and s.played[seat] == SLOTS and need > PLAYS and s.hunt > 0:
                played = SLOTS
                eights += 1
        if s.played[seat] != played or s.drawn[seat] != drawn or s.chosen[seat] > (need if phase == SELECT else 0):
            return of_seat(BAD_COUNTS, seat)
        seat = seat + 1 if seat + 1 < t.players else 0
    return BAD_COUNTS if eights > 1 else SOUND


cdef int32_t hand_flaw(const Tables* t, const ManitouState* s, int32_t seat) noexcept nogil:
    cdef uint32_t hand = s.hand[seat], deck = s.deck[seat], rest, above
    cdef int32_t in_deck
    if not is_well_formed(hand) or not is_well_formed(deck):
        return BAD_HANDS
    if s.phase == SELECT:
        if t.quick:
            return BAD_STEP
        above = s.pool[seat]
        if deck:
            above &= ~(((<uint32_t>1 << (31 - leading(deck))) << 1) - 1)
        if hand or deck & ~s.pool[seat] or size_of(deck) != s.chosen[seat]:
            return BAD_HANDS
        return BAD_HANDS if size_of(above) < t.need[s.hunt][seat] - s.chosen[seat] else SOUND
    if s.phase < SELECT or s.phase > EIGHTH:
        return BAD_HANDS if hand or deck else SOUND
    rest = take_away(s.pool[seat], laid_cards(s, seat))
    if hand & ~rest or size_of(hand) != s.drawn[seat] - s.played[seat]:
        return BAD_HANDS
    rest = take_away(rest, hand)
    in_deck = size_of(rest) if t.quick else t.need[s.hunt][seat] - s.drawn[seat]
    return BAD_HANDS if deck & ~rest or size_of(deck) != in_deck else SOUND


# Steps ----------------------------------------------------------------------------------------------------------

cdef int32_t step_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    cdef int32_t phase = s.phase, holder
    if s.brown > t.players or s.white > t.players:
        return BAD_CYLINDERS
    if s.brown and s.tiles[s.brown - 1][t.totem] == 0:
        return BAD_CYLINDERS
    if s.white and s.tiles[s.white - 1][t.horse] == 0:
        return BAD_CYLINDERS
    if phase in (LAYOUT, SELECT, END):
        return BAD_STEP if s.turn else SOUND
    if phase == ASK or phase == EIGHTH:
        holder = s.brown - 1
        if holder != s.turn or t.need[s.hunt][holder] == PLAYS:
            return BAD_STEP
        if shut_out(s, holder) and t.need[s.hunt][holder] == PLAYS + 1:
            return BAD_HANDS if phase == EIGHTH and not s.hand[holder] & ~<uint32_t>HERO_CARDS else SOUND
        return BAD_STEP if phase == ASK else SOUND
    if phase == RIDE:
        holder = s.white - 1
        if holder != s.turn or not s.hunters[0][holder] + s.hunters[1][holder] + s.hunters[2][holder]:
            return BAD_STEP
    return SOUND


cdef int32_t scoring_flaw(const Tables* t, const ManitouState* s) noexcept nogil:
    cdef int32_t seat, kind, n, total, best = 1, before
    cdef int32_t bonus[PLAYERS]
    cdef int32_t first[2]
    cdef move_t out[TILES]
    for seat in range(t.players):
        bonus[seat] = s.bonus[seat]
        if bonus[seat] > (s.tiles[seat][t.tomahawk] if s.phase == TAKE and s.hunt else 0):
            return of_seat(BAD_BONUS, seat)
        best = max(best, s.total[0][seat] + s.total[1][seat] + s.total[2][seat])
    if s.phase != PAY and s.debtors:
        return BAD_DEBTORS
    if s.phase == PAY:
        before = t.first[s.hunt]
        while before != s.turn:
            if (s.debtors >> before) & 1:
                return BAD_DEBTORS
            before = before + 1 if before + 1 < t.players else 0
        if not (s.debtors >> s.turn) & 1 or s.debtors >> t.players:
            return BAD_DEBTORS
        for seat in range(t.players):
            n = 0
            for kind in range(t.kinds):
                n += s.tiles[seat][kind]
            total = s.total[0][seat] + s.total[1][seat] + s.total[2][seat]
            if (s.debtors >> seat) & 1 and (n == 0 or total != best):
                return BAD_DEBTORS
    if s.phase != TAKE:
        return BAD_SCORING if s.share or s.left or s.least or (s.at and s.phase != LAYOUT) else SOUND
    if s.at >= GROUNDS or s.share > OF_SECOND or s.least >= t.kinds:
        return BAD_SCORING
    rank(t, s, s.at, bonus, first)
    if s.turn != (s.owner[s.at] - 1 if s.share == OF_HERO else first[0] if s.share == OF_FIRST else first[1]):
        return BAD_SCORING
    n = 0
    for kind in range(t.kinds):
        n += s.lot[s.at][kind]
    if not 1 <= s.left <= n or (s.share == OF_SECOND and s.left != due_to_second(t, s.at, n)):
        return BAD_SCORING
    if s.share != OF_SECOND and s.left > (t.hero_share if s.share == OF_HERO else t.first_share):
        return BAD_SCORING
    return SOUND if tile_choices(t, s, out) else BAD_SCORING
