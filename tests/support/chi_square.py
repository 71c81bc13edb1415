"""Whether draws follow weights. Seeds are fixed, so a test gives the same answer each time."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from hunch.engines import State


def follows(drawn: Mapping[Any, int], weights: Mapping[Any, float], what: str) -> None:
    """Chi-square of draws against weights."""
    strange = drawn.keys() - weights.keys()
    assert not strange, f"{what}: drew what has no weight: {sorted(strange, key=repr)[:3]}"
    total, draws = sum(weights.values()), sum(drawn.values())
    expected = {key: draws * weight / total for key, weight in weights.items()}
    many = [(drawn.get(key, 0), mean) for key, mean in expected.items() if mean >= 5]
    rare = [(drawn.get(key, 0), mean) for key, mean in expected.items() if mean < 5]
    if rare:
        many.append((sum(count for count, _ in rare), sum(mean for _, mean in rare)))
    square = sum((count - mean) ** 2 / mean for count, mean in many)
    assert square <= limit(len(many) - 1), f"{what}: chi-square {square:.0f} over {len(many)} kinds: {drawn} {weights}"


def alike(sample: Counter[Hashable], other: Counter[Hashable], what: str) -> None:
    """Chi-square of two samples of equal size."""
    common = [key for key in sample | other if sample[key] + other[key] >= 10]
    pairs = [(sample[key], other[key]) for key in common]
    pairs.append((sample.total() - sum(a for a, _ in pairs), other.total() - sum(b for _, b in pairs)))
    square = sum((a - b) ** 2 / (a + b) for a, b in pairs if a + b)
    assert square <= limit(len(pairs) - 1), f"{what}: chi-square {square:.0f} over {len(pairs)} kinds: {pairs}"


def alike_in_parts(sample: list[State], other: list[State], what: str) -> None:
    """Two samples of states, field by field."""
    parts = [[list(scalars("", state.fields())) for state in states] for states in (sample, other)]
    for first, second in zip(zip(*parts[0], strict=True), zip(*parts[1], strict=True), strict=True):
        if first != second:
            alike(Counter(first), Counter(second), f"{first[0][0]}, {what}")


def scalars(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every number in the fields of a state with the path to it."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from scalars(f"{path}.{key}", part)
    else:
        yield path, value


def limit(freedom: int) -> float:
    """The quantile of chi-square at five and a half sigma, after Wilson and Hilferty."""
    if freedom < 1:
        return 1e-9
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 5.5 * part**0.5) ** 3


def same_weights(weights: Mapping[bytes, float], should: Mapping[bytes, float], what: str) -> None:
    assert weights.keys() == should.keys(), f"{len(weights)} worlds, should be {len(should)}, {what}"
    total, whole = sum(weights.values()), sum(should.values())
    for world in weights:
        is_now, right = weights[world] / total, should[world] / whole
        assert abs(is_now - right) < 1e-9, f"a world has weight {is_now:.6f}, should have {right:.6f}, {what}"
