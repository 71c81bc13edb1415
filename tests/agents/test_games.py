"""What agents began: whose it is, and what is forgotten."""

import pytest

from hunch.agents.ask import Refused
from hunch.agents.games import Shelf


def test_a_thing_is_found_by_its_owner_only():
    shelf = Shelf("begin again")
    name = shelf.add("one", 1)
    assert shelf.find("one", f" {name} ") == 1
    with pytest.raises(Refused, match="begin again"):
        shelf.find("other", name)


def test_who_has_most_loses_what_was_not_used_for_longest():
    shelf = Shelf("begin again", most=5)
    mine = [shelf.add("mine", number) for number in range(2)]
    flood = [shelf.add("flood", number) for number in range(3)]
    shelf.find("flood", flood[0])
    flood += [shelf.add("flood", number) for number in range(3, 103)]
    assert [shelf.find("mine", name) for name in mine] == [0, 1]
    kept = []
    for name in flood:
        try:
            kept.append(shelf.find("flood", name))
        except Refused:
            continue
    assert kept == [100, 101, 102]
