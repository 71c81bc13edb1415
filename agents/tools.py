"""The ten tools: what an agent can do, in short answers. Each error says what to do next."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from google.protobuf import json_format
from pydantic import Field

from hunch.agents.ask import Ask, Refused
from hunch.agents.games import AgentGame, Shelf
from hunch.engines import GAMES, HunchError, load, messages, package
from hunch.v1 import advice_pb2, dice_pb2, enemy_pb2, game_pb2, opponent_pb2, rules_pb2

SYSTEM = rules_pb2.Chance(system=True)
MOST_LISTED = 60
"""Moves that are listed at once."""
MOST_REPLIES = 200
"""Turns of bots in a row: a guard against a game in which the agent never comes to move."""
BOT_MS = 300
"""How long a bot thinks."""
REQUEST_BYTES = 8
"""Of the random name of a roll."""
NEWEST = 40
"""Sentences that an answer reports at most. The latest are the most useful."""
GRADES = {
    "nudge": opponent_pb2.HINT_GRADE_NUDGE,
    "region": opponent_pb2.HINT_GRADE_REGION,
    "move": opponent_pb2.HINT_GRADE_MOVE,
}
"""How much a hint may give away."""

GameArgument = Annotated[
    str, Field(description="A game's name from new_game, or a position as JSON (a GameState, as one seat sees it).")
]
NameArgument = Annotated[str, Field(description="A game's name from new_game.")]
Number = Annotated[int, Field(ge=0, lt=2**32)]
"""What a message can hold as a number."""
SeatsArgument = Annotated[list[Number], Field(description="The seats you play, from 0. The bots play the others.")]
TimeArgument = Annotated[int, Field(description="Milliseconds to think.", ge=1, le=30_000)]
Language = Annotated[Literal["en", "fr"], Field(description="Language of the sentences.")]


class Tools:
    """What the tools do. Each method is a tool, and its docstring is what the agent reads of it."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._games: Shelf[AgentGame] = Shelf("begin a game with new_game")
        self._dice: Shelf[dice_pb2.CommitDiceResponse] = Shelf("leave out `dice` to begin with new ones")

    async def games(
        self, game: Annotated[str, Field(description="A game's name for its rules; empty for the list.")] = ""
    ) -> str:
        """List the games, or read the rules and options of one."""
        answer = await self._ask.one(
            "RulesService.ListGames", rules_pb2.ListGamesRequest(), rules_pb2.ListGamesResponse
        )
        if not game:
            return "\n".join(f"{info.name}: {_first_line(info.page)} Seats: {info.seats}." for info in answer.games)
        info = next((info for info in answer.games if info.name == game), None)
        if info is None:
            raise Refused(f"game: {game!r} is not one of {', '.join(GAMES)}")
        options = [f"- {one.name}: {one.says} ({', '.join(one.values)})" for one in info.options]
        return "\n".join([info.page, "", f"Seats: {info.seats}.", "Options of new_game:", *(options or ["none"])])

    async def new_game(
        self,
        game: Annotated[str, Field(description="A name from games.")],
        seats: SeatsArgument = [0],  # noqa: B006
        options: Annotated[dict[str, str], Field(description="Options of the game, from games.")] = {},  # noqa: B006
        level: Annotated[int, Field(description="How well the bots play.", ge=1, le=10)] = 5,
        language: Language = "en",
    ) -> str:
        """Begin a game against bots. The answer names it; give that name to the other tools."""
        request = rules_pb2.NewGameRequest(
            options=_options(game, options), chance=SYSTEM, language=language, seal=rules_pb2.Seal(seats=seats)
        )
        answer = await self._ask.one("RulesService.NewGame", request, rules_pb2.NewGameResponse)
        begun = AgentGame(game, level, language, answer.sealed, answer.stage, tuple(sorted(set(seats))))
        begun.news = _news(answer.sealed)
        name = self._games.add(self._ask.owner, begun)
        try:
            await self._reply(begun)
        except Refused as refused:
            raise Refused(f"game {name} has begun, but no bot could play: {refused}; list_moves goes on") from None
        return f"game: {name}\n{await self._told(begun)}"

    async def show(
        self,
        game: GameArgument,
        as_json: Annotated[bool, Field(description="The position as JSON in place of a text.")] = False,
    ) -> str:
        """Show a position as your seat sees it."""
        if game.lstrip().startswith("{"):
            request = rules_pb2.ViewStateRequest(state=_position(game))
            if as_json:
                return json_format.MessageToJson(request.state)
            answer = await self._ask.one("RulesService.ViewState", request, rules_pb2.ViewStateResponse)
            return answer.board
        begun = self._games.find(self._ask.owner, game)
        if as_json:
            return json_format.MessageToJson(_own_view(begun).state)
        return await self._board(begun)

    async def list_moves(
        self,
        game: GameArgument,
        containing: Annotated[str, Field(description="List only moves with this text in them.")] = "",
    ) -> str:
        """List the legal moves: the notation that play takes, and what it means."""
        if not game.lstrip().startswith("{"):
            begun = self._games.find(self._ask.owner, game)
            async with begun.turn:
                await self._reply(begun)  # if a bot's turn was refused last time
        moves = await self._moves(game)
        if not moves:
            return "You have nothing to choose here."
        wanted = [f"{one.notation}: {one.sentence}" for one in moves]
        wanted = [line for line in wanted if containing.lower() in line.lower()]
        more = len(wanted) - MOST_LISTED
        listed = wanted[:MOST_LISTED]
        if more > 0:
            listed.append(f"and {more} more; narrow the list with `containing`")
        return "\n".join(listed or [f"none of the {len(moves)} moves has {containing!r} in it"])

    async def play(
        self,
        game: NameArgument,
        moves: Annotated[
            list[str], Field(description="Your moves in order, in the notation of list_moves.", min_length=1)
        ],
    ) -> str:
        """Play moves. The bots answer, and you get what happened and the position."""
        begun = self._games.find(self._ask.owner, game)
        async with begun.turn:
            await self._play(begun, game, moves)
            return await self._told(begun)

    async def _play(self, begun: AgentGame, game: str, moves: Sequence[str]) -> None:
        await self._reply(begun)  # if a bot's turn was refused last time
        for i, notation in enumerate(moves):
            move = _named(notation, await self._moves(game), f"moves[{i}]")
            request = rules_pb2.PlayMovesRequest(
                sealed=begun.sealed.token, steps=[rules_pb2.Step(move=move)], chance=SYSTEM, language=begun.language
            )
            answer = await self._ask.one("RulesService.PlayMoves", request, rules_pb2.PlayMovesResponse)
            begun.sealed, begun.stage = answer.sealed, answer.stage
            begun.news += _news(answer.sealed)
            await self._reply(begun)

    async def suggest(self, game: GameArgument, time_ms: TimeArgument = 1_000) -> str:
        """Ask for the turn that a strong player would make, with alternatives."""
        request = opponent_pb2.SuggestMoveRequest(
            position=self._asking(game), limits=advice_pb2.Limits(time_ms=time_ms), language=self._language(game)
        )
        answer = await self._ask.one("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
        lines = ["play: " + _turn(answer.advice.play), "considered, with a value from -1 (lost) to 1 (won):"]
        for one in answer.advice.candidates:
            worth = f"{one.value:+.2f} ± {one.standard_error:.2f}"
            lines.append(f"- {_turn(one.turn)}: {worth}, played {one.probability:.0%} of the time")
        return "\n".join(lines)

    async def hint(
        self,
        game: GameArgument,
        grade: Annotated[Literal["nudge", "region", "move"], Field(description="How much it may give away.")] = "move",
        idea: Annotated[list[str], Field(description="Moves to compare with the best turn.")] = [],  # noqa: B006
        time_ms: TimeArgument = 1_000,
    ) -> str:
        """Ask for a hint in words: what kind of choice it is, where to look, or the turn and why."""
        request = opponent_pb2.GetHintRequest(
            position=self._asking(game),
            limits=advice_pb2.Limits(time_ms=time_ms),
            grade=GRADES[grade],
            language=self._language(game),
        )
        if idea:
            request.idea.append(_named(idea[0], await self._moves(game), "idea[0]"))
        answer = await self._ask.one("OpponentService.GetHint", request, opponent_pb2.GetHintResponse)
        lines = [answer.nudge.sentence]
        if answer.region:
            lines.append("look at: " + "; ".join(f"{one.notation} ({one.sentence})" for one in answer.region))
        if answer.HasField("best"):
            lines.append("best: " + _turn(answer.best.turn))
        lines += [one.sentence for one in answer.reasons]
        return "\n".join(line for line in lines if line)

    async def judge(self, game: NameArgument, time_ms: TimeArgument = 10_000) -> str:
        """Judge your moves of a game that has ended: what each lost against the best turn."""
        begun = self._games.find(self._ask.owner, game)
        opened = await self._ask.one(
            "RulesService.OpenGame", rules_pb2.OpenGameRequest(sealed=begun.sealed.token), rules_pb2.OpenGameResponse
        )
        request = opponent_pb2.EvaluateMovesRequest(
            start=opened.start,
            steps=opened.steps,
            seats=begun.seats,
            limits=advice_pb2.Limits(time_ms=time_ms),
            language=begun.language,
        )
        answers = await self._ask.all("OpponentService.EvaluateMoves", request, opponent_pb2.EvaluateMovesResponse)
        judged = [answer.judgement for answer in answers if answer.HasField("judgement")]
        judged = [one for one in judged if one.standard_error < 1 and one.loss > 0]
        judged.sort(key=lambda one: -one.loss)
        lines = [
            f"- step {one.step}, seat {one.seat}: {one.played.sentence} lost {one.loss:.2f} ± {one.standard_error:.2f};"
            f" better: {_turn(one.best)}"
            for one in judged[:MOST_LISTED]
        ]
        return "\n".join(lines or ["No move lost anything that could be measured."])

    async def enemy(
        self,
        position: Annotated[str, Field(description="The whole position as JSON (a GameState).")],
        told: Annotated[
            list[int], Field(description="What each die or draw showed: its number in the last answer.")
        ] = [],  # noqa: B006
        language: Language = "en",
    ) -> str:
        """Run the enemy of a solitaire game beside a real board: it stops at each die, and you report what it showed.

        Send the same position with one more number in `told` each time, until the decision is yours.
        """
        request = enemy_pb2.AdvanceEnemyRequest(state=_position(position), language=language)
        answer = await self._ask.one("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
        for i, number in enumerate(told):
            if not 1 <= number <= len(answer.wanted):
                raise Refused(f"told[{i}]: {number} is not one of the {len(answer.wanted)} outcomes that can come here")
            request.told.append(answer.wanted[number - 1].event)
            answer = await self._ask.one("EnemyService.AdvanceEnemy", request, enemy_pb2.AdvanceEnemyResponse)
        lines = _sentences(answer.happenings)[-NEWEST:]
        if answer.wanted:
            lines.append("report one of these in `told`:")
            lines += [f"{number}: {one.sentence}" for number, one in enumerate(answer.wanted, 1)]
        else:
            lines += [_stage(answer.stage, ()), "position:", json_format.MessageToJson(answer.state, indent=None)]
        return "\n".join(lines)

    async def dice(
        self,
        faces: Annotated[
            list[Number], Field(description="Dice to roll, each with its number of faces. Empty: reveal.")
        ],
        purpose: Annotated[str, Field(description="What the roll is for, as it stands in the transcript.")] = "",
        dice: Annotated[str, Field(description="A name from an earlier roll; empty: new dice.")] = "",
    ) -> str:
        """Roll dice that anybody can check later: committed before the first roll, revealed and signed at the end."""
        name = dice or self._dice.add(self._ask.owner, await self._commit())
        begun = self._dice.find(self._ask.owner, name)
        if not faces:
            reveal = dice_pb2.RevealDiceRequest(game_id=begun.game_id, owner_token=begun.owner_token)
            shown = await self._ask.one("DiceService.RevealDice", reveal, dice_pb2.RevealDiceResponse)
            return json_format.MessageToJson(shown.transcript)
        roll = dice_pb2.RollDiceRequest(
            game_id=begun.game_id,
            owner_token=begun.owner_token,
            request_id=secrets.token_hex(REQUEST_BYTES),
            purpose=purpose,
            faces=faces,
        )
        answer = await self._ask.one("DiceService.RollDice", roll, dice_pb2.RollDiceResponse)
        values = ", ".join(map(str, answer.roll.values))
        return f"rolled: {values}\ndice: {name}\ncommitment: {begun.commitment}"

    async def _commit(self) -> dice_pb2.CommitDiceResponse:
        return await self._ask.one("DiceService.CommitDice", dice_pb2.CommitDiceRequest(), dice_pb2.CommitDiceResponse)

    async def _moves(self, game: str) -> Sequence[advice_pb2.TurnMove]:
        request = rules_pb2.ListMovesRequest(language=self._language(game))
        if game.lstrip().startswith("{"):
            request.state.CopyFrom(_position(game))
        else:
            request.sealed = self._games.find(self._ask.owner, game).sealed.token
        return (await self._ask.one("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)).moves

    def _asking(self, game: str) -> advice_pb2.Position:
        """The position of a question."""
        if game.lstrip().startswith("{"):
            return advice_pb2.Position(state=_position(game))
        begun = self._games.find(self._ask.owner, game)
        if begun.seat is None:
            raise Refused(f"game: {_stage(begun.stage, begun.seats)} There is nothing to ask.")
        return advice_pb2.Position(sealed=begun.sealed.token, seat=begun.seat)

    def _language(self, game: str) -> str:
        return "" if game.lstrip().startswith("{") else self._games.find(self._ask.owner, game).language

    async def _reply(self, begun: AgentGame) -> None:
        """Plays the turns of bots until an own seat must choose."""
        for _ in range(MOST_REPLIES):
            if begun.over or begun.seat is not None:
                return
            if begun.stage.HasField("chance"):
                await self._roll(begun)
                continue
            request = opponent_pb2.SuggestMoveRequest(
                position=advice_pb2.Position(sealed=begun.sealed.token, seat=begun.stage.seat),
                limits=advice_pb2.Limits(time_ms=BOT_MS),
                level=begun.level,
                language=begun.language,
                chance=SYSTEM,
            )
            answer = await self._ask.one("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
            begun.sealed, begun.stage = answer.sealed, answer.stage
            begun.news += _news(answer.sealed)

    async def _roll(self, begun: AgentGame) -> None:
        request = rules_pb2.PlayMovesRequest(sealed=begun.sealed.token, chance=SYSTEM, language=begun.language)
        answer = await self._ask.one("RulesService.PlayMoves", request, rules_pb2.PlayMovesResponse)
        begun.sealed, begun.stage = answer.sealed, answer.stage
        begun.news += _news(answer.sealed)

    async def _board(self, begun: AgentGame) -> str:
        request = rules_pb2.ViewStateRequest(sealed=begun.sealed.token, language=begun.language)
        if begun.seats:
            request.seat = begun.seats[0] if begun.seat is None else begun.seat
        return (await self._ask.one("RulesService.ViewState", request, rules_pb2.ViewStateResponse)).board

    async def _told(self, begun: AgentGame) -> str:
        """What happened since the last answer, the board, and what comes next."""
        news, begun.news = begun.news[-NEWEST:], []
        return "\n".join([*news, await self._board(begun), _stage(begun.stage, begun.seats)])


TOOLS = (
    Tools.games,
    Tools.new_game,
    Tools.show,
    Tools.list_moves,
    Tools.play,
    Tools.suggest,
    Tools.hint,
    Tools.judge,
    Tools.enemy,
    Tools.dice,
)
"""All tools, in the order in which an agent meets them."""


def _options(game: str, chosen: Mapping[str, str]) -> game_pb2.GameOptions:
    if game not in GAMES:
        raise Refused(f"game: {game!r} is not one of {', '.join(GAMES)}")
    known = {option.name: option.values for option in package(game).OPTIONS}
    values = {
        name: next((value for value in known.get(name, ()) if str(value).lower() == text.lower()), text)
        for name, text in chosen.items()
    }
    try:
        return messages.encode_options(load(game, data=None, **values))
    except HunchError as error:
        raise Refused(f"options: {error}; games({game!r}) lists them") from None


def _position(text: str) -> game_pb2.GameState:
    try:
        return messages.from_json(text, game_pb2.GameState())
    except HunchError as error:
        raise Refused(f"position: {error}; show(game, as_json=true) shows the form") from None


def _named(notation: str, moves: Iterable[advice_pb2.TurnMove], field: str) -> game_pb2.GameMove:
    """The legal move of that notation."""
    text = notation.strip().lower()
    for one in moves:
        if text in (one.notation.lower(), one.local_notation.lower(), one.sentence.lower()):
            return one.move
    raise Refused(f"{field}: {notation!r} is not a legal move here; list_moves has them")


def _own_view(begun: AgentGame) -> rules_pb2.SeatView:
    """The view of the own seat that must choose, or of the first one."""
    return next((view for view in begun.sealed.views if view.seat == begun.seat), begun.sealed.views[0])


def _news(sealed: rules_pb2.SealedGame) -> list[str]:
    return _sentences(sealed.views[0].happenings)


def _sentences(happenings: Iterable[rules_pb2.Happening]) -> list[str]:
    return [" ".join([one.sentence, *(effect.sentence for effect in one.effects)]) for one in happenings]


def _turn(turn: advice_pb2.Turn) -> str:
    return ", ".join(f"{one.notation} ({one.sentence})" for one in turn.moves)


def _stage(stage: rules_pb2.Stage, seats: Sequence[int]) -> str:
    if stage.HasField("over"):
        payoffs = ", ".join(f"seat {seat} {payoff:+.2f}" for seat, payoff in enumerate(stage.over.payoffs))
        return f"The game has ended: {payoffs}." if payoffs else "The game has ended."
    if stage.HasField("chance"):
        return "Chance comes next."
    if stage.seat in seats:
        return f"Seat {stage.seat} must choose: that is you."
    return f"Seat {stage.seat} must choose."


def _first_line(page: str) -> str:
    return page.strip().partition("\n")[0]
