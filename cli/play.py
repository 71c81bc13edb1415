"""`hunch play`: a person at the terminal against the bot, with hints, and with real dice if wanted."""
import contextlib
import importlib
import secrets
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import click
from rich.text import Text

from hunch.cli import render
from hunch.cli.positions import option_pairs, options_of
from hunch.cli.session import Asking, BadRequestFile, Readable, Refused, opened, out, read_state
from hunch.cli.suggest import MILLISECONDS, NUMBER
from hunch.engines import GAMES, wire, words
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2, rules_pb2

TEXTS = {
    "en": {
        "help": "a move, or: moves (list them) · hint · hint MOVE (yours beside the best) · nudge · board"
                " · save FILE · quit",
        "told": "what came: its number, or: list (show them again) · roll (let Hunch roll it) · board · save FILE"
                " · quit",
        "you": "You are seat {seat}. The game, its moves and its board: docs/games/{game}.md; in short:"
               " hunch games {game}",
        "seat": "seat {seat}", "chance": "chance", "thinks": "seat {seat} thinks",
        "no": "“{text}” is not possible here.", "saved": "Saved; go on with --from {file}",
        "again": "Enter (try again) · save FILE · quit", "ending": "save FILE · quit", "stopped": "Stopped.",
        "unsaved": "This game was not saved: save FILE before quit keeps it, for --from FILE.",
    },
    "fr": {
        "help": "un coup, ou : coups (la liste) · conseil · conseil COUP (le vôtre face au meilleur) · indice · plateau"
                " · garder FICHIER · quitter",
        "told": "ce qui est sorti : son numéro, ou : liste (la revoir) · lancer (Hunch s’en charge) · plateau"
                " · garder FICHIER · quitter",
        "you": "Vous êtes à la place {seat}. Le jeu, ses coups et son plateau : docs/games/{game}.md ; en bref :"
               " hunch games {game} (en anglais)",
        "seat": "place {seat}", "chance": "hasard",
        "thinks": "la place {seat} réfléchit", "no": "« {text} » n’est pas possible ici.",
        "saved": "Gardé ; on reprend avec --from {file}", "again": "Entrée (réessayer) · garder FICHIER · quitter",
        "ending": "garder FICHIER · quitter", "stopped": "Arrêté.",
        "unsaved": "Cette partie n’a pas été gardée : garder FICHIER avant de quitter la garde, pour --from FICHIER.",
    },
}  # fmt: skip
COMMANDS = {
    "help": "help", "aide": "help", "list": "moves", "liste": "moves",
    "moves": "moves", "?": "moves", "coups": "moves", "hint": "hint", "conseil": "hint", "nudge": "nudge",
    "indice": "nudge", "board": "board", "plateau": "board", "save": "save", "garder": "save", "quit": "quit",
    "exit": "quit", "q": "quit", "quitter": "quit", "roll": "roll", "lancer": "roll",
}  # fmt: skip
MOST_SHOWN = 40


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@option_pairs
@click.option("--seat", type=NUMBER, default=0, show_default=True, help="Your seat.")
@click.option("--level", type=click.IntRange(1, 10), default=10, show_default=True, help="How well the bot plays.")
@click.option("--time-ms", type=MILLISECONDS, default=500, show_default=True, help="How long the bot thinks.")
@click.option("--seed", type=NUMBER, help="Seed of the game's chance, to play it again.")
@click.option("--told", is_flag=True, help="Real dice: you are asked what each showed.")
@click.option("--from", "file", type=Readable("r"), help="Go on from a saved position.")
@click.pass_context
def play(
    context: click.Context, /, game: str, pairs: tuple[str, ...], seat: int, level: int, time_ms: int,
    seed: int | None, told: bool, file: IO[str] | None,
) -> None:  # fmt: skip
    """Play GAME at the terminal against the bot. In a solitaire game, against the enemy that Hunch runs."""
    if file is not None and pairs:
        raise click.UsageError("--from goes on with the options of that game, -o is for a new one")
    if told and seed is not None:
        raise click.UsageError("chance comes from one of --seed and --told")
    language = words.known(context.obj["language"])
    with opened(context) as ask:
        known = ask.one("RulesService.ListGames", rules_pb2.ListGamesRequest(), rules_pb2.ListGamesResponse).games
        hidden = any(one.hidden for one in known if one.name == game)
        if file is None:
            table = Table(ask, game_pb2.GameState(), hidden, seat, level, time_ms, language, told, _seeds(seed))
            table.begin(options_of(game, pairs))
        else:
            state = read_state(file)
            if state.WhichOneof("state") != game:
                raise click.UsageError(f"{file.name} is not a position of {game}")
            check = rules_pb2.CheckStateRequest(state=state)
            if not ask.one("RulesService.CheckState", check, rules_pb2.CheckStateResponse).whole:
                raise BadRequestFile(f"{file.name}: what one seat sees of a game; --from needs the whole position")
            table = Table(ask, state, hidden, seat, level, time_ms, language, told, _seeds(seed))
            table.look()
            table.go_on([])
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")         # arrow keys at the prompts
        try:
            table.play()
        except (EOFError, click.Abort):
            click.echo()
        table.leave()
    context.exit(table.exit_code)


