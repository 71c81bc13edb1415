"""Names for the eight bytes of a frame. Each procedure casts its frames to the overlay that it knows.

A field named `*_slot` holds an index + 1, or 0 if there is none: see `index_of` and `slot_of` in state.pxd. A field
that counts up to the next piece goes to one beyond the last.
"""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame
from hunch.engines.contract cimport u8

cdef enum:
    # Bits of `used` in a BattleFrame.
    USED_ONCE = 1            # the culture card's +1 to one roll of this battle is spent
    ARMED = 2                # Guns are spent for this round


cdef inline int32_t about(const Frame* f) noexcept nogil:
    """The first argument: the purpose of a leaf, and often the piece that another frame is about."""
    return f.a

# Leaves: on top of a stack at rest lies one of them.

ctypedef struct DieFrame:
    u8 step
    u8 purpose
    u8 whose                 # the piece that the die is for: see the purposes in codes/moves.pxd
    u8 first                 # the first die; 0 before it is rolled
    u8 second                # the second die; 0 before it is rolled, and if one die is rolled
    u8 two                   # 1 if two dice are rolled and the higher counts
    u8 payer                 # who may pay another roll: 0 any holder of Trade Goods, Band + 1 that Band, ANY nobody

ctypedef struct PickFrame:
    u8 step
    u8 purpose
    u8 whose                 # the piece that the pick is for: see the purposes in codes/moves.pxd
    u8 start                 # the space that a Settlement comes from, or the goal of a step

ctypedef struct DrawFrame:
    u8 step                  # S_DRAW from the cup, S_WAR_CARD from the War deck
    u8 purpose

ctypedef struct PlaceFrame:
    u8 step                  # a step about cards or about the wagon trail
    u8 place                 # the place of a card, or a place on the wagon trail

ctypedef struct AskFrame:
    u8 step
    u8 question

# Questions: an AskFrame with the arguments of its question.

ctypedef struct BandAsk:
    u8 step
    u8 question
    u8 band

ctypedef struct CampAsk:
    u8 step
    u8 question
    u8 camp

ctypedef struct SpaceAsk:
    u8 step
    u8 question
    u8 space

ctypedef struct LandAsk:
    u8 step
    u8 question
    u8 territory             # the territory that is asked about, or ANY

ctypedef struct NumberAsk:
    u8 step
    u8 question
    u8 number                # a number of counters, the highest number, or a place of the Operations Track or ANY

ctypedef struct LowestAsk:
    u8 step
    u8 question
    u8 lowest                # the first Ranchería or Band that an answer may name

ctypedef struct DoneAsk:
    u8 step
    u8 question
    u8 done                  # mask of the Rancherías that have moved

ctypedef struct TrackAsk:
    u8 step
    u8 question
    u8 camp
    u8 ap                    # AP for the empty places of the medicine track

ctypedef struct TakeAsk:
    u8 step
    u8 question
    u8 band
    u8 camp
    u8 lowest                # the first kind of goods that an answer may name

ctypedef struct RerollAsk:
    u8 step
    u8 question
    u8 purpose
    u8 value                 # the value that the die shows
    u8 payer                 # as in DieFrame

ctypedef struct StandAsk:
    u8 step
    u8 question
    u8 enemy
    u8 camp

ctypedef struct HeadmanAsk:
    u8 step
    u8 question
    u8 camp
    u8 may_try               # 1 if the headman may try for more than one action

ctypedef struct SecondAsk:
    u8 step
    u8 question
    u8 band
    u8 own                   # 1: the Food was this Band's

ctypedef struct OnAsk:
    u8 step
    u8 question
    u8 camp
    u8 left                  # spaces that it may still move

ctypedef struct PayAsk:
    u8 step
    u8 question
    u8 camp
    u8 price
    u8 lowest                # the first kind of goods that an answer may name

ctypedef struct CultureAsk:
    u8 step
    u8 question
    u8 free                  # 1 if the card costs nothing and must be taken

ctypedef struct AllyAsk:
    u8 step
    u8 question
    u8 territories           # mask of the territories that may get the Ally
    u8 may_decline           # 1 if the player may decline

ctypedef struct AnyHeadmanAsk:
    u8 step
    u8 question
    u8 who                   # 0 any headman, 3 a Mahimiana

ctypedef struct RemoveAsk:
    u8 step
    u8 question
    u8 owner
    u8 territory             # the territory of the first piece, or ANY
    u8 other_owner
    u8 other_territory       # the territory of the second piece, or ANY

ctypedef struct SwapAsk:
    u8 step
    u8 question
    u8 given
    u8 taken
    u8 territory             # the territory that the goods are in, or ANY
    u8 may_stop

# The setup.

ctypedef struct SetupFrame:
    u8 step
    u8 enemy                 # the next enemy, 4 after the last
    u8 settled               # Settle Instructions that this enemy has carried out

ctypedef struct SetupBisonFrame:
    u8 step
    u8 left                  # Bison still to place

