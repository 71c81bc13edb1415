"""What can be wrong with a state. A code is one of these numbers plus a row; messages.py has a message for each."""
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, CAMPS, CARDS, COUNTERS, DEPTH, DRAWN, GOODS, PLACES, SETS, SPACES, TRACK, WAR_KINDS,
)

cpdef enum:
    # Each number begins where the rows of the one before it end. A comment names the rows, if there are several, here
    # and for the numbers that follow with as many.
    SOUND = 0
    BAD_OUTCOME = 1
    BAD_PERIOD = BAD_OUTCOME + 1
    BAD_TRACK = BAD_PERIOD + 1                     # rows: the tracks, in the order of their fields
    BAD_UNUSED = BAD_TRACK + 6
    BAD_PIECE = BAD_UNUSED + 1                     # rows: the spaces, from 1 on
    BAD_NUMBER = BAD_PIECE + SPACES - 1
    BAD_RAVAGED = BAD_NUMBER + SPACES - 1
    BAD_UNKNOWN = BAD_RAVAGED + SPACES - 1
    BAD_PRESENCE = BAD_UNKNOWN + SPACES - 1        # rows: the enemies
    BAD_FLAG = BAD_PRESENCE + 4
    BAD_COLUMN = BAD_FLAG + 4
    BAD_STRENGTH = BAD_COLUMN + 4
    BAD_CAMP = BAD_STRENGTH + 4                    # rows: the Rancherías
    BAD_NEIGHBOUR = BAD_CAMP + CAMPS
    BAD_GROUND = BAD_NEIGHBOUR + CAMPS
    BAD_LOST_CAMP = BAD_GROUND + CAMPS
    BAD_PARAIBO = BAD_LOST_CAMP + CAMPS
    BAD_MAHIMIANA = BAD_PARAIBO + CAMPS
    BAD_BOX = BAD_MAHIMIANA + CAMPS
    BAD_GUIDE = BAD_BOX + CAMPS
    BAD_STORE = BAD_GUIDE + CAMPS
    BAD_PARAIBO_SUCCESS = BAD_STORE + CAMPS
    BAD_MAHIMIANA_SUCCESS = BAD_PARAIBO_SUCCESS + CAMPS
    BAD_CHOSEN = BAD_MAHIMIANA_SUCCESS + CAMPS
    BAD_BAND = BAD_CHOSEN + 1                      # rows: the Bands
    BAD_NO_BAND = BAD_BAND + BANDS
    BAD_BAND_CAMP = BAD_NO_BAND + BANDS
    BAD_BAND_DONE = BAD_BAND_CAMP + BANDS
    BAD_BAND_GOODS = BAD_BAND_DONE + BANDS
    BAD_CAMP_STOCK = BAD_BAND_GOODS + BANDS        # rows: the goods of each Ranchería
    BAD_BAND_STOCK = BAD_CAMP_STOCK + CAMPS * GOODS
    BAD_TRACK_STOCK = BAD_BAND_STOCK + BANDS * GOODS
    BAD_MEDICINE = BAD_TRACK_STOCK + PLACES * GOODS
    BAD_ACTIVATION = BAD_MEDICINE + TRACK          # rows: `active`, `mp`, `stolen`
    BAD_TRACK_SUCCESS = BAD_ACTIVATION + 3
    BAD_OUT_OF_PLAY = BAD_TRACK_SUCCESS + PLACES
    BAD_CUP = BAD_OUT_OF_PLAY + 1                  # rows: Success, then Enemy AP by value
    BAD_AVAILABLE = BAD_CUP + 4
    BAD_DRAWN = BAD_AVAILABLE + 4
    BAD_DEAL = BAD_DRAWN + 4                       # rows: the Instruction counters
    BAD_FACE = BAD_DEAL + COUNTERS
    BAD_CELL = BAD_FACE + COUNTERS
    BAD_INACTIVE = BAD_CELL + COUNTERS
    BAD_UNDER = BAD_INACTIVE + COUNTERS
    BAD_ON_MAP = BAD_UNDER + COUNTERS
    BAD_IN_HAND = BAD_ON_MAP + COUNTERS
    BAD_DRAWN_COUNTER = BAD_IN_HAND + COUNTERS
    BAD_EVENT = BAD_DRAWN_COUNTER + DRAWN
    BAD_LEFT = BAD_EVENT + 1
    BAD_CARD = BAD_LEFT + WAR_KINDS
    BAD_CARD_PLACE = BAD_CARD + CARDS
    BAD_LEVEL = BAD_CARD_PLACE + CARDS
    NO_FRAMES = BAD_LEVEL + SETS
    BAD_STEP = NO_FRAMES + 1                       # rows: the frames
    BAD_ARGUMENTS = BAD_STEP + DEPTH
    BAD_FRAME = BAD_ARGUMENTS + DEPTH
    NOT_ACTIVE = BAD_FRAME + DEPTH
    NOT_PLACED = NOT_ACTIVE + 1
    NOT_CHECKED = NOT_PLACED + 1
    NOT_RESOLVED = NOT_CHECKED + 1
