"""What the eight bytes of a frame are called in each procedure, which casts a frame to the overlay that it knows.

A field named `..._slot` holds an index + 1, or 0 when there is none: see `index_of` and `slot_of` in state.pxd. A
comment that says *the next one* means a field that counts one beyond the last.
"""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame
from hunch.engines.contract cimport u8

cdef enum:
    # What was used in a battle.
    USED_ONCE = 1            # the +1 to one roll of this battle
    ARMED = 2                # Guns were spent for this round


cdef inline int32_t about(const Frame* f) noexcept nogil:
    """The first argument: often what the frame is about, and the purpose of a leaf."""
    return f.a

# Leaves.

ctypedef struct DieFrame:
    u8 step
    u8 purpose
    u8 whose
    u8 first                 # 0 until it is rolled
    u8 second                # 0 until it is rolled, and for one die
    u8 two                   # 1: two dice, of which the higher counts
    u8 payer                 # of another roll: 0 any holder of Trade Goods, Band + 1 that Band, ANY nobody

ctypedef struct PickFrame:
    u8 step
    u8 purpose
    u8 whose
    u8 start                 # the space a settlement comes from, or the goal of a step

ctypedef struct DrawFrame:
    u8 step                  # from the cup or the War deck
    u8 purpose

ctypedef struct PlaceFrame:
    u8 step                  # of cards or of the wagon trail
    u8 place

ctypedef struct AskFrame:
    u8 step
    u8 question

# Questions: an AskFrame with what it is about.

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
    u8 territory             # or ANY

ctypedef struct NumberAsk:
    u8 step
    u8 question
    u8 number                # counters, the highest number, or a place of the Operations Track or ANY

ctypedef struct LowestAsk:
    u8 step
    u8 question
    u8 lowest                # the first Ranchería or Band that the question may be about

ctypedef struct DoneAsk:
    u8 step
    u8 question
    u8 done                  # mask of the Rancherías that have moved

ctypedef struct TrackAsk:
    u8 step
    u8 question
    u8 camp
    u8 ap                    # for the rest of the medicine track

ctypedef struct TakeAsk:
    u8 step
    u8 question
    u8 band
    u8 camp
    u8 lowest                # kind of goods

ctypedef struct RerollAsk:
    u8 step
    u8 question
    u8 purpose
    u8 value
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
    u8 may_try               # 1: for more than one action

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
    u8 lowest                # kind of goods

ctypedef struct CultureAsk:
    u8 step
    u8 question
    u8 free                  # 1: it costs nothing and must be taken

ctypedef struct AllyAsk:
    u8 step
    u8 question
    u8 territories           # mask
    u8 may_decline

ctypedef struct AnyHeadmanAsk:
    u8 step
    u8 question
    u8 who                   # 0 any headman, 3 a Mahimiana

ctypedef struct RemoveAsk:
    u8 step
    u8 question
    u8 owner
    u8 territory             # or ANY
    u8 other_owner
    u8 other_territory       # or ANY

ctypedef struct SwapAsk:
    u8 step
    u8 question
    u8 given
    u8 taken
    u8 territory             # or ANY
    u8 may_stop

# The opening.

ctypedef struct SetupFrame:
    u8 step
    u8 enemy                 # the next one
    u8 settled               # Settle instructions that it has carried out

ctypedef struct SetupBisonFrame:
    u8 step
    u8 left

ctypedef struct ActivateFrame:
    u8 step
    u8 enemy
    u8 dealt                 # counters of the six

# War Columns and battles.

ctypedef struct WarFrame:
    u8 step
    u8 kind                  # of the War card that moves the columns
    u8 enemy                 # the next one
    u8 standing              # the enemy whose column is before the Ranchería
    u8 camp                  # the Ranchería that chooses whether it fights

ctypedef struct EventFrame:
    u8 step
    u8 kind                  # of the War card, then of the one that moves a fast column
    u8 enemy                 # the next one, or whose column surprises

ctypedef struct GoFrame:
    u8 step
    u8 enemy
    u8 steps                 # spaces still to move
    u8 goal                  # a space, 0 until it is chosen

ctypedef struct ColumnFrame:
    u8 step
    u8 enemy

ctypedef struct BattleFrame:
    u8 step
    u8 enemy
    u8 band_slot             # empty: an Allied Tribe
    u8 camp_slot             # empty: outside Rancherías
    u8 used                  # USED_ONCE and ARMED
    u8 fought                # mask of the Mahimianas whose Bands fought a round

# What the player does.

ctypedef struct CampGoFrame:
    u8 step
    u8 camp
    u8 space                 # 0 once it is there
    u8 left                  # spaces that it may still move

ctypedef struct TakeFrame:
    u8 step
    u8 band
    u8 camp
    u8 lowest                # kind of goods

ctypedef struct ActFrame:
    u8 step
    u8 camp
    u8 bands                 # that go on the medicine track
    u8 placed                # of them so far
    u8 left                  # places of the Paraibo that stay empty

ctypedef struct ActiveFrame:
    u8 step
    u8 band

ctypedef struct RaidFrame:
    u8 step
    u8 band
    u8 to_draw               # counters of the Success Check
    u8 draws                 # counters of the Success Check in all
    u8 counter               # the Enemy AP counter that is shot at: DRAWN_TWO and the like
    u8 successes

ctypedef struct RaidPeaceFrame:
    u8 step
    u8 band
    u8 counter               # the Peace or Ally that may break

ctypedef struct PlanFrame:
    u8 step
    u8 camp                  # the next one
    u8 actions               # of its Paraibo, still to take

ctypedef struct PlanCampsFrame:
    u8 step
    u8 done                  # mask of the Rancherías that have moved

# The Passage of Time.

ctypedef struct BandsFrame:
    u8 step
    u8 lowest                # Ranchería
    u8 made[5]               # new Bands in each
    u8 camp                  # that is paying

ctypedef struct StrengthenFrame:
    u8 step
    u8 lowest                # Band
    u8 band                  # that was strengthened first
    u8 own                   # 1: by a Food of its own

ctypedef struct RetireFrame:
    u8 step
    u8 camp                  # the next one
    u8 retired               # mask of the Mahimianas that have retired

ctypedef struct DeathFrame:
    u8 step
    u8 headman               # the next one: the Paraibos, then the Mahimianas
    u8 retired               # mask: neither they nor the Paraibos that took over roll

ctypedef struct SuccessorFrame:
    u8 step
    u8 camp                  # the next one

ctypedef struct PassPeaceFrame:
    u8 step
    u8 counter               # the next one

ctypedef struct BisonFrame:
    u8 step
    u8 to_place
    u8 to_remove

ctypedef struct PayFrame:
    u8 step
    u8 camp
    u8 price
    u8 lowest                # kind of goods

# Cleanup, the enemy, cards.

ctypedef struct DropFrame:
    u8 step
    u8 band                  # the next one

ctypedef struct UnrestFrame:
    u8 step
    u8 camp                  # the next one

ctypedef struct EnemyFrame:
    u8 step
    u8 enemy
    u8 counter_slot          # that is executed
    u8 row                   # in which it lay

ctypedef struct CounterFrame:
    u8 step
    u8 counter               # drawn from the cup

ctypedef struct ExecuteFrame:
    u8 step
    u8 enemy
    u8 instruction
    u8 cost
    u8 counter_slot          # empty: a card orders it
    u8 square                # from which a Settlement comes

ctypedef struct EffectFrame:
    u8 step
    u8 card
    u8 moment
    u8 begun                 # effects of the card; the last of them is being carried out
    u8 left                  # of this one's questions or dice