def _seeds(seed: int | None) -> Iterator[int]:
    while True:
        yield secrets.randbits(32) if seed is None else seed
        seed = None if seed is None else (seed + 1) % 2**32


@dataclass(slots=True)
class Record:
    """What a seat saw of so many of the requests that were played."""

    told: advice_pb2.GameRecord
    requests: int = 0


@dataclass(slots=True)
class Table:
    """A game that is played here: the whole position is kept, and only the person's view of it is shown."""

    ask: Asking
    state: game_pb2.GameState
    hidden: bool
    seat: int
    level: int
    time_ms: int
    language: str
    told: bool
    seeds: Iterator[int]
    seed: int | None = None                 # of the chance that comes next, once it was asked for
    stage: rules_pb2.Stage = field(default_factory=rules_pb2.Stage)
    past: list[rules_pb2.PlayMovesRequest] = field(default_factory=list)
    records: dict[int, Record] = field(default_factory=dict)
    hinted: opponent_pb2.GetHintResponse | None = None      # about this choice, so that a nudge fits the hint
    unsaved: bool = False                   # whether anybody moved since the start, or since it was saved
    exit_code: int = 0

    def begin(self, options: game_pb2.GameOptions) -> None:
        """Deals."""
        request = rules_pb2.NewGameRequest(options=options, language=self.language)
        answer = self.ask.one("RulesService.NewGame", request, rules_pb2.NewGameResponse)
        self.state = answer.state
        self.look()
        self.go_on([])

    def look(self) -> rules_pb2.ViewStateResponse:
        """What the person sees."""
        request = rules_pb2.ViewStateRequest(state=self.state, seat=self.seat, language=self.language)
        return self.ask.one("RulesService.ViewState", request, rules_pb2.ViewStateResponse)

    def go_on(self, steps: list[rules_pb2.Step]) -> None:
        """Plays these steps, rolls what is not told, and says what the person sees of it."""
        if self.seed is None:
            self.seed = next(self.seeds)
        chance = None if self.told else rules_pb2.Chance(seed=self.seed)
        request = rules_pb2.PlayMovesRequest(
            state=self.state, steps=steps, chance=chance, record_seat=self.seat, language=self.language
        )
        answer = self.ask.one("RulesService.PlayMoves", request, rules_pb2.PlayMovesResponse)
        self.past.append(request)
        self.hinted = None
        self.state, self.stage, self.seed = answer.state, answer.stage, None
        self.unsaved = self.unsaved or bool(steps)
        for one in answer.happenings:
            who = self._says("seat", seat=one.seat) if one.HasField("seat") else self._says("chance")
            out.print(Text.assemble((f"{who:>7}", "dim"), "  ", render.told(one)))

    def play(self) -> None:
        """To the end, or until the person has enough."""
        for says in ("you", "help", *(["told"] if self.told else [])):
            out.print(self._says(says, seat=self.seat, game=self.state.WhichOneof("state")), style="dim")
        going = True
        while going:
            try:
                going = self._next()
            except Refused as refused:
                out.print(refused.format_message(), style="red")
                self.exit_code = 0 if refused.passes else refused.exit_code
                going = self._again("again" if refused.passes else "ending")
            except KeyboardInterrupt:
                out.print("\n" + self._says("stopped"), style="dim")
                going = self._again("again")

    def leave(self) -> None:
        """Says what is lost where a game ends before its end."""
        if self.unsaved and not self.stage.HasField("over"):
            out.print(self._says("unsaved"), style="dim")

    def _next(self) -> bool:
        """One thing that happens; False at the end, or when the person has enough."""
        if self.stage.HasField("over"):
            self._board()
            out.print(render.stage(self.stage, self.language), style="bold")
            return False
        if self.stage.HasField("chance"):
            return self._tell_chance()
        if self.stage.seat == self.seat:
            return self._choose()
        self._bot()
        return True

    def _again(self, prompt: str) -> bool:
        """Nothing is lost when an answer does not come: the person tries again where that may help, or saves."""
        while True:
            text = click.prompt(self._says(prompt), prompt_suffix="> ", default="", show_default=False)
            first, *rest = text.split(None, 1) or [""]
            match [COMMANDS.get(first.casefold(), ""), *rest]:
                case ["save", file]:
                    self._save(file)
                case ["quit"]:
                    return False
                case _ if prompt == "again":
                    return True

    def _says(self, what: str, **arguments: object) -> str:
        return TEXTS[self.language][what].format(**arguments)

    def _known_to(self, seat: int) -> advice_pb2.Position:
        """What a seat is asked with: how it all came about, as it saw it, where that tells more than the position."""
        if not self.hidden:
            return advice_pb2.Position(state=self.state, seat=seat)
        if seat not in self.records:
            first = rules_pb2.ViewStateRequest(state=self.past[0].state, seat=seat)
            start = self.ask.one("RulesService.ViewState", first, rules_pb2.ViewStateResponse).state
            self.records[seat] = Record(advice_pb2.GameRecord(start=start))
        record = self.records[seat]
        for request in self.past[record.requests :]:        # played again, with the same luck, as this seat saw it
            again = rules_pb2.PlayMovesRequest()
            again.CopyFrom(request)
            again.record_seat = seat
            answer = self.ask.one("RulesService.PlayMoves", again, rules_pb2.PlayMovesResponse)
            record.told.events.extend(one.event for one in answer.happenings)
            record.requests += 1
        return advice_pb2.Position(record=record.told, seat=seat)

    def _bot(self) -> None:
        request = opponent_pb2.SuggestMoveRequest(
            position=self._known_to(self.stage.seat), limits=advice_pb2.Limits(time_ms=self.time_ms),
            level=self.level, candidates=1,
        )  # fmt: skip
        with out.status(self._says("thinks", seat=self.stage.seat)):
            answer = self.ask.one("OpponentService.SuggestMove", request, opponent_pb2.SuggestMoveResponse)
        self.go_on([rules_pb2.Step(move=move.move) for move in answer.advice.play.moves])

    def _tell_chance(self) -> bool:
        """One outcome that the person tells; False when he has enough."""
        outcomes = self._list().outcomes
        if len(outcomes) == 1:                              # nothing to be told
            self._came(outcomes[0])
            return True
        _numbered(outcomes)
        while True:
            text = click.prompt(self._says("chance"), prompt_suffix="> ")
            if text.isdecimal() and 1 <= int(text) <= len(outcomes):
                self._came(outcomes[int(text) - 1])
                return True
            match self._command(text):
                case ["quit", *_]:
                    return False
                case ["roll", *_]:
                    weights = [outcome.weight for outcome in outcomes]
                    self._came(secrets.SystemRandom().choices(outcomes, weights)[0])
                    return True
                case ["moves"]:
                    _numbered(outcomes)
                case ["help"]:
                    self._help("", "told")
                case [str(), *_]:
                    self._help(text, "told")

    def _came(self, outcome: rules_pb2.ChanceOutcome) -> None:
        self.go_on([rules_pb2.Step(event=outcome.event)])

    def _choose(self) -> bool:
        """One choice of the person; False when he has enough."""
        self._board()
        listed = self._list()
        moves = _by_notation(listed)
        while True:
            text = click.prompt(self._says("seat", seat=self.seat), prompt_suffix="> ")
            if chosen := self._written(text, self.state, moves):
                self.go_on([rules_pb2.Step(move=move) for move in chosen])
                return True
            match self._command(text):
                case ["quit", *_]:
                    return False
                case ["moves"]:
                    out.print(render.moves(listed, self.language))
                case ["hint"]:
                    self._hint()
                case ["hint", idea] if found := self._written(idea, self.state, moves):
                    self._hint(idea=found)
                case ["nudge"]:
                    self._hint(nudge=True)
                case ["help"]:
                    self._help("", "help", listed.moves)
                case ["hint", idea]:
                    self._help(idea, "help", listed.moves)
                case [str(), *_]:
                    self._help(text, "help", listed.moves)

    def _written(
        self, text: str, state: game_pb2.GameState, moves: dict[str, game_pb2.GameMove]
    ) -> list[game_pb2.GameMove]:
        """The move that is written so, or the moves of one turn with blanks between them; empty where it is neither."""
        parts = _plain(text).split()
        for many in range(len(parts), 0, -1):               # a move's own notation may have blanks
            move = moves.get(" ".join(parts[:many]))
            if move is None:
                continue
            if many == len(parts):
                return [move]
            step = rules_pb2.PlayMovesRequest(state=state, steps=[rules_pb2.Step(move=move)], record_seat=self.seat)
            after = self.ask.one("RulesService.PlayMoves", step, rules_pb2.PlayMovesResponse)
            if after.stage.HasField("seat") and after.stage.seat == self.seat:
                rest = self._written(" ".join(parts[many:]), after.state, _by_notation(self._list(after.state)))
                if rest:
                    return [move, *rest]
        return []

    def _command(self, text: str) -> list[str]:
        """The command and the rest of the line; empty when it is done with."""
        first, *rest = text.split(None, 1) or [""]
        match [COMMANDS.get(first.casefold(), first), *rest]:
            case ["board"]:
                self._board()
            case ["save", file]:
                self._save(file)
            case command:
                return command
        return []

    def _help(self, text: str, which: str, moves: Sequence[advice_pb2.TurnMove] = ()) -> None:
        """What can be typed, and that `text` cannot."""
        no = self._says("no", text=text) + " " if text else ""
        few = "  ".join(move.notation for move in moves[:MOST_SHOWN]) + (" …" if len(moves) > MOST_SHOWN else "")
        out.print(f"{no}{self._says(which)}\n{few}".rstrip(), style="dim")

    def _save(self, text: str) -> None:
        bare = text.strip()
        quoted = len(bare) > 2 and bare[0] == bare[-1] and bare[0] in "\"'"
        file = bare[1:-1] if quoted else bare
        try:
            file = str(Path(file).expanduser())
            Path(file).write_text(wire.to_json(self.state) + "\n")
        except (OSError, ValueError, RuntimeError) as error:
            out.print(f"{file}: {getattr(error, 'strerror', error)}", style="red")
        else:
            self.unsaved = False
            out.print(self._says("saved", file=shlex.quote(file)), style="dim")

    def _board(self) -> None:
        out.print(self.look().board)

    def _list(self, state: game_pb2.GameState | None = None) -> rules_pb2.ListMovesResponse:
        request = rules_pb2.ListMovesRequest(state=state or self.state, language=self.language)
        return self.ask.one("RulesService.ListMoves", request, rules_pb2.ListMovesResponse)

    def _hint(self, nudge: bool = False, idea: Sequence[game_pb2.GameMove] = ()) -> None:
        """A hint that is refused or stopped costs nothing but itself; the same choice gets the same one again."""
        try:
            told = self.hinted
            if told is None or idea:
                request = opponent_pb2.GetHintRequest(
                    position=self._known_to(self.seat), grade=opponent_pb2.HINT_GRADE_MOVE, language=self.language,
                    seed=told.seed if told else None, idea=idea,
                )  # fmt: skip
                told = self.ask.one("OpponentService.GetHint", request, opponent_pb2.GetHintResponse)
            self.hinted = self.hinted if idea else told
            out.print(render.hint(opponent_pb2.GetHintResponse(nudge=told.nudge) if nudge else told))
        except Refused as refused:
            out.print(refused.format_message(), style="red")
        except KeyboardInterrupt:
            out.print("\n" + self._says("stopped"), style="dim")


def _by_notation(listed: rules_pb2.ListMovesResponse) -> dict[str, game_pb2.GameMove]:
    return {_plain(move.notation): move.move for move in listed.moves}


def _numbered(outcomes: Sequence[rules_pb2.ChanceOutcome]) -> None:
    for i, outcome in enumerate(outcomes, 1):
        out.print(f"{i:>4}  {outcome.sentence}")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
