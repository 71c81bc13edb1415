"""Simulated apps and pages over HTTP, in one process. loadtest.run starts this as `python -m loadtest.web_users`."""

from loadtest.arrivals import MIXES, App, Phases, by_phase, main, mix_of, turns  # first: it loads Locust

# isort: split
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar

from locust import FastHttpUser
from locust.contrib.fasthttp import FAILURE_EXCEPTIONS

from hunch.engines import GAMES
from loadtest import connect
from loadtest.page import SEEN, Page
from loadtest.plain import Plain, Request
from loadtest.positions import dealt, deck


class WebUser(App, FastHttpUser):
    """One app or page over HTTP, with a connection of its own."""

    abstract = True
    protocol = "http"
    failures = (connect.Refused, *FAILURE_EXCEPTIONS)
    network_timeout = connection_timeout = MIXES["deadline_s"]
    headers: ClassVar[Mapping[str, str]]
    games: ClassVar[Iterator[str]]
    """That pages play, each as often as the others."""

    def on_start(self) -> None:
        """Opens a page, and waits for the phase."""
        self.open_page()
        super().on_start()

    def open_page(self) -> None:
        """A page without a game."""
        self.page = Page(self.ask, self.watch, self.games, self.chance, self.mix["think_ms"])

    def status_of(self, error: Any) -> str:
        """Its code, or what happened to the connection."""
        return error.code if isinstance(error, connect.Refused) else type(error).__name__

    def ask(self, series: str, rpc: str, body: dict[str, Any]) -> Any:
        """A call with one answer. Raises Refused once it has been counted."""

        def call() -> Any:
            response = self._post(rpc, connect.packed(body), connect.UNARY)
            return connect.answer(response.status_code, response.content)

        if (answer := self.timed(series, call)) is None:
            raise connect.Refused("COUNTED")
        return answer

    def watch(self, series: str, rpc: str, body: dict[str, Any]) -> None:
        """A stream, aborted after SEEN messages."""

        def call() -> Iterator[Any]:
            response = self._post(rpc, connect.packed(body, stream=True), connect.STREAM, stream=True)
            try:
                if response.status_code != 200:
                    connect.answer(response.status_code, response.content)
                for number, message in enumerate(connect.messages(response.read), 1):
                    yield message
                    if number == SEEN:
                        return
            finally:
                response.release()  # closes the connection, as long as the stream has not ended

        self.timed(series, call, first=True)

    def _post(self, rpc: str, body: bytes, kind: str, stream: bool = False) -> Any:
        response = self.client.post(
            connect.path(rpc), data=body, headers={**self.headers, "content-type": kind}, stream=stream
        )
        if not response.status_code:
            response.raise_for_status()
        return response


def visit(action: Callable[[Page], None], user: WebUser) -> None:
    """What a player does. A page that got no answer is loaded anew."""
    try:
        action(user.page)
    except connect.Refused:
        user.open_page()


def send(made: Callable[[], Request], user: WebUser) -> None:
    """A request of an app. What happens to it has been counted."""
    try:
        user.ask(*made())
    except connect.Refused:
        return


PAGE = {f"page_{action.__name__}": partial(visit, action) for action in (Page.play, Page.hint, Page.watch, Page.look)}
"""What the player of a page does."""


def users(mix: str, phases: Phases, address: str, key: str, seed: int) -> list[type[App]]:
    """The users of a mix, for each phase."""
    chosen, chance = mix_of(mix), random.Random(seed)
    plain = Plain(deck(seed), chance, chosen["think_ms"])
    tasks = {**PAGE, **{name: partial(send, made) for name, made in plain.kinds().items()}}
    timeout = {"connect-timeout-ms": str(round(MIXES["deadline_s"] * 1000))}
    shared = {
        "host": f"http://{address}",
        "mix": chosen,
        "chance": chance,
        "games": dealt(list(GAMES), chance),
        "turns": turns(chosen, tasks, chance),
        "headers": {**timeout, **({"authorization": f"Bearer {key}"} if key else {})},
    }
    return by_phase(WebUser, shared, phases)


if __name__ == "__main__":
    main(users, "http", __doc__)
