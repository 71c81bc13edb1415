from typing import Any

from hunch.engines.contract import Game, State

class Comancheria(Game):
    trail: list[int]
    data: dict[str, Any]

    def steps_of(self, before: State, event: int) -> list[tuple[int, bool, State, State]]:
        """The steps that an event runs through, the event itself first.

        Of each: its number, whether it changed anything beside the stack of frames, and the positions before and after
        it, in the middle of things.
        """

    def battle_total(self, before: State, value: int) -> int:
        """What a die makes of a battle that is being rolled."""

    def die_comes_to(self, before: State, purpose: int, whose: int, value: int) -> int:
        """What a die decides: a territory, a counter in a row or -1, an enemy, a number, or whether (1 or 0)."""

    def meets_objective(self, state: State) -> bool:
        """Whether a Victory Check of this position would find the objective of its period met."""

GAME: type[Game]
