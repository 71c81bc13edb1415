"""Every number that a state or a move is made of, each written once; Python imports them from here."""

from types import ModuleType


def names(codes: ModuleType, prefix: str) -> tuple[str, ...]:
    """The names with this prefix by their numbers, without it; a number that has no name has an empty one."""
    numbers = {number: name.removeprefix(prefix) for name, number in vars(codes).items() if name.startswith(prefix)}
    return tuple(numbers.get(number, "") for number in range(max(numbers) + 1))


def words(codes: ModuleType, prefix: str) -> tuple[str, ...]:
    """The same in small letters, as the data and the language call them."""
    return tuple(name.lower() for name in names(codes, prefix))
