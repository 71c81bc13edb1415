"""The state of Comanchería, its tables, its stack of frames, and small questions about them."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BOX, CAMPS, CARDS, COUNTERS, DEPTH, DRAWN, GOODS, PALO_DURO, PLACES, RESERVATION, ROUND, SETS, SPACES,
    TRACK, TRAIL, WAR_KINDS, WAYS,
)
from hunch.engines.games.comancheria.codes.effects cimport BONUSES, MOMENTS, WE_PICKETS
from hunch.engines.games.comancheria.codes.moves cimport LAST_DIE, LAST_QUESTION
from hunch.engines.games.comancheria.codes.steps cimport STEPS, S_ASK, S_DIE, S_PICK
from hunch.engines.contract cimport check, move_t, u8

ctypedef struct Frame:       # 8 bytes
    u8 step
    u8 a
    u8 b
    u8 c
    u8 d
    u8 e
    u8 g
    u8 h

ctypedef struct ComancheriaState:    # 608 bytes
    uint32_t answer                  # what a leaf gave to the frame below it; 0 at rest
    uint16_t enemy_ap                # on the General Record Track
    u8 depth                         # frames in use
    u8 outcome
    Frame frame[DEPTH]
    u8 period                        # 1..4
    u8 present                       # bit e: enemy e is in the game
    u8 gates                         # SANTA_FE, REMOVAL, MEXICAN_WAR
    u8 once
    u8 military
    u8 culture
    u8 ap
    u8 operations                    # 0 Start, 1..4, 5 Must Do Passage of Time
    u8 passage                       # 0 Start, 1..4, 5 Victory Check
    u8 nation[4]                     # flag of each colonial enemy, 0 none
    u8 piece[SPACES]
    u8 ravaged[SPACES]
    u8 mark[TRAIL]                   # 1: a "?" lies there
    u8 column_at[4]                  # 0: no column
    u8 column_strength[4]
    u8 where[COUNTERS]
    u8 face[COUNTERS]                # 1: back up
    u8 cup_success                   # with those that lie under "?"
    u8 cup_ap[3]                     # with those that lie under "?"
    u8 box_ap[3]                     # Available Enemy AP
    u8 out_success                   # Out of Play
    u8 drawn_success                 # drawn in this Success Check
    u8 drawn_ap[3]
    u8 drawn_counter[DRAWN]          # Instruction + 1, in the order of the draw
    u8 ops_success[PLACES]
    u8 ops_goods[PLACES][GOODS]
    u8 camp_at[CAMPS]                # 0: not in play
    u8 paraibo[CAMPS]                # medicine
    u8 mahimiana[CAMPS]              # medicine, 0: Out of Play
    u8 headman_at[CAMPS]             # Mahimiana: 0 Out of Play, 1 + Ranchería whose box it is in, WITH + Band
    u8 paraibo_success[CAMPS]
    u8 mahimiana_success[CAMPS]
    u8 camp_goods[CAMPS][GOODS]      # owned by no Band
    u8 band_strength[BANDS]          # 0: in stock
    u8 band_at[BANDS]                # space, or BOX + Ranchería
    u8 band_done[BANDS]              # finished
    u8 band_goods[BANDS][GOODS]
    u8 track[TRACK]                  # Band + 1, from the right of the medicine track
    u8 active                        # Band + 1
    u8 mp
    u8 stolen                        # MP spent on Steal their horses in this activation
    u8 war_event                     # kind + 1
    u8 war_left[WAR_KINDS]
    u8 card[CARDS]                   # where each development card is: DECK and the like
    u8 level[SETS]                   # culture cards bought, 0..3
    u8 chosen                        # Mahimiana + 1 that a card gives its bonus to
    u8 spare[7]

ctypedef ComancheriaState St

ctypedef struct Effect:
    u8 kind
    u8 x
    u8 y
    u8 z
    u8 w

ctypedef struct Card:
    u8 buy                   # 0 cannot be bought, 1 into the hand, 2 into play
    u8 cost
    u8 leaves                # 1: not shuffled again
    u8 count[MOMENTS]
    u8 standing
    Effect effect[MOMENTS][4]
    Effect lasting[2]

ctypedef struct Argument:            # of a frame or a leaf
    u8 low
    u8 high
    u8 of                            # what it is about: OF_BAND and the like

ctypedef struct Tables:
    u8 near[WAYS][8][SPACES][8]      # neighbours by way and open gates, 0 ends
    u8 distance[WAYS][8][SPACES][SPACES]
    u8 trail[TRAIL]                  # spaces, nearest to the north-east square first
    u8 reservation_from[4]
    u8 die_area[7]                   # the territory of each number of a die
    u8 band_mp[4]
    u8 modifier[4][9]                # of a War Column, by enemy and strength: subtracted
    u8 kind[COUNTERS][2]             # instruction on each face
    u8 cost[COUNTERS][2]
    u8 most_goods[GOODS]
    u8 most_bands
    u8 most_tribes
    u8 most_bison
    u8 most_settlements[4]
    u8 most_ravaged
    u8 most_success
    u8 most_ap_counters[3]
    u8 value[3]                      # of Enemy AP counters
    u8 most_ap
    u8 most_military
    u8 most_culture
    u8 operations_number[PLACES]     # printed on each place; 0 on Start
    u8 passage_number[PLACES]
    u8 most_paraibo
    u8 most_mahimiana
    u8 war_count[WAR_KINDS]
    u8 war_effect[WAR_KINDS]
    u8 war_moves[WAR_KINDS][4]
    u8 enemy_die[5][7]               # by period and die
    Card card[CARDS + 5]             # development cards, then history cards of periods 1..4 at CARDS + period
    u8 bonus_set[BONUSES]
    u8 bonus_level[BONUSES]
    u8 bonus_war[BONUSES]            # 1: switched off by Alert pickets
    u8 culture_cost[SETS][4]
    u8 goal_control[5]               # objective by period: territories to control,
    u8 goal_camps[5]                 # territories with a Ranchería,
    u8 goal_named[5]                 # mask: one of these is controlled (first form: this one must be)
    u8 goal_other[5]                 # 1: a Ranchería in another territory than the named one
    u8 goal_free[5]                  # 1: a Ranchería or Band outside the Reservation
    u8 goal_points[5]                # Military + Culture at least
    u8 first_period
    u8 last_period
    bint full                        # `legal` gives every order of a decision
    # The stack of frames, from data/steps.py.
    u8 rests[STEPS]                  # 1: a frame of this step may be there at rest
    Argument arguments[STEPS][7]
    u8 child[STEPS][STEPS]           # 1: the second may lie above the first
    u8 leaf[STEPS][2]                # step and purpose of the leaf that may lie above
    Argument question[LAST_QUESTION + 1][4]
    Argument whose[2][LAST_DIE + 1]  # of dice and of picks
    # Setup of the scenario.
    St start
    u8 settle[4]                     # Settle instructions to carry out
    u8 random_bison
    u8 free_culture


cdef inline move_t code(int32_t verb, int32_t x=0, int32_t y=0, int32_t z=0) noexcept nogil:
    return (<uint32_t>verb << 24) | (<uint32_t>x << 16) | (<uint32_t>y << 8) | <uint32_t>z


cdef inline int32_t verb_of(move_t m) noexcept nogil:
    return m >> 24


cdef inline int32_t x_of(move_t m) noexcept nogil:
    return (m >> 16) & 255


cdef inline int32_t y_of(move_t m) noexcept nogil:
    return (m >> 8) & 255


cdef inline int32_t z_of(move_t m) noexcept nogil:
    return m & 255


cdef inline Frame* push(St* s, int32_t step, int32_t a=0, int32_t b=0, int32_t c=0, int32_t d=0) noexcept nogil:
    """A new frame on top, whose further arguments are 0 until the caller writes them."""
    cdef Frame* f
    check(s.depth < DEPTH, "comancheria: the stack of frames is deep enough")
    f = &s.frame[s.depth]
    f.step, f.a, f.b, f.c, f.d, f.e, f.g, f.h = step, a, b, c, d, 0, 0, 0
    s.depth += 1
    return f


cdef inline void pop(St* s) noexcept nogil:
    s.depth -= 1
    memset(&s.frame[s.depth], 0, sizeof(Frame))


cdef inline void give(St* s, uint32_t answer) noexcept nogil:
    """A leaf ends and hands its answer to the frame below."""
    pop(s)
    s.answer = answer


cdef inline void ask(St* s, int32_t question, int32_t b=0, int32_t c=0, int32_t d=0, int32_t e=0) noexcept nogil:
    s.answer = 0
    push(s, S_ASK, question, b, c, d).e = e


cdef inline void roll_die(St* s, int32_t purpose, int32_t whose=0) noexcept nogil:
    s.answer = 0
    push(s, S_DIE, purpose, whose)


cdef inline void pick(St* s, int32_t purpose, int32_t whose=0, int32_t start=0) noexcept nogil:
    s.answer = 0
    push(s, S_PICK, purpose, whose, start)


cdef inline void clear(Frame* f) noexcept nogil:
    """Sets the arguments to 0, before a procedure continues with others."""
    memset(&f.a, 0, sizeof(Frame) - 1)


# An index of -1 means none. A byte stores it as a slot: the index + 1, and 0 for none.

cdef inline int32_t index_of(u8 slot) noexcept nogil:
    return <int32_t>slot - 1


cdef inline int32_t slot_of(int32_t index) noexcept nogil:
    return index + 1


cdef inline int32_t territory(int32_t space) noexcept nogil:
    """The territory 0..5 of a round space."""
    return (space - 1) // 6


cdef inline int32_t worth(int32_t space) noexcept nogil:
    """The value 1..6 printed on a round space."""
    return (space - 1) % 6 + 1


cdef inline bint can_be_ravaged(int32_t space) noexcept nogil:
    return 0 < space < RESERVATION and space != PALO_DURO


cdef inline bint is_round(int32_t space) noexcept nogil:
    return 1 <= space <= ROUND


cdef inline int32_t owner_of_counter(int32_t counter) noexcept nogil:
    return counter // 6


cdef inline int32_t in_box(const St* s, int32_t band) noexcept nogil:
    """The Ranchería whose box the Band is in, or none."""
    return s.band_at[band] - BOX if s.band_at[band] >= BOX else -1


cdef inline bint chosen_bonus(const Tables* t, const St* s, int32_t bonus) noexcept nogil:
    """Whether a culture card gives this bonus now."""
    if s.level[t.bonus_set[bonus]] < t.bonus_level[bonus]:
        return False
    return not (t.bonus_war[bonus] and s.war_event and t.war_effect[index_of(s.war_event)] == WE_PICKETS)
