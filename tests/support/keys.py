"""The rolling keys of engines/keys.pxd once more in plain Python, so that the laws do not lean on what they check."""

from hunch.engines import NOTHING

WORD = 2**64 - 1


class Keys:
    """The rolling key of a seat as a search keeps it; draws in a row are added up before they are mixed in."""

    def __init__(self, root: int) -> None:
        self.key, self.drawn = root, 0

    def add(self, seen: int, chance: bool) -> None:
        if seen == NOTHING:
            return
        if chance:
            self.drawn = (self.drawn + scramble(seen)) & WORD
        else:
            self.key, self.drawn = mix(self.now(), seen), 0

    def now(self) -> int:
        return mix(self.key, self.drawn) if self.drawn else self.key


def fold(a: int, b: int) -> int:
    return (a * b >> 64) ^ (a * b & WORD)


def scramble(word: int) -> int:
    return fold(word ^ 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)


def mix(key: int, token: int) -> int:
    return fold(key ^ 0x2D358DCCAA6C78A5, scramble(token) ^ 0x8BB84B93962EACC9)


def key_of_bytes(raw: bytes) -> int:
    """The key of a state, worked out apart from the engine."""
    key = 0x9E3779B97F4A7C15 ^ len(raw)
    for at in range(0, len(raw), 8):
        key = mix(key, int.from_bytes(raw[at : at + 8], "little"))
    return key