ctypedef struct ActivateFrame:
    u8 step
    u8 enemy
    u8 dealt                 # how many of the enemy's six counters are dealt

# War Columns and battles.

ctypedef struct WarFrame:
    u8 step
    u8 kind                  # the kind of War card that moves the columns
    u8 enemy                 # the next enemy, 4 after the last
    u8 standing              # the enemy whose column is at the Ranchería
    u8 camp                  # the Ranchería that chooses between fight and yield

ctypedef struct EventFrame:
    u8 step
    u8 kind                  # the kind of the War Event, then of the War card that moves a fast column
    u8 enemy                 # the next enemy to move, or the enemy whose column surprises

ctypedef struct GoFrame:
    u8 step
    u8 enemy
    u8 steps                 # spaces still to move
    u8 goal                  # the goal space; 0 before it is chosen

ctypedef struct ColumnFrame:
    u8 step
    u8 enemy

ctypedef struct BattleFrame:
    u8 step
    u8 enemy
    u8 band_slot             # the Band that fights; 0 if an Allied Tribe fights
    u8 camp_slot             # the Ranchería that fights; 0 outside Rancherías
    u8 used                  # bits USED_ONCE and ARMED
    u8 fought                # mask of the Mahimianas whose Bands fought a round

# Operations of the player.

ctypedef struct CampGoFrame:
    u8 step
    u8 camp
    u8 space                 # 0 once it is there
    u8 left                  # spaces that it may still move

ctypedef struct TakeFrame:
    u8 step
    u8 band
    u8 camp
    u8 lowest                # the first kind of goods that an answer may name

ctypedef struct ActFrame:
    u8 step
    u8 camp
    u8 bands                 # Bands that go on the medicine track
    u8 placed                # Bands that are on the medicine track so far
    u8 left                  # places of the medicine track that stay empty

ctypedef struct ActiveFrame:
    u8 step
    u8 band

ctypedef struct RaidFrame:
    u8 step
    u8 band
    u8 to_draw               # counters of the Success Check still to draw
    u8 draws                 # counters of the Success Check in all
    u8 counter               # the Enemy AP counter that Guns shoot at: DRAWN_TWO to DRAWN_FOUR
    u8 successes

ctypedef struct RaidPeaceFrame:
    u8 step
    u8 band
    u8 counter               # the Peace or Ally counter that the raid may break

ctypedef struct PlanFrame:
    u8 step
    u8 camp                  # the next Ranchería, 5 after the last
    u8 actions               # actions that its Paraibo may still take

ctypedef struct PlanCampsFrame:
    u8 step
    u8 done                  # mask of the Rancherías that have moved

# The Passage of Time.

ctypedef struct BandsFrame:
    u8 step
    u8 lowest                # the first Ranchería that an answer may name
    u8 made[5]               # new Bands of each Ranchería
    u8 camp                  # the Ranchería that pays

ctypedef struct StrengthenFrame:
    u8 step
    u8 lowest                # the first Band that an answer may name
    u8 band                  # the Band that the first point of this counter strengthened
    u8 own                   # 1 if the counter was a Food of that Band

ctypedef struct RetireFrame:
    u8 step
    u8 camp                  # the next Ranchería, 5 after the last
    u8 retired               # mask of the Mahimianas that have retired

ctypedef struct DeathFrame:
    u8 step
    u8 headman               # the next headman: first the Paraibos, then the Mahimianas
    u8 retired               # mask of retired Mahimianas; neither they nor their Paraibos roll

ctypedef struct SuccessorFrame:
    u8 step
    u8 camp                  # the next Ranchería, 5 after the last

ctypedef struct PassPeaceFrame:
    u8 step
    u8 counter               # the next Instruction counter

ctypedef struct BisonFrame:
    u8 step
    u8 to_place
    u8 to_remove

ctypedef struct PayFrame:
    u8 step
    u8 camp
    u8 price
    u8 lowest                # the first kind of goods that an answer may name

# The Cleanup, the enemy and the cards.

ctypedef struct DropFrame:
    u8 step
    u8 band                  # the next Band

ctypedef struct UnrestFrame:
    u8 step
    u8 camp                  # the next Ranchería, 5 after the last

ctypedef struct EnemyFrame:
    u8 step
    u8 enemy
    u8 counter_slot          # the counter that is executed
    u8 row                   # the row in which that counter lay

ctypedef struct CounterFrame:
    u8 step
    u8 counter               # the counter that was drawn from the cup

ctypedef struct ExecuteFrame:
    u8 step
    u8 enemy
    u8 instruction
    u8 cost
    u8 counter_slot          # the counter that is executed; 0 if a card orders the Instruction
    u8 square                # the square that a Settlement comes from

ctypedef struct EffectFrame:
    u8 step
    u8 card
    u8 moment
    u8 begun                 # effects of the card that have begun; the last of them is being carried out
    u8 left                  # questions or rolls that this effect still has
