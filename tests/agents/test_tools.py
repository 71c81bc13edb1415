"""The tools, through the SDK's own client: whole games, and errors that say what to do next."""

import asyncio
import json
import os
import sys

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from hunch.agents.ask import Refused
from hunch.agents.server import make
from hunch.agents.tools import TOOLS
from hunch.cli.agents import SessionAsk
from hunch.cli.session import ServerAddress, Session
from hunch.engines import GAMES, Stream, load, messages
from hunch.server.config import Config
from hunch.v1 import game_pb2
from tests.support.positions import some_position

ENEMY_STEPS = 6


class Agent:
    """Calls tools, and keeps what was said."""

    def __init__(self, client):
        self._client = client
        self.heard = []

    async def __call__(self, tool, **arguments):
        answer = await self._client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content)
        self.heard.append(text)
        return text, bool(answer.is_error)

    async def good(self, tool, **arguments):
        text, failed = await self(tool, **arguments)
        assert not failed, text
        return text


@pytest.fixture
def talk(tmp_path):
    """Runs a coroutine with an agent beside the services in this process."""

    def run(work):
        async def inside(session):
            async with Client(make(SessionAsk(session))) as client:
                return await work(Agent(client))

        with Session(ServerAddress(), Config(home=str(tmp_path))) as session:
            return asyncio.run(inside(session))

    return run


def name_of(begun):
    return begun.partition("\n")[0].removeprefix("game: ")


@pytest.mark.parametrize("game", GAMES)
def test_a_scripted_agent_plays_a_whole_game(talk, game):
    """It lists the moves, plays one, and never sees more than its seat. Comanchería is played for some turns."""
    stream, most = Stream(4), 15 if load(game).solitaire else 500

    async def play(agent):
        begun = await agent.good("new_game", game=game, level=1)
        name, said = name_of(begun), begun
        for _ in range(most):
            if "The game has ended" in said:
                assert "seat 0" in said
                return await agent.good("judge", game=name, time_ms=200)
            assert "that is you" in said
            listed = (await agent.good("list_moves", game=name)).splitlines()
            notations = [line.partition(": ")[0] for line in listed if not line.startswith("and ")]
            said = await agent.good("play", game=name, moves=[stream.choice(notations)])
        assert load(game).solitaire
        return "long"

    assert talk(play)


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_of_moves_that_can_be_played(talk, game):
    async def ask(agent):
        name = name_of(await agent.good("new_game", game=game))
        suggested = await agent.good("suggest", game=name, time_ms=50)
        first = suggested.partition("play: ")[2].partition(" (")[0]
        hint = await agent.good("hint", game=name, time_ms=50, idea=[first])
        nudge = await agent.good("hint", game=name, grade="nudge", time_ms=50)
        return hint, nudge, await agent.good("play", game=name, moves=[first])

    hint, nudge, played = talk(ask)
    assert "best: " in hint
    assert "best: " not in nudge
    assert played


@pytest.mark.parametrize("game", GAMES)
def test_a_position_as_json_is_taken_in_place_of_a_name(talk, game):
    position = some_position(game)
    text = messages.to_json(messages.encode(position.view(position.to_move)))

    async def ask(agent):
        shown = await agent.good("show", game=text)
        again = await agent.good("show", game=text, as_json=True)
        moves = await agent.good("list_moves", game=text)
        return shown, again, moves, await agent.good("suggest", game=text, time_ms=50)

    shown, again, moves, suggested = talk(ask)
    assert shown
    assert messages.from_json(again, game_pb2.GameState()) == messages.from_json(text, game_pb2.GameState())
    assert suggested.partition("play: ")[2].partition(" (")[0] in moves


def test_what_the_agent_hears_is_what_its_seat_sees(talk):
    """In Kuhn poker the other's card is named nowhere before the end."""

    async def hear(agent):
        for _ in range(20):
            agent.heard.clear()
            begun = await agent.good("new_game", game="kuhn", level=1)
            name = name_of(begun)
            view = json.loads(await agent.good("show", game=name, as_json=True))["kuhn"]
            assert [card for card in view["cards"] if card.get("hidden")], view
            await agent.good("suggest", game=name, time_ms=20)
        return True

    assert talk(hear)


def test_the_enemy_beside_a_real_board_stops_at_each_die(talk):
    start = messages.to_json(messages.encode(load("comancheria").new()))

    async def run(agent):
        told = []
        for _ in range(ENEMY_STEPS):
            said = await agent.good("enemy", position=start, told=told)
            if "report one of these" not in said:
                break
            told.append(1)
        return told, await agent("enemy", position=start, told=[*told, 10_000])

    told, (says, failed) = talk(run)
    assert told
    assert failed
    assert f"told[{len(told)}]" in says


