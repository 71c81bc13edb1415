"""Finds what is wrong with a world of Tomahawk: counts cards, tiles and tokens, and computes the results again."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport move_t
from hunch.engines.games.tomahawk.battle cimport battle, looks_after, takes_after
from hunch.engines.games.tomahawk.moves cimport army, choices_of
from hunch.engines.games.tomahawk.state cimport (
    CHOOSE, CHOOSING, CODES, DRAWING, ENDED, FOREST, LOOKING, OPENING, PILES, PLACES, PLACING, ROWS, SEEKING, SHOWING,
    TAKING, TILES, TURNS, Tables, TomahawkState, count_of, forests, lowest, popcount,
)

cdef enum Flaw:
    SOUND
    BAD_STEP
    BAD_TURN
    BAD_DEAL
    BAD_CHOICE
    BAD_CARD
    BAD_SET
    BAD_HAND
    BAD_DRAWN
    BAD_ARMY
    BAD_PENDING
    BAD_TAKEN
    BAD_TILE
    BAD_LEFT
    BAD_SOUGHT
    BAD_SHOWN
    BAD_LOOKED
    BAD_RESULT
    BAD_POINTS
    BAD_SCALPS
    BAD_SPARE
    MOST_FLAWS = BAD_SPARE

ANY = (
    "step: not a step, or not one that this turn can be in",
    "turns_finished: more turns than a game has",
    "seats.dealt: not three of the seven specials to each, no special twice",
    "seats.choice: not two of the specials dealt with base cards of their strengths that left for them",
    "rows.cards: not a card of the game, or one on a turn that has not come",
    "seats.hand: this or `deck` is not a set of cards",
    "seats.hand: not as many cards as were drawn and not placed",
    "seats.drawn: not as many cards as are drawn by this turn",
    "seats.deck: hand, deck and table together are not the cards of the army",
    "seats.pending: a card that nobody can have placed yet, or none where one was placed",
    "seats.taken: this or `taking` is not the card that Dancing Twilight takes",
    "territories.tile: not a territory of that length, or not one for each battle that has begun",
    "territories.tile: those that have not come up are not all that are neither here nor sought",
    "sought: not a territory, or one without the variant",
    "rows.face_up: not the rows that were turned face up",
    "rows.seen_by: this or `looking` is not what winners of mountains look at",
    "territories.result: not what the cards give",
    "seats.points: not the animals of the territories won",
    "seats.scalps: not the tokens taken",
    "step: bytes that no step uses are not 0",
)
FLAWS = (
    "",
    *ANY,
    *(flaw.replace("seats.", f"seats[{seat}].", 1) for seat in range(2) for flaw in ANY),
    *(f"{flaw}; see pile {row % PILES + 1} on turn {row // PILES + 1}" for flaw in ANY[BAD_SHOWN - 1:BAD_RESULT]
      for row in range(ROWS)),
)


cdef inline int32_t of_seat(int32_t flaw, int32_t seat) noexcept nogil:
    """Returns the code of a flaw for a seat."""
    return flaw + MOST_FLAWS * (seat + 1) if flaw else SOUND


cdef inline int32_t of_row(int32_t flaw, int32_t row) noexcept nogil:
    """Returns the code of a flaw from BAD_SHOWN to BAD_RESULT for a row. A territory has the row of its first turn."""
    return MOST_FLAWS * 3 + (flaw - BAD_SHOWN) * ROWS + row + 1 if row < ROWS else flaw


cdef int32_t find_flaw(const Tables* t, const TomahawkState* s) noexcept nogil:
    cdef int32_t flaw, seat
    if s.step > ENDED or (s.turn == TURNS) != (s.step == ENDED) or (s.turn and s.step < OPENING):
        return BAD_STEP
    if s.turn > TURNS:
        return BAD_TURN
    for seat in range(7):
        if s.spare[seat]:
            return BAD_SPARE
    flaw = flaw_of_specials(t, s)
    if flaw == SOUND:
        flaw = flaw_of_tiles(t, s)
    for seat in range(2):
        if flaw == SOUND:
            flaw = of_seat(flaw_of_table(t, s, seat), seat)
        if flaw == SOUND:
            flaw = of_seat(flaw_of_cards(t, s, seat), seat)
    if flaw == SOUND:
        flaw = flaw_of_rows(t, s)
    return flaw if flaw != SOUND else flaw_of_results(t, s)


cdef inline int32_t placed(const TomahawkState* s) noexcept nogil:
    """Returns how many turns have their cards on the table."""
    return s.turn + (SHOWING <= s.step <= TAKING)


cdef inline int32_t decided(const TomahawkState* s) noexcept nogil:
    """Returns how many turns have their battles decided."""
    return s.turn + (LOOKING <= s.step <= TAKING)


cdef int32_t flaw_of_specials(const Tables* t, const TomahawkState* s) noexcept nogil:
    cdef move_t choice[128]
    cdef move_t made
    cdef int32_t seat, i, ways
    cdef bint possible
    if s.dealt[0] & s.dealt[1]:
        return BAD_DEAL
    for seat in range(2):
        if s.dealt[seat] > 127 or popcount(s.dealt[seat]) != (3 if s.step > seat else 0):
            return of_seat(BAD_DEAL, seat)
        possible = s.kept[seat] == 0 and s.gone_low[seat] == 0 and s.gone_high[seat] == 0 and s.step <= CHOOSING
        if not possible and s.step >= CHOOSING:
            made = CHOOSE + (<move_t>s.kept[seat] << 10) + (<move_t>s.gone_low[seat] << 5) + s.gone_high[seat]
            ways = choices_of(t, s.dealt[seat], choice)
            for i in range(ways):
                possible = possible or choice[i] == made
        if not possible:
            return of_seat(BAD_CHOICE, seat)
    return SOUND


cdef int32_t flaw_of_tiles(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Checks that each battle that has begun has a territory of its length, and that all others are left."""
    cdef uint32_t left = 0xFFFE
    cdef int32_t i, place
    cdef bint waits = False
    if s.sought > TILES or (s.sought and not t.sought) or (t.sought and (s.sought != 0) != (s.step > SEEKING)):
        return BAD_SOUGHT
    if s.step == SEEKING and not t.sought:
        return BAD_STEP
    if s.sought:
        left &= ~(1u << s.sought)
    for i in range(PLACES):
        place = t.by_start[i]
        if s.tile[place] > TILES:
            return BAD_TILE
        if s.tile[place] == 0:
            if t.begins[place] < s.turn or (t.begins[place] == s.turn and s.step > OPENING):
                return BAD_TILE
            waits = waits or t.begins[place] == s.turn
            continue
        if t.begins[place] > s.turn or s.step < OPENING or (waits and t.begins[place] == s.turn):
            return BAD_TILE
        if t.length[s.tile[place]] != t.finishes[place] - t.begins[place] + 1 or not (left >> s.tile[place]) & 1:
            return BAD_TILE
        left &= ~(1u << s.tile[place])
    if s.step == OPENING and not waits:
        return BAD_STEP
    return SOUND if s.left == left else BAD_LEFT


