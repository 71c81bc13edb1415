"""What each code of `flaw` means: the field of the message, then what is wrong with it."""

FLAWS = (
    "",
    "frames: not a stack that these rules make",
    "spaces: pieces or Ravaged counters stacked against the rules, or more than there are",
    "cup: Success or Enemy AP counters that do not add up with those elsewhere",
    "instructions: a counter where it cannot be",
    "enemies.column_space: a War Column without a place or a strength, or of an enemy that is not there",
    "camps: a Ranchería or a headman that cannot be",
    "bands: a Band that cannot be",
    "camps.goods: with those of Bands and the Operations Track more than there are, or with one not in play",
    "tracks: a value off its track, or a period that the scenario does not have",
    "war_deck: cards that do not add up",
    "development: a card where it cannot be",
    "culture_levels: a level off its set",
    "outcome: not that of this position",
    "frames: bytes that no procedure uses are not 0",
)
