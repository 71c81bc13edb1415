"""The board and the counters on it. Nothing here adds a question or a roll."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.games.comancheria.codes.components cimport (
    ANY, BANDS, BISON, BISON_HERD, BOUGHT, BOX, BY_BAND, CAMPS, CARDS, CELL, COUNTERS, CUP, EAST, GOODS, HELD,
    INACTIVE, LOST, MOST_ENEMY_AP, NONE, NORTH, NORTHEAST_SQUARE, ON, OPEN, PALO_DURO, PLACES, PLAYING, RESERVATION,
    ROUND, SOUTH, SOUTHEAST_SQUARE, SOUTH_SQUARE, TRADE_GOODS, TRIBE, UNDER, WEST, WEST_SQUARE, WITH,
)
from hunch.engines.games.comancheria.codes.effects cimport B_COLUMN_GLORY, X_SEE_PALO_DURO
from hunch.engines.games.comancheria.state cimport Card, St, Tables, chosen_bonus, index_of, is_round, owner_of_counter
from hunch.engines.contract cimport check, u8


cdef int32_t camp_in(const St* s, int32_t space) noexcept nogil:
    cdef int32_t r
    for r in range(CAMPS):
        if s.camp_at[r] == space and space:
            return r
    return -1


cdef int32_t band_in(const St* s, int32_t space) noexcept nogil:
    cdef int32_t b
    for b in range(BANDS):
        if s.band_at[b] == space and s.band_strength[b]:
            return b
    return -1


cdef int32_t bands_in_box(const St* s, int32_t camp) noexcept nogil:
    cdef int32_t b, n = 0
    for b in range(BANDS):
        n += s.band_at[b] == BOX + camp
    return n


cdef int32_t counter_on(const St* s, int32_t space) noexcept nogil:
    return first(s.where, COUNTERS, ON + space)


cdef bint free_tribe(const St* s, int32_t space) noexcept nogil:
    return s.piece[space] == TRIBE and counter_on(s, space) < 0


cdef bint ally_in(const St* s, int32_t space) noexcept nogil:
    return s.piece[space] == TRIBE and counter_on(s, space) >= 0


cdef int32_t square_owner(int32_t space) noexcept nogil:
    if space == WEST_SQUARE:
        return WEST
    if space == SOUTH_SQUARE:
        return SOUTH
    return EAST if space == NORTHEAST_SQUARE or space == SOUTHEAST_SQUARE else -1


cdef int32_t enemy_in(const St* s, int32_t space) noexcept nogil:
    cdef int32_t owner = square_owner(space)
    if owner >= 0:
        return owner if (s.present >> owner) & 1 and counter_on(s, space) < 0 else -1
    if s.piece[space] < TRIBE or (s.piece[space] == TRIBE and counter_on(s, space) >= 0):
        return -1
    return s.piece[space] - TRIBE


cdef int32_t peace_square(int32_t enemy) noexcept nogil:
    return WEST_SQUARE if enemy == WEST else SOUTH_SQUARE if enemy == SOUTH else SOUTHEAST_SQUARE


cdef bint at_peace(const St* s, int32_t enemy) noexcept nogil:
    return enemy != NORTH and counter_on(s, peace_square(enemy)) >= 0


cdef int32_t count_piece(const St* s, int32_t piece) noexcept nogil:
    cdef int32_t space, n = 0
    for space in range(1, ROUND + 1):
        n += s.piece[space] == piece
    return n


cdef int32_t settlements(const St* s, int32_t enemy) noexcept nogil:
    return 0 if enemy == NORTH else count_piece(s, TRIBE + enemy)


cdef int32_t stock(const Tables* t, const St* s, int32_t goods) noexcept nogil:
    cdef int32_t i, left = t.most_goods[goods]
    if goods == BISON:                                 # herds on the map use the same counters
        left = t.most_bison - count_piece(s, BISON_HERD)
    for i in range(CAMPS):
        left -= s.camp_goods[i][goods]
    for i in range(BANDS):
        left -= s.band_goods[i][goods]
    for i in range(PLACES):
        left -= s.ops_goods[i][goods]
    return max(left, 0)


cdef int32_t free_band(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t b
    for b in range(t.most_bands):
        if s.band_strength[b] == 0:
            return b
    return -1


cdef int32_t headman_of(const St* s, int32_t band) noexcept nogil:
    cdef int32_t r
    for r in range(CAMPS):
        if s.headman_at[r] == WITH + band:
            return r
    return -1


cdef bint column_in(const St* s, int32_t space) noexcept nogil:
    cdef int32_t e
    for e in range(4):
        if s.column_at[e] == space:
            return True
    return False


cdef bint empty_space(const St* s, int32_t space) noexcept nogil:
    return s.piece[space] == NONE and camp_in(s, space) < 0 and band_in(s, space) < 0 and not column_in(s, space)


cdef bint open_to_bison(const St* s, int32_t space) noexcept nogil:
    return s.piece[space] == NONE and camp_in(s, space) < 0


cdef bint open_to_piece(const St* s, int32_t space) noexcept nogil:
    return s.piece[space] < TRIBE and camp_in(s, space) < 0


cdef bint open_to_camp(const St* s, int32_t space) noexcept nogil:
    return (is_round(space) or space == PALO_DURO) and s.piece[space] == NONE and camp_in(s, space) < 0


cdef void gain(const Tables* t, const St* s, u8* at, int32_t goods, int32_t n) noexcept nogil:
    at[goods] += <u8>min(n, stock(t, s, goods))


cdef inline void fall(St* s) noexcept nogil:
    """Ends the game with a loss if both tracks are at 0."""
    if s.military == 0 and s.culture == 0 and s.outcome == PLAYING:
        s.outcome = LOST


cdef void military(const Tables* t, St* s, int32_t change) noexcept nogil:
    cdef int32_t _skip
    if s.outcome != PLAYING:                           # a game that is over changes no more
        return
    if change > 0:
        s.military = min(s.military + change, t.most_military)
    for _skip in range(-change):
        if s.military:
            s.military -= 1
        else:
            s.culture -= min(s.culture, 2)
    fall(s)


cdef void culture(const Tables* t, St* s, int32_t change) noexcept nogil:
    cdef int32_t _skip
    if s.outcome != PLAYING:                           # a game that is over changes no more
        return
    if change > 0:
        s.culture = min(s.culture + change, t.most_culture)
    for _skip in range(-change):
        if s.culture:
            s.culture -= 1
        else:
            s.military -= min(s.military, 2)
    fall(s)


cdef void points(const Tables* t, St* s, int32_t change) noexcept nogil:
    s.ap = max(0, min(s.ap + change, t.most_ap))


cdef void enemy_points(St* s, int32_t change) noexcept nogil:
    s.enemy_ap = min(s.enemy_ap + change, MOST_ENEMY_AP)


cdef int32_t cell(const St* s, int32_t column, int32_t row) noexcept nogil:
    return first(s.where, COUNTERS, CELL + 6 * column + row)


cdef int32_t top_counter(const St* s, int32_t column) noexcept nogil:
    """The counter in the highest row of a column, or -1."""
    cdef int32_t c, best = -1
    for c in range(COUNTERS):
        if CELL + 6 * column <= s.where[c] < CELL + 6 * column + 6 and (best < 0 or s.where[c] < s.where[best]):
            best = c
    return best


cdef void to_top(St* s, int32_t counter, int32_t column) noexcept nogil:
    cdef int32_t row
    for row in range(6):
        if cell(s, column, row) < 0:
            s.where[counter] = CELL + 6 * column + row
            return
    check(False, "comancheria: a column of the display has room")


cdef void to_bottom(St* s, int32_t counter) noexcept nogil:
    cdef int32_t row, column = owner_of_counter(counter)
    for row in range(5, -1, -1):
        if cell(s, column, row) < 0:
            s.where[counter] = CELL + 6 * column + row
            return
    check(False, "comancheria: a column of the display has room")


cdef void to_cup(St* s, int32_t counter) noexcept nogil:
    s.where[counter] = CUP
    s.face[counter] = 0


cdef void restore(St* s) noexcept nogil:
    cdef int32_t at[6 * (INACTIVE + 1)]
    cdef int32_t rows[INACTIVE]
    cdef int32_t i, column
    memset(at, -1, sizeof(at))
    memset(rows, 0, sizeof(rows))
    for i in range(COUNTERS):
        if CELL <= s.where[i] < CELL + 6 * (INACTIVE + 1):
            at[s.where[i] - CELL] = i
    for i in range(6 * INACTIVE):
        if at[i] >= 0:
            column = i // 6
            s.where[at[i]] = CELL + 6 * column + rows[column]
            rows[column] += 1
    for i in range(6 * INACTIVE + 5, 6 * INACTIVE - 1, -1):
        if at[i] >= 0:
            column = owner_of_counter(at[i])
            check(rows[column] < 6, "comancheria: a column of the display has room")
            s.where[at[i]] = CELL + 6 * column + rows[column]
            rows[column] += 1


cdef void end_war(const Tables* t, St* s, int32_t enemy) noexcept nogil:
    cdef int32_t c
    s.column_at[enemy] = s.column_strength[enemy] = 0
    for c in range(COUNTERS):
        if s.where[c] == UNDER + enemy:
            to_bottom(s, c)


cdef void weaken(const Tables* t, St* s, int32_t enemy, int32_t n) noexcept nogil:
    s.column_strength[enemy] -= min(n, s.column_strength[enemy])
    if s.column_strength[enemy] == 0:
        end_war(t, s, enemy)
        if chosen_bonus(t, s, B_COLUMN_GLORY):
            military(t, s, 1)


cdef bint sees(const Tables* t, const St* s, int32_t enemy, int32_t space) noexcept nogil:
    if space == RESERVATION:
        return False
    return space != PALO_DURO or enemy == NORTH or standing(t, s, X_SEE_PALO_DURO, -1) > 0


cdef bint stops(const Tables* t, const St* s, int32_t enemy) noexcept nogil:
    cdef int32_t at = s.column_at[enemy]
    if not sees(t, s, enemy, at):
        return False
    return camp_in(s, at) >= 0 or band_in(s, at) >= 0 or ally_in(s, at)


cdef void remove_piece(St* s, int32_t space) noexcept nogil:
    cdef int32_t c = counter_on(s, space)
    s.piece[space] = NONE
    if c >= 0:
        to_bottom(s, c)


cdef void remove_band(St* s, int32_t band) noexcept nogil:
    s.band_strength[band] = s.band_at[band] = s.band_done[band] = 0
    memset(s.band_goods[band], 0, GOODS)


cdef void headman_dies(St* s, int32_t letter) noexcept nogil:
    s.mahimiana[letter] = s.headman_at[letter] = 0
    if index_of(s.chosen) == letter:
        s.chosen = 0


cdef void drop_headman(St* s, int32_t band) noexcept nogil:
    cdef int32_t r = headman_of(s, band)
    if r >= 0:
        s.headman_at[r] = 1 + r


cdef void destroy_camp(const Tables* t, St* s, int32_t camp) noexcept nogil:
    """Rule 2.5.3: removes the Ranchería, its headmen and its box. The caller reduces Military."""
    cdef int32_t b, r
    for b in range(BANDS):
        if s.band_at[b] == BOX + camp:
            r = headman_of(s, b)
            if r >= 0:
                headman_dies(s, r)
            remove_band(s, b)
    for r in range(CAMPS):
        if s.headman_at[r] == 1 + camp:
            headman_dies(s, r)
    headman_dies(s, camp)
    memset(s.camp_goods[camp], 0, GOODS)
    s.out_success += s.paraibo_success[camp] + s.mahimiana_success[camp]
    s.camp_at[camp] = s.paraibo[camp] = s.paraibo_success[camp] = s.mahimiana_success[camp] = 0


cdef int32_t nearest_camp(const Tables* t, const St* s, int32_t space) noexcept nogil:
    """The nearest Ranchería off the Reservation by the ways of a Band, first by letter among equals, or -1."""
    cdef int32_t r, best = -1, least = 255
    for r in range(CAMPS):
        if s.camp_at[r] and s.camp_at[r] != RESERVATION and t.distance[BY_BAND][s.gates][space][s.camp_at[r]] < least:
            best, least = r, t.distance[BY_BAND][s.gates][space][s.camp_at[r]]
    return best


cdef int32_t adds(const Card* card, int32_t kind, int32_t x) noexcept nogil:
    cdef int32_t i, n = 0
    for i in range(card.standing):
        if card.lasting[i].kind == kind and (x < 0 or (card.lasting[i].x >> x) & 1):
            n += card.lasting[i].y
    return n


cdef int32_t standing(const Tables* t, const St* s, int32_t kind, int32_t x) noexcept nogil:
    cdef int32_t i, c, n = adds(&t.card[CARDS + s.period], kind, x)
    for i in range(OPEN, HELD):
        c = first(s.card, CARDS, i)
        if c >= 0 and t.card[c].buy != 2:
            n += adds(&t.card[c], kind, x)
    c = first(s.card, CARDS, BOUGHT)
    while c >= 0:
        n += adds(&t.card[c], kind, x)
        i = first(&s.card[c + 1], CARDS - c - 1, BOUGHT)
        c = c + 1 + i if i >= 0 else -1
    return n


cdef int32_t payer(const St* s, int32_t who, int32_t n) noexcept nogil:
    cdef int32_t i, done
    cdef bint any_band = False
    if who == ANY:
        return 0
    if who == 0:
        who = s.active
    if who:
        return WITH + index_of(who) if n == 0 and s.band_goods[index_of(who)][TRADE_GOODS] else 0
    for i in range(CAMPS):
        if s.camp_goods[i][TRADE_GOODS]:
            if n == 0:
                return 1 + i
            n -= 1
    for i in range(BANDS):
        any_band |= s.band_goods[i][TRADE_GOODS] != 0
    if not any_band:
        return 0
    for done in range(1, -1, -1):
        for i in range(BANDS):
            if s.band_goods[i][TRADE_GOODS] and s.band_done[i] == done:
                if n == 0:
                    return WITH + i
                n -= 1
    return 0


cdef bint holds(const St* s, int32_t holder, int32_t goods) noexcept nogil:
    if 1 <= holder <= CAMPS:
        return s.camp_goods[holder - 1][goods] > 0
    return WITH <= holder < WITH + BANDS and s.band_goods[holder - WITH][goods] > 0


cdef void spend(St* s, int32_t holder, int32_t goods) noexcept nogil:
    if holder < WITH:
        s.camp_goods[holder - 1][goods] -= 1
    else:
        s.band_goods[holder - WITH][goods] -= 1


cdef int32_t holder_space(const St* s, int32_t holder) noexcept nogil:
    """The space that the holder of goods is on."""
    cdef int32_t at
    if holder < WITH:
        return s.camp_at[holder - 1]
    at = s.band_at[holder - WITH]
    return s.camp_at[at - BOX] if at >= BOX else at