cdef int32_t flaw_of_table(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    """Checks that cards lie in all places that must have one, and in no others."""
    cdef int32_t turn, pile, card, before = 0
    cdef int32_t goal = takes_after(t, s, s.turn - 1) if s.turn > 0 and s.turn < TURNS and s.step <= PLACING else 0
    cdef int32_t taken = ((goal - 1) & 3) + 1 if goal and (goal - 1) >> 2 == seat else 0
    for turn in range(TURNS):
        for pile in range(PILES):
            card = s.card[seat][turn][pile]
            if card >= CODES or (card > 0) != (turn < placed(s)) or (card and t.copies[card] == 0):
                return BAD_CARD
    if s.taken[seat] != taken:
        return BAD_TAKEN
    for pile in range(PILES):
        card = s.pending[seat][pile]
        if card >= CODES or (card and t.copies[card] == 0):
            return BAD_PENDING
        if taken == pile + 1:
            if card == 0:
                return BAD_PENDING
        elif s.step != PLACING:
            if card:
                return BAD_PENDING
        elif card == 0:
            before = 1
        elif before:
            return BAD_PENDING
    return SOUND


cdef bint flawless_draw(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    """Whether a seat has drawn as many cards as it must have by this step; seat 0 draws first."""
    cdef int32_t before = t.drawn_by[s.turn - 1] if s.turn else 0
    cdef int32_t goal = t.drawn_by[min(s.turn, TURNS - 1)]
    if s.step <= OPENING:
        return s.drawn[seat] == before
    if s.step > DRAWING:
        return s.drawn[seat] == goal
    if seat == 0:
        return before <= s.drawn[0] <= goal
    return before <= s.drawn[1] < goal and (s.drawn[1] == before or s.drawn[0] == goal)


cdef int32_t flaw_of_cards(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    """Checks that hand, deck, pending cards and table together are the army."""
    cdef int32_t left_of[CODES]
    cdef uint32_t kinds, cards
    cdef int32_t i, turn, pile, card, held
    for i in range(2):
        cards = s.hand[seat] if i else s.deck[seat]
        if cards >> 31:
            return BAD_SET
        kinds = t.firsts
        while kinds:
            card = lowest(kinds) + 1
            kinds &= kinds - 1
            held = popcount(cards & t.group[card])
            if (cards & t.group[card]) != ((1u << held) - 1) << (card - 1):
                return BAD_SET
    if s.kept[seat] == 0:
        return BAD_HAND if s.hand[seat] or s.deck[seat] else BAD_DRAWN if s.drawn[seat] else SOUND
    if not flawless_draw(t, s, seat):
        return BAD_DRAWN
    memset(left_of, 0, sizeof(left_of))
    cards = army(t, s, seat)
    for card in range(1, CODES):
        left_of[card] = count_of(t, cards, card) - count_of(t, s.hand[seat], card) - count_of(t, s.deck[seat], card)
    held = 0
    for pile in range(PILES):
        if s.pending[seat][pile]:
            left_of[s.pending[seat][pile]] -= 1
            held += 1
        for turn in range(placed(s)):
            left_of[s.card[seat][turn][pile]] -= 1
    for card in range(1, CODES):
        if left_of[card]:
            return BAD_ARMY
    return SOUND if popcount(s.hand[seat]) == s.drawn[seat] - PILES * placed(s) - held else BAD_HAND


cdef int32_t flaw_of_rows(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Checks which rows lie face up, and which seats have looked at other rows."""
    cdef uint32_t shown = 0, now = 0, bit, wrong
    cdef uint32_t looked[2]
    cdef int32_t turn, row, pile, place, looks = 0, takes = 0, seat
    for turn in range(placed(s)):
        for pile in range(PILES):
            row = turn * PILES + pile
            place = t.place[turn][pile]
            if t.land[s.tile[place]] != FOREST:
                bit = 1u << row
                shown |= bit
                if turn == s.turn:
                    now |= bit
            elif t.finishes[place] < placed(s):
                bit = 1u << row
                shown |= bit
                if t.finishes[place] == s.turn:
                    now |= bit
    if (s.due != 0) != (s.step == SHOWING) or s.due != now & ~((s.due & (~s.due + 1)) - 1):
        return BAD_SHOWN
    wrong = s.shown ^ (shown & ~s.due)
    if wrong:
        return of_row(BAD_SHOWN, lowest(wrong))
    looked[0] = looked[1] = 0
    for turn in range(decided(s)):
        looks = looks_after(t, s, turn)
        for seat in range(2):
            if (looks >> seat) & 1:
                for pile in range(PILES):
                    if (forests(t, s, turn) >> pile) & 1:
                        looked[seat] |= 1u << (turn * PILES + pile)
    takes = takes_after(t, s, s.turn) if s.step == LOOKING or s.step == TAKING else 0
    if s.step == LOOKING:
        if s.looks == 0 or s.looks & ~looks or (s.looks == 1 and looks == 3):
            return BAD_LOOKED
        for seat in range(2):
            if (s.looks >> seat) & 1:
                looked[seat] &= (1u << (s.turn * PILES)) - 1
    elif s.looks:
        return BAD_LOOKED
    if s.step == TAKING and takes == 0:
        return BAD_STEP
    if s.takes != takes:
        return BAD_TAKEN
    wrong = (s.looked[0] ^ looked[0]) | (s.looked[1] ^ looked[1])
    return of_row(BAD_LOOKED, lowest(wrong)) if wrong else SOUND


cdef int32_t flaw_of_results(const Tables* t, const TomahawkState* s) noexcept nogil:
    cdef int32_t points[4]
    cdef int32_t scalps[2]
    cdef int32_t place, animals, won, row, first, second, seat
    memset(points, 0, sizeof(points))
    scalps[0] = scalps[1] = 0
    for place in range(PLACES):
        won = 0
        if t.finishes[place] < decided(s):
            won = battle(t, s, place, &animals)
            points[won] += animals
        if s.result[place] != won:
            return of_row(BAD_RESULT, t.begins[place] * PILES + t.pile_of[place])
    for seat in range(2):
        if s.points[seat] != points[seat + 1]:
            return of_seat(BAD_POINTS, seat)
    for row in range(TURNS * PILES):
        if (s.shown >> row) & 1:
            first, second = s.card[0][row >> 2][row & 3], s.card[1][row >> 2][row & 3]
            scalps[0] += t.tokens[first][second]
            scalps[1] += t.tokens[second][first]
    for seat in range(2):
        if s.scalps[seat] != scalps[seat]:
            return of_seat(BAD_SCALPS, seat)
    return SOUND
