"""`hunch play`: a person at the terminal against the bot, with hints, and with real dice if wanted."""

import contextlib
import importlib
import secrets
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import click
from rich.text import Text

from hunch.cli import render
from hunch.cli.files import Readable, read_state
from hunch.cli.options import MILLISECONDS, NUMBER, SharedOptions, options_as
from hunch.cli.positions import option_pairs, parse_options
from hunch.cli.refusals import BadRequestFile, Refused
from hunch.cli.session import Session, open_session
from hunch.cli.terminal import out
from hunch.cli.texts import COMMANDS, GAME
from hunch.engines import GAMES, messages, words
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, rules_pb2

MOST_SHOWN = 40
"""Moves that help lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """What `hunch play` takes."""

    game: str
    pairs: tuple[str, ...]  # options of a new game, NAME=VALUE
    seat: int  # the person's
    level: int  # the bot's
    time_ms: int  # how long the bot thinks about a move
    seed: int | None  # of the game's chance; None: a random one
    told: bool  # the person rolls real dice
    file: IO[str] | None  # a saved position; None: a new game

    def check(self) -> None:
        """Refuses options that contradict each other."""
        if self.file is not None and self.pairs:
            raise click.UsageError("--from keeps the options of its game, and -o is for a new one")
        if self.told and self.seed is not None:
            raise click.UsageError("chance comes from one of --seed and --told")

    def seeds(self) -> Iterator[int]:
        """A seed for each time that chance is asked."""
        seed = self.seed
        while True:
            yield secrets.randbits(32) if seed is None else seed
            seed = None if seed is None else (seed + 1) % 2**32


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@option_pairs
@click.option("--seat", type=NUMBER, default=0, show_default=True, help="Your seat.")
@click.option("--level", type=click.IntRange(1, 10), default=10, show_default=True, help="How well the bot plays.")
@click.option("--time-ms", type=MILLISECONDS, default=500, show_default=True, help="How long the bot thinks.")
@click.option("--seed", type=NUMBER, help="Seed of the game's chance, to play the same game again.")
@click.option("--told", is_flag=True, help="Use real dice: you type what each one showed.")
@click.option("--from", "file", type=Readable("r"), help="Go on from a saved position.")
@options_as(PlayOptions)
def play(shared: SharedOptions, options: PlayOptions) -> None:
    """Play GAME at the terminal against the bot. In a solitaire game, against the enemy that Hunch runs."""
    options.check()
    with open_session(shared) as session:
        game = TerminalGame(session, options, words.known(shared.language))
        if options.file is None:
            game.begin()
        else:
            game.resume(options.file)
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # arrow keys at the prompts
        try:
            game.play()
        except (EOFError, click.Abort):
            click.echo()
        game.leave()
    click.get_current_context().exit(game.exit_code)


@dataclass(slots=True)
class SeatRecord:
    """What a seat saw of the game so far."""

    record: advice_pb2.GameRecord
    requests: int = 0  # requests of `TerminalGame.past` that the record covers


class TerminalGame:
    """A game that is played here. It keeps the whole position, and shows the person's view of it only."""

    def __init__(self, session: Session, options: PlayOptions, language: str) -> None:
        self.session, self.options, self.language = session, options, language
        self.seat = options.seat
        self.state = game_pb2.GameState()
        self.stage = rules_pb2.Stage()
        self.past: list[rules_pb2.PlayMovesRequest] = []
        self.exit_code = 0
        self._hidden = self._hides_anything()
        self._seeds = options.seeds()
        self._seed: int | None = None  # of the chance that comes next, once it was requested
        self._records: dict[int, SeatRecord] = {}
        self._last_hint: opponent_pb2.GetHintResponse | None = None  # about this choice: a nudge then fits the hint
        self._unsaved = False  # whether anybody moved since the start, or since the last save

    def begin(self) -> None:
        """Deals."""
        options = parse_options(self.options.game, self.options.pairs)
        request = rules_pb2.NewGameRequest(options=options, language=self.language)
        self.state = self.session.call("RulesService.NewGame", request, rules_pb2.NewGameResponse).state
        self.view()  # refuses a seat that the game does not have
        self.advance([])

    def resume(self, file: IO[str]) -> None:
        """Goes on from a saved position."""
        self.state = read_state(file)
        if self.state.WhichOneof("state") != self.options.game:
            raise click.UsageError(f"{file.name} is not a position of {self.options.game}")
        check = rules_pb2.CheckStateRequest(state=self.state)
        if not self.session.call("RulesService.CheckState", check, rules_pb2.CheckStateResponse).whole:
            raise BadRequestFile(f"{file.name}: only what one seat sees of a game; --from needs the whole position")
        self.view()
        self.advance([])

    def view(self) -> rules_pb2.ViewStateResponse:
        """What the person sees."""
        request = rules_pb2.ViewStateRequest(state=self.state, seat=self.seat, language=self.language)
        return self.session.call("RulesService.ViewState", request, rules_pb2.ViewStateResponse)

    def advance(self, steps: list[rules_pb2.Step]) -> None:
        """Plays these steps, rolls what no real die decides, and prints what the person sees of it."""
        if self._seed is None:
            self._seed = next(self._seeds)
        chance = None if self.options.told else rules_pb2.Chance(seed=self._seed)
        request = rules_pb2.PlayMovesRequest(
            state=self.state, steps=steps, chance=chance, record_seat=self.seat, language=self.language
        )
        answer = self.session.call("RulesService.PlayMoves", request, rules_pb2.PlayMovesResponse)
        self.past.append(request)
        self._last_hint = None
        self.state, self.stage, self._seed = answer.state, answer.stage, None
        self._unsaved = self._unsaved or bool(steps)
        for event in answer.happenings:
            actor = self._text("seat", seat=event.seat) if event.HasField("seat") else self._text("chance")
            out.print(Text.assemble((f"{actor:>7}", "dim"), "  ", render.happening(event)))

    def play(self) -> None:
        """To the end, or until the person quits."""
        for name in ("you", "help", *(["outcome"] if self.options.told else [])):
            out.print(self._text(name, seat=self.seat, game=self.options.game), style="dim")
        going = True
        while going:
            try:
                going = self._next()
            except Refused as refused:
                out.print(refused.format_message(), style="red")
                self.exit_code = 0 if refused.passes else refused.exit_code
                going = self._try_again("again" if refused.passes else "ending")
            except KeyboardInterrupt:
                out.print("\n" + self._text("stopped"), style="dim")
                going = self._try_again("again")

    def leave(self) -> None:
        """Warns if an unfinished game is lost."""
        if self._unsaved and not self.stage.HasField("over"):
            out.print(self._text("unsaved"), style="dim")

    def _hides_anything(self) -> bool:
        request = rules_pb2.ListGamesRequest()
        games = self.session.call("RulesService.ListGames", request, rules_pb2.ListGamesResponse).games
        return any(game.hidden for game in games if game.name == self.options.game)

    def _next(self) -> bool:
        """Takes the next step; False at the end, or if the person quits."""
        if self.stage.HasField("over"):
            self._print_board()
            out.print(render.stage(self.stage, self.language), style="bold")
            return False
        if self.stage.HasField("chance"):
            return self._ask_outcome()
        if self.stage.seat == self.seat:
            return self._ask_move()
        self._move_bot()
        return True

    def _try_again(self, prompt: str) -> bool:
        """After a refusal: whether the person tries again. They may save first, and nothing is lost."""
        while True:
            text = click.prompt(self._text(prompt), prompt_suffix="> ", default="", show_default=False)
            first, *rest = text.split(None, 1) or [""]
            match [COMMANDS.get(first.casefold(), ""), *rest]:
                case ["save", file]:
                    self._save(file)
                case ["quit"]:
                    return False
                case _ if prompt == "again":
                    return True

    def _text(self, name: str, **arguments: object) -> str:
        return GAME[self.language][name].format(**arguments)

    def _known_to(self, seat: int) -> advice_pb2.Position:
        """The position as a seat knows it. If the game hides anything, that is the seat's record of the game."""
        if not self._hidden:
            return advice_pb2.Position(state=self.state, seat=seat)
        if seat not in self._records:
            first = rules_pb2.ViewStateRequest(state=self.past[0].state, seat=seat)
            start = self.session.call("RulesService.ViewState", first, rules_pb2.ViewStateResponse).state
            self._records[seat] = SeatRecord(advice_pb2.GameRecord(start=start))
        seen = self._records[seat]
        for request in self.past[seen.requests :]:  # played again, with the same chance, as this seat saw it
            again = rules_pb2.PlayMovesRequest()
            again.CopyFrom(request)
            again.record_seat = seat
            answer = self.session.call("RulesService.PlayMoves", again, rules_pb2.PlayMovesResponse)
            seen.record.events.extend(happening.event for happening in answer.happenings)
            seen.requests += 1
        return advice_pb2.Position(record=seen.record, seat=seat)

    def _move_bot(self) -> None:
        request = opponent_pb2.SuggestMoveRequest(
            position=self._known_to(self.stage.seat),
            limits=advice_pb2.Limits(time_ms=self.options.time_ms),
            level=self.options.level,
            candidates=1,
        )
        with out.status(self._text("thinks", seat=self.stage.seat)):
            answer = self.session.call("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
        self.advance([rules_pb2.Step(move=move.move) for move in answer.advice.play.moves])

    def _ask_outcome(self) -> bool:
        """Asks the person what a real die showed; False if they quit."""
        outcomes = self._list().outcomes
        if len(outcomes) == 1:  # nothing to ask
            self._take_outcome(outcomes[0])
            return True
        _print_numbered(outcomes)
        while True:
            text = click.prompt(self._text("chance"), prompt_suffix="> ")
            if text.isdecimal() and 1 <= int(text) <= len(outcomes):
                self._take_outcome(outcomes[int(text) - 1])
                return True
            match self._run_command(text):
                case ["quit", *_]:
                    return False
                case ["roll", *_]:
                    weights = [outcome.weight for outcome in outcomes]
                    self._take_outcome(secrets.SystemRandom().choices(outcomes, weights)[0])
                    return True
                case ["moves"]:
                    _print_numbered(outcomes)
                case ["help"]:
                    self._print_help("", "outcome")
                case [str(), *_]:
                    self._print_help(text, "outcome")

    def _take_outcome(self, outcome: rules_pb2.ChanceOutcome) -> None:
        self.advance([rules_pb2.Step(event=outcome.event)])

    def _ask_move(self) -> bool:
        """Asks the person for a move or a whole turn; False if they quit."""
        self._print_board()
        choice = self._list()
        moves = _by_notation(choice)
        while True:
            text = click.prompt(self._text("seat", seat=self.seat), prompt_suffix="> ")
            if turn := self._parse_turn(text, self.state, moves):
                self.advance([rules_pb2.Step(move=move) for move in turn])
                return True
            match self._run_command(text):
                case ["quit", *_]:
                    return False
                case ["moves"]:
                    out.print(render.moves(choice, self.language))
                case ["hint"]:
                    self._print_hint()
                case ["hint", idea] if turn := self._parse_turn(idea, self.state, moves):
                    self._print_hint(idea=turn)
                case ["nudge"]:
                    self._print_hint(nudge=True)
                case ["help"]:
                    self._print_help("", "help", choice.moves)
                case ["hint", idea]:
                    self._print_help(idea, "help", choice.moves)
                case [str(), *_]:
                    self._print_help(text, "help", choice.moves)

    def _parse_turn(
        self, text: str, state: game_pb2.GameState, moves: dict[str, game_pb2.GameMove]
    ) -> list[game_pb2.GameMove]:
        """The move that is written so, or the moves of one turn with blanks between them; empty if it is neither."""
        parts = _normal(text).split()
        for many in range(len(parts), 0, -1):  # a move's own notation may have blanks
            move = moves.get(" ".join(parts[:many]))
            if move is None:
                continue
            if many == len(parts):
                return [move]
            step = rules_pb2.PlayMovesRequest(state=state, steps=[rules_pb2.Step(move=move)], record_seat=self.seat)
            after = self.session.call("RulesService.PlayMoves", step, rules_pb2.PlayMovesResponse)
            if after.stage.HasField("seat") and after.stage.seat == self.seat:
                rest = self._parse_turn(" ".join(parts[many:]), after.state, _by_notation(self._list(after.state)))
                if rest:
                    return [move, *rest]
        return []

    def _run_command(self, text: str) -> list[str]:
        """Runs a command that fits any prompt. Returns any other command with the rest of its line, else nothing."""
        first, *rest = text.split(None, 1) or [""]
        match [COMMANDS.get(first.casefold(), first), *rest]:
            case ["board"]:
                self._print_board()
            case ["save", file]:
                self._save(file)
            case command:
                return command
        return []

    def _print_help(self, text: str, name: str, moves: Sequence[advice_pb2.TurnMove] = ()) -> None:
        """Prints what can be typed, and that `text` cannot."""
        no = self._text("no", text=text) + " " if text else ""
        some = "  ".join(move.notation for move in moves[:MOST_SHOWN]) + (" …" if len(moves) > MOST_SHOWN else "")
        out.print(f"{no}{self._text(name)}\n{some}".rstrip(), style="dim")

    def _save(self, text: str) -> None:
        bare = text.strip()
        quoted = len(bare) > 2 and bare[0] == bare[-1] and bare[0] in "\"'"
        file = bare[1:-1] if quoted else bare
        try:
            file = str(Path(file).expanduser())
            Path(file).write_text(messages.to_json(self.state) + "\n")
        except (OSError, ValueError, RuntimeError) as error:
            out.print(f"{file}: {getattr(error, 'strerror', error)}", style="red")
        else:
            self._unsaved = False
            out.print(self._text("saved", file=shlex.quote(file)), style="dim")

    def _print_board(self) -> None:
        out.print(self.view().board)

    def _list(self, state: game_pb2.GameState | None = None) -> rules_pb2.ListMovesResponse:
        request = rules_pb2.ListMovesRequest(state=state or self.state, language=self.language)
        return self.session.call("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)

    def _print_hint(self, nudge: bool = False, idea: Sequence[game_pb2.GameMove] = ()) -> None:
        """Prints a hint, the same one again for the same choice. If it is refused or stopped, the game goes on."""
        try:
            answer = self._last_hint
            if answer is None or idea:
                request = opponent_pb2.GetHintRequest(
                    position=self._known_to(self.seat),
                    grade=opponent_pb2.HINT_GRADE_MOVE,
                    language=self.language,
                    seed=answer.seed if answer else None,
                    idea=idea,
                )
                answer = self.session.call("OpponentService.GetHint", request, opponent_pb2.GetHintResponse)
            self._last_hint = self._last_hint if idea else answer
            out.print(render.hint(opponent_pb2.GetHintResponse(nudge=answer.nudge) if nudge else answer))
        except Refused as refused:
            out.print(refused.format_message(), style="red")
        except KeyboardInterrupt:
            out.print("\n" + self._text("stopped"), style="dim")


def _by_notation(choice: rules_pb2.ListMovesResponse) -> dict[str, game_pb2.GameMove]:
    return {_normal(move.notation): move.move for move in choice.moves}


def _print_numbered(outcomes: Sequence[rules_pb2.ChanceOutcome]) -> None:
    for number, outcome in enumerate(outcomes, 1):
        out.print(f"{number:>4}  {outcome.sentence}")


def _normal(text: str) -> str:
    """Without differences of case and blanks."""
    return " ".join(text.split()).casefold()
