"""The table of `hunch play`: what a person types, and what the terminal shows of the game."""

import shlex
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click
from rich.table import Table

from hunch.cli import board, dealing, pages, render
from hunch.cli.files import read_saved, write_saved
from hunch.cli.history import History, Seeds
from hunch.cli.positions import parse_options
from hunch.cli.refusals import BadRequestFile, Refused
from hunch.cli.session import Session
from hunch.cli.terminal import out
from hunch.cli.texts import COMMANDS, GAME, HELP
from hunch.engines import State, WrongVersion, messages, words
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, rules_pb2

if TYPE_CHECKING:
    from hunch.cli.play import PlayOptions

MOST_LISTED = 40
"""Outcomes that are listed without being asked for."""
NEAR = 3
"""Moves that are offered in place of a text that is none."""
Moves = dict[str, game_pb2.GameMove]
"""The moves by all that a person may type for them."""


class TerminalGame:
    """A game that is played here. It keeps the whole position, and shows the person's view of it only."""

    def __init__(self, session: Session, options: "PlayOptions", language: str) -> None:
        self.session, self.options, self.language = session, options, language
        self.exit_code = 0
        self.seat = options.own_seat or 0
        self._info = self._game_info()
        self._history = self._new_history()
        self._last_hint: opponent_pb2.GetHintResponse | None = None  # about this choice: a nudge then fits the hint
        self._shown = ""  # the board as it was printed last
        self._unsaved = False  # whether anybody moved since the start, or since the last save

    # The game -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deals, or goes on from a file."""
        if self.options.file is None:
            request = rules_pb2.NewGameRequest(options=parse_options(self.options.game, self.options.pairs))
            answer = self.session.call("RulesService.NewGame", request, rules_pb2.NewGameResponse)
            self._history.state = answer.state
        else:
            self._resume(self.options.file)
        self._check_seat()
        self._print_welcome()
        self.advance([])
        self._print_picture(missing=False)

    def _resume(self, file: IO[str]) -> None:
        saved = read_saved(file)
        kind = saved.state.WhichOneof("state")
        if kind != self.options.game:
            raise click.UsageError(
                f"{file.name} is not a position of {self.options.game}: hunch play {kind} --from ..."
            )
        check = rules_pb2.CheckStateRequest(state=saved.state)
        if not self.session.call("RulesService.CheckState", check, rules_pb2.CheckStateResponse).whole:
            raise BadRequestFile(
                f"{file.name}: only what one seat sees of a game; --from needs the whole position, as `save` writes it"
            )
        if self.options.own_seat is None and saved.seat is not None:
            self.seat = saved.seat
            self._history = self._new_history()
        self._history.resume(saved, file.name)

    def advance(self, steps: Sequence[rules_pb2.Step], decided: bool = False) -> None:
        """Plays steps that the person or the bot decided, rolls what no real die decides, and prints what is seen."""
        happened = (
            (self._called(event.seat) if event.HasField("seat") else self._text("chance"), render.happening(event))
            for event in self._history.advance(steps, decided)
        )
        for (actor, sentence), alike in groupby(happened):
            times = len(list(alike))
            out.print(_aligned(f"{actor:>8}", sentence + (f" (×{times})" if times > 1 else "")))
        self._last_hint = None
        self._unsaved = self._unsaved or bool(steps)

    def play(self) -> None:
        """To the end, or until the person quits."""
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
        if self._unsaved and not self._history.stage.HasField("over"):
            out.print(self._text("unsaved"), style="dim")

    def _next(self) -> bool:
        """Takes the next step; False at the end, or if the person quits."""
        stage = self._history.stage
        if stage.HasField("over"):
            self._print_board()
            out.print(render.stage(stage, self.language), style="bold")
            return self.options.told and self._ask_last()
        if stage.HasField("chance"):
            return self._ask_outcome()
        if stage.seat == self.seat:
            return self._ask_move()
        self._move_bot()
        return True

    def _move_bot(self) -> None:
        seat = self._history.stage.seat
        request = opponent_pb2.SuggestMoveRequest(
            position=self._known_to(seat),
            limits=advice_pb2.Limits(time_ms=self.options.time_ms),
            level=self.options.level,
            candidates=1,
        )
        with out.status(self._text("thinks", player=self._called(seat))):
            answer = self.session.call("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
        self.advance([rules_pb2.Step(move=move.move) for move in answer.advice.play.moves])

    def _known_to(self, seat: int) -> advice_pb2.Position:
        """The position as a seat knows it. If the game hides anything, that is the seat's record of the game."""
        if not self._info.hidden:
            return advice_pb2.Position(state=self._history.state, seat=seat)
        return advice_pb2.Position(record=self._history.record_of(seat), seat=seat)

    # Chance -------------------------------------------------------------------------------------------------------

    def _ask_outcome(self) -> bool:
        """Asks the person what a real die or card showed; False if they quit."""
        outcomes = self._list().outcomes
        if len(outcomes) == 1 or self._deals_itself():
            self._take_outcome(dealing.drawn(outcomes))
            return True
        if len(outcomes) <= MOST_LISTED:
            _print_numbered(list(enumerate(outcomes, 1)))
        else:
            out.print(self._text("many outcomes", count=len(outcomes)), style="dim")
        while True:
            text = click.prompt(self._text("chance"), prompt_suffix="> ")
            command = words.plain(text).partition(" ")[0] in COMMANDS
            meant = [] if command else dealing.meant(text, outcomes)
            if len(meant) == 1:
                self._take_outcome(meant[0][1], decided=True)
                return True
            if meant:
                _print_numbered(meant)
                continue
            match self._run_command(text):
                case ["quit", *_]:
                    return False
                case ["undo"] if self._undo():
                    return True
                case ["roll"]:
                    self._take_outcome(dealing.drawn(outcomes), decided=True)
                    return True
                case ["moves"]:
                    _print_numbered(list(enumerate(outcomes, 1)))
                case ["help"]:
                    self._print_help("outcome")
                case [str(), *_]:
                    self._print_unknown(text, "what outcomes", ())

    def _ask_last(self) -> bool:
        """After the end of a game with real dice: whether the person takes the last one back."""
        while True:
            text = click.prompt(self._text("over"), prompt_suffix="> ", default="", show_default=False)
            match self._run_command(text) if text.strip() else ["quit"]:
                case ["undo"] if self._undo():
                    return True
                case ["quit", *_]:
                    return False

    def _deals_itself(self) -> bool:
        """Whether Hunch decides this chance event, because the person must not see its outcome, or the choice of it."""
        position = self._position()
        if not self._info.hidden:
            return False
        if position is None or dealing.is_hidden(position, self.seat):
            return True
        if dealing.gives_away(position, self.seat):
            out.print(self._text("deals"), style="dim")
            return True
        return False

    def _take_outcome(self, outcome: rules_pb2.ChanceOutcome, decided: bool = False) -> None:
        self.advance([rules_pb2.Step(event=outcome.event)], decided)

    # Moves --------------------------------------------------------------------------------------------------------

    def _ask_move(self) -> bool:
        """Asks the person for a move or a whole turn; False if they quit."""
        self._print_board()
        choice = self._list()
        moves = self._typed(choice)
        while True:
            text = click.prompt(self._text("you"), prompt_suffix="> ")
            if turn := self._parse_turn(text, self._history.state, moves):
                self.advance([rules_pb2.Step(move=move) for move in turn], decided=True)
                return True
            match self._run_command(text):
                case ["quit", *_]:
                    return False
                case ["undo"] if self._undo():
                    return True
                case ["moves"]:
                    out.print(render.moves(choice, self.language, numbered=True))
                case ["hint"]:
                    self._print_hint()
                case ["hint", idea] if turn := self._parse_turn(idea, self._history.state, moves):
                    self._print_hint(idea=turn)
                case ["nudge"]:
                    self._print_hint(nudge=True)
                case ["help"]:
                    self._print_help("move")
                case ["hint", idea]:
                    self._print_unknown(idea, "what moves", choice.moves)
                case [str(), *_]:
                    self._print_unknown(text, "what moves", choice.moves)

    def _typed(self, choice: rules_pb2.ListMovesResponse) -> Moves:
        """The moves by all that may be typed: their notation, that of messages unless it counts from 0, and numbers."""
        typed: Moves = {}
        for move in choice.moves:
            typed[words.plain(render.written(move))] = move.move
        for move in choice.moves:
            if self.language != "en" or not move.local_notation:
                typed.setdefault(words.plain(move.notation), move.move)
        for number, move in enumerate(choice.moves, 1):
            typed.setdefault(f"#{number}", move.move)
        if not any(text.isdecimal() for text in typed):
            typed |= {str(number): move.move for number, move in enumerate(choice.moves, 1)}
        return typed

    def _parse_turn(self, text: str, state: game_pb2.GameState, moves: Moves) -> list[game_pb2.GameMove]:
        """The move that is written so, or the moves of one turn with blanks between them; empty if it is neither."""
        parts = words.plain(text).split()
        for many in range(len(parts), 0, -1):  # a move's own notation may have blanks
            move = moves.get(" ".join(parts[:many]))
            if move is None:
                continue
            if many == len(parts):
                return [move]
            step = rules_pb2.PlayMovesRequest(state=state, steps=[rules_pb2.Step(move=move)], record_seat=self.seat)
            after = self.session.call("RulesService.PlayMoves", step, rules_pb2.PlayMovesResponse)
            if after.stage.HasField("seat") and after.stage.seat == self.seat:
                rest = self._parse_turn(" ".join(parts[many:]), after.state, self._typed(self._list(after.state)))
                if rest:
                    return [move, *rest]
        return []

    def _undo(self) -> bool:
        """Takes back the person's last decision, if there is one."""
        if not self._history.undo():
            out.print(self._text("nothing to undo"), style="dim")
            return False
        self._last_hint, self._unsaved = None, True
        out.print(self._text("undone"), style="dim")
        return True

    # Commands -----------------------------------------------------------------------------------------------------

    def _run_command(self, text: str) -> list[str]:
        """Runs a command that fits any prompt. Returns any other command with the rest of its line, else nothing."""
        first, *rest = text.split(None, 1) or [""]
        match [COMMANDS.get(words.plain(first), first), *rest]:
            case ["board"]:
                out.print(board.board(self._view().board, own=self._own_name()))
            case ["map"]:
                self._print_picture()
            case ["guide"]:
                out.print(pages.first_game(self.options.game, self.language))
            case ["legend"]:
                out.print(pages.legend(self.options.game, self.language))
            case ["rules"]:
                pages.print_page(self.options.game)
            case ["save", file]:
                self._save(file)
            case ["save"]:
                out.print(self._text("save where"), style="dim")
            case command:
                return command
        return []

    def _try_again(self, prompt: str) -> bool:
        """After a refusal: whether the person tries again. They may save first, and nothing is lost."""
        while True:
            text = click.prompt(self._text(prompt), prompt_suffix="> ", default="", show_default=False)
            first, *rest = text.split(None, 1) or [""]
            match [COMMANDS.get(words.plain(first), ""), *rest]:
                case ["save", file]:
                    self._save(file)
                case ["quit"]:
                    return False
                case _ if prompt == "again":
                    return True

    def _save(self, text: str) -> None:
        bare = text.strip()
        quoted = len(bare) > 2 and bare[0] == bare[-1] and bare[0] in "\"'"
        file = bare[1:-1] if quoted else bare
        try:
            path = Path(file).expanduser()
            file = str(path)
            write_saved(path, self._history.saved(self.seat))
        except (OSError, ValueError, RuntimeError) as error:
            out.print(f"{file}: {getattr(error, 'strerror', error)}", style="red")
        else:
            self._unsaved = False
            out.print(self._text("saved", game=self.options.game, file=shlex.quote(file)), style="dim")

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

    # What is shown ------------------------------------------------------------------------------------------------

    def _print_welcome(self) -> None:
        alone = "welcome alone" if self._info.solitaire else "welcome"
        out.print(self._text(alone, player=self._own_name()), style="bold")
        if self.options.told:
            out.print(self._text("told"), style="dim")
        out.print(self._text("first steps"), style="dim")

    def _print_board(self) -> None:
        """The board, with what changed since it was shown last."""
        shown = self._view().board
        out.print(board.board(shown, self._shown, self._own_name()))
        self._shown = shown

    def _print_picture(self, missing: bool = True) -> None:
        """The board as a picture; if the game has none, and that is `missing`, a line that says so."""
        position = self._position()
        shown = words.picture(position.view(self.seat), self.language) if position is not None else ""
        if shown:
            out.print(board.picture(shown))
        elif missing:
            out.print(self._text("no picture"), style="dim")

    def _print_help(self, prompt: str) -> None:
        """Prints all that can be typed here."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for command, meaning in HELP[self.language][prompt]:
            table.add_row(command, meaning)
        out.print(table)

    def _print_unknown(self, text: str, way_out: str, moves: Sequence[advice_pb2.TurnMove]) -> None:
        """Prints that this text is not possible here, what is near to it, and how to see all that is."""
        notations = {words.plain(render.written(move)): render.written(move) for move in moves}
        near = [notations[found] for found in get_close_matches(words.plain(text), notations, NEAR)]
        line = [self._text("no", text=text), *([self._text("near", near=" · ".join(near))] if near else [])]
        out.print(" ".join([*line, self._text(way_out)]), style="dim")

    # Questions to the session -------------------------------------------------------------------------------------

    def _game_info(self) -> rules_pb2.GameInfo:
        request = rules_pb2.ListGamesRequest()
        games = self.session.call("RulesService.ListGames", request, rules_pb2.ListGamesResponse).games
        return next(game for game in games if game.name == self.options.game)

    def _new_history(self) -> History:
        seeds = None if self.options.told else Seeds(self.options.seed)
        return History(self.session, self.seat, self.language, seeds)

    def _check_seat(self) -> None:
        """Refuses a player that the game does not have."""
        position = self._position()
        if position is not None and self.seat >= position.game.seats:
            raise click.UsageError(f"--player {self.seat + 1}: this game has {position.game.seats}, counted from 1")
        self._view()

    def _position(self) -> State | None:
        """The whole position; None if it is played with a server's own cards, which this process does not have."""
        try:
            return messages.decode(self._history.state, self.session.data)
        except WrongVersion:
            return None

    def _view(self) -> rules_pb2.ViewStateResponse:
        """What the person sees."""
        request = rules_pb2.ViewStateRequest(state=self._history.state, seat=self.seat, language=self.language)
        return self.session.call("RulesService.ViewState", request, rules_pb2.ViewStateResponse)

    def _list(self, state: game_pb2.GameState | None = None) -> rules_pb2.ListMovesResponse:
        request = rules_pb2.ListMovesRequest(state=state or self._history.state, language=self.language)
        return self.session.call("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)

    def _text(self, name: str, **arguments: object) -> str:
        return GAME[self.language][name].format(**arguments)

    def _own_name(self) -> str:
        return words.PLAYER[self.language].format(self.seat + 1)

    def _called(self, seat: int) -> str:
        return self._text("you") if seat == self.seat else words.PLAYER[self.language].format(seat + 1)


def _aligned(actor: str, sentence: str) -> Table:
    """A line of the log: a long sentence goes on below its own beginning."""
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_column(style="dim", no_wrap=True)
    line.add_column()
    line.add_row(actor, sentence)
    return line


def _print_numbered(outcomes: Sequence[dealing.Numbered]) -> None:
    for number, outcome in outcomes:
        out.print(_aligned(f"{number:>4}", outcome.sentence))
