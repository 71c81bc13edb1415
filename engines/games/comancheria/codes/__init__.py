"""The numbers in states and moves, each defined once, for the engine and for Python."""

from types import ModuleType


def names(codes: ModuleType, prefix: str) -> tuple[str, ...]:
    """Returns the names with this prefix, without it, by number. A number without a name has an empty one."""
    numbers = {number: name.removeprefix(prefix) for name, number in vars(codes).items() if name.startswith(prefix)}
    return tuple(numbers.get(number, "") for number in range(max(numbers) + 1))


def words(codes: ModuleType, prefix: str) -> tuple[str, ...]:
    """Returns the names in lower case, as the data and the sentences use them."""
    return tuple(name.lower() for name in names(codes, prefix))