def test_dice_can_be_checked_afterwards(talk):
    async def roll(agent):
        first = await agent.good("dice", faces=[6, 6], purpose="attack")
        name = first.partition("dice: ")[2].partition("\n")[0]
        await agent.good("dice", faces=[20], dice=name)
        return first, json.loads(await agent.good("dice", faces=[], dice=name))

    first, transcript = talk(roll)
    assert transcript["commitment"] in first
    assert [roll["faces"] for roll in transcript["rolls"]] == [[6, 6], [20]]


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("show", {"game": "nothing"}, "new_game"),
        ("show", {"game": "{}"}, "state"),
        ("show", {"game": "{broken"}, "as_json"),
        ("games", {"game": "chess"}, "tomahawk"),
        ("new_game", {"game": "chess"}, "tomahawk"),
        ("new_game", {"game": "kuhn", "seats": [9]}, "seal.seats[0]"),
        ("new_game", {"game": "goofspiel", "options": {"cards": "many"}}, "games('goofspiel')"),
        ("new_game", {"game": "kuhn", "seats": [-1]}, "greater than or equal to 0"),
        ("dice", {"faces": [6], "dice": "nothing"}, "leave out"),
        ("dice", {"faces": [2**32]}, "less than 4294967296"),
        ("play", {"game": "nothing", "moves": ["x"]}, "new_game"),
    ],
)
def test_an_error_says_what_to_do_next(talk, tool, arguments, says):
    async def ask(agent):
        return await agent(tool, **arguments)

    text, failed = talk(ask)
    assert failed
    assert says in text


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("show", {}, "game: Field required"),
        ("show", {"game": 7}, "game: Input should be a valid string"),
        ("new_game", {"game": "kuhn", "seats": [0, "x"]}, "seats[1]: Input should be a valid integer"),
        ("suggest", {"game": "x", "time_ms": 0}, "time_ms: Input should be greater than or equal to 1"),
        ("show", {"game": "x", "seat": 1}, "seat: there is no such argument; show takes game, as_json"),
    ],
)
def test_wrong_arguments_are_named_in_words_without_parts_of_the_library(talk, tool, arguments, says):
    text, failed = talk(lambda agent: agent(tool, **arguments))
    assert failed
    assert text.startswith(says)
    assert "\n" not in text
    assert "pydantic" not in text


def test_a_move_that_is_not_legal_is_refused_and_nothing_happens(talk):
    async def ask(agent):
        name = name_of(await agent.good("new_game", game="tomahawk"))
        before = await agent.good("show", game=name)
        refused = await agent("play", game=name, moves=["nonsense"])
        early = await agent("judge", game=name)
        return before == await agent.good("show", game=name), refused, early

    same, (says, failed), (early, too) = talk(ask)
    assert same
    assert failed
    assert "list_moves" in says
    assert too
    assert "goes on" in early


def test_there_are_ten_tools_each_with_a_schema_and_a_text(talk):
    async def look(agent):
        return (await agent._client.list_tools()).tools

    tools = talk(look)
    assert [tool.name for tool in tools] == [function.__name__ for function in TOOLS]
    assert len(tools) == 10
    for tool in tools:
        assert tool.description
        for field in tool.input_schema["properties"].values():
            assert field.get("description"), (tool.name, field)


def test_over_standard_input_and_output(tmp_path):
    async def inside():
        command = StdioServerParameters(
            command=sys.executable,
            args=["-c", "from hunch.cli import main; main()", "mcp"],
            env={**os.environ, "HUNCH_HOME": str(tmp_path)},
        )
        async with Client(stdio_client(command)) as client:
            return await Agent(client).good("games")

    assert "tomahawk: " in asyncio.run(inside())


class Faulty(SessionAsk):
    """Refuses bots' turns while it is busy, and counts from how many tokens moves were played more than once."""

    def __init__(self, session):
        super().__init__(session)
        self.busy, self.played, self.twice = False, set(), 0

    async def one(self, method, request, answer):
        if method == "OpponentService.SuggestMove" and self.busy:
            raise Refused("RESOURCE_EXHAUSTED: no core is free")
        if method == "RulesService.PlayMoves":
            self.twice += request.sealed in self.played
            self.played.add(request.sealed)
        return await super().one(method, request, answer)


@pytest.fixture
def faulty(tmp_path):
    """Runs a coroutine with an agent, and with what answers it."""

    def run(work):
        async def inside(session):
            ask = Faulty(session)
            async with Client(make(ask)) as client:
                return await work(Agent(client), ask)

        with Session(ServerAddress(), Config(home=str(tmp_path))) as session:
            return asyncio.run(inside(session))

    return run


def test_a_game_goes_on_after_a_turn_of_a_bot_was_refused(faulty):
    async def play(agent, ask):
        ask.busy = True
        says, failed = await agent("new_game", game="kuhn", seats=[1])
        ask.busy = False
        name = says.partition(": game ")[2].partition(" ")[0]
        return failed, await agent.good("list_moves", game=name), await agent.good("show", game=name)

    failed, listed, shown = faulty(play)
    assert failed
    assert "nothing to choose" not in listed
    assert shown


def test_calls_at_once_play_no_position_twice(faulty):
    async def play(agent, ask):
        name = name_of(await agent.good("new_game", game="goofspiel", level=1))
        listed = (await agent.good("list_moves", game=name)).splitlines()
        moves = [line.partition(": ")[0] for line in listed[:3]]
        answers = await asyncio.gather(*(agent("play", game=name, moves=[move]) for move in moves))
        assert not all(failed for _, failed in answers)
        return ask.twice

    assert faulty(play) == 0
