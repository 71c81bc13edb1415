"""What each code of `flaw` means: the field, then what is wrong with it."""

FLAWS = (
    "",
    "frames: not a stack that these rules make",
    "pieces: stacked against the rules, or more than there are",
    "cup: Success or Enemy AP counters that do not add up",
    "instructions: a counter where it cannot be",
    "columns: a War Column without a place or a strength",
    "camps: a Ranchería or a headman that cannot be",
    "bands: a Band that cannot be",
    "goods: more of a kind than there are",
    "tracks: a value off its track",
    "war_deck: cards that do not add up",
    "development: a card where it cannot be",
    "culture: a level off its set",
    "outcome: not that of this position",
    "spare: unused bytes that are not 0",
)
