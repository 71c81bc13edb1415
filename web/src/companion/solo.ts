/** A solitaire game beside a printed board: the person moves and rolls, the server runs the enemy. */
import { computed, signal } from "@preact/signals";
import { fromBinary, toBinary } from "hunch-client";
import type { TurnMove } from "hunch-client/v1/advice";
import type { Transcript } from "hunch-client/v1/dice";
import { GameEventSchema, GameStateSchema, type GameEvent, type GameState } from "hunch-client/v1/game";
import type { ChanceOutcome, Happening, Stage } from "hunch-client/v1/rules";
import type { Face, Place } from "../boards/board.ts";
import { faceOf } from "../boards/faces.ts";
import { linesOf, type Line } from "../play/lines.ts";
import type { Named } from "../play/picking.ts";
import { optionsOf, type Chosen } from "../server/games.ts";
import { CHANCE, failure, hunch } from "../server/server.ts";
import { language } from "../words/words.ts";

/** Where dice and draws come from: the person's own, the server's, or those of the server that can be checked. */
export type Dice = "own" | "server" | "audited";

/** A game of dice at the server. */
interface Ledger {
  gameId: string;
  ownerToken: string;
  commitment: string;
}

/** A moment of the game: everything to come back to it. */
interface Moment {
  state: Uint8Array;
  lines: number;
}

/** What is kept in this browser. */
interface Saved {
  game: string;
  options: Chosen;
  dice: Dice;
  ledger?: Ledger;
  moments: Moment[];
  lines: Line[];
}

/** What comes next. */
export type Next =
  | { kind: "server" }
  | { kind: "choice" }
  | { kind: "roll" }
  | { kind: "over"; payoff: number }
  | { kind: "failed"; says: string; again: () => void };

/** What the person did or saw. */
type Played = { case: "move"; value: NonNullable<TurnMove["move"]> } | { case: "event"; value: GameEvent };

const PREFIX = "hunch.solo.";

/** The games that this browser keeps, by name. */
export function savedGames(): string[] {
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
}

/** A game. */
export class Solo {
  readonly id: string;
  readonly next = signal<Next>({ kind: "server" });
  readonly dice = signal<Dice>("own");
  readonly state = signal<GameState | undefined>(undefined);
  readonly lines = signal<Line[]>([]);
  /** The line that the person is at: those before it are done on the printed board. */
  readonly at = signal(0);
  readonly moves = signal<Named<TurnMove>[]>([]);
  readonly wanted = signal<readonly ChanceOutcome[]>([]);
  readonly face = signal<Face | undefined>(undefined);
  readonly game = signal("");
  /** The dice that can be checked, if the game is played with them. */
  readonly ledger = signal<Ledger | undefined>(undefined);
  readonly canUndo = computed(() => this.moments.value.length > 1);
  /** The line to be done now. Unset: all are done. */
  readonly line = computed(() => this.lines.value[this.at.value]);

  private readonly moments = signal<Moment[]>([]);
  private options: Chosen = {};

  constructor(id: string) {
    this.id = id;
  }

  /** Begins a game. */
  async begin(game: string, options: Chosen, dice: Dice): Promise<void> {
    [this.game.value, this.options, this.dice.value] = [game, options, dice];
    await this.ask(
      () => this.begin(game, options, dice),
      async () => {
        this.face.value = await faceOf(game);
        if (dice === "audited" && !this.ledger.value) {
          const { gameId, ownerToken, commitment } = await hunch.value.dice.commitDice({ requestId: newRequest() });
          this.ledger.value = { gameId, ownerToken, commitment };
        }
        const answer = await hunch.value.rules.newGame({ options: optionsOf(game, options), language: language.value });
        await this.take(answer.state, answer.happenings, answer.stage);
      },
    );
  }

  /** Goes on with a game that this browser keeps. */
  async goOn(): Promise<void> {
    const text = localStorage.getItem(PREFIX + this.id);
    const saved = text === null ? undefined : (JSON.parse(text, revive) as Saved);
    const last = saved?.moments.at(-1);
    if (!saved || !last) {
      return;
    }
    [this.game.value, this.options, this.dice.value] = [saved.game, saved.options, saved.dice];
    this.ledger.value = saved.ledger;
    this.lines.value = saved.lines;
    this.at.value = saved.lines.length;
    this.moments.value = saved.moments;
    await this.ask(
      () => this.goOn(),
      async () => {
        this.face.value = await faceOf(saved.game);
        await this.settle(fromBinary(GameStateSchema, last.state));
      },
    );
  }

  /** The person did what the line says. */
  step(by: number): void {
    this.at.value = Math.min(Math.max(this.at.value + by, 0), this.lines.value.length);
  }

  /** Plays the person's move. */
  async play({ move }: TurnMove): Promise<void> {
    const { value: state } = this.state;
    if (move && state) {
      await this.send(state, { case: "move", value: move });
    }
  }

  /** Takes what a die or a draw showed. */
  async tell(event: GameEvent): Promise<void> {
    const { value: state } = this.state;
    if (state) {
      await this.send(state, { case: "event", value: event });
    }
  }

  /** Goes back by one decision or die, if it was told wrongly. */
  async undo(): Promise<void> {
    const before = this.moments.value.at(-2);
    if (!before) {
      return;
    }
    await this.ask(
      () => this.undo(),
      async () => {
        this.moments.value = this.moments.value.slice(0, -1);
        this.lines.value = this.lines.value.slice(0, before.lines);
        this.at.value = before.lines;
        await this.settle(fromBinary(GameStateSchema, before.state));
      },
    );
  }

  private async send(state: GameState, step: Played): Promise<void> {
    await this.ask(
      () => this.send(state, step),
      async () => {
        const answer = await hunch.value.rules.playMoves({ state, steps: [{ step }], language: language.value });
        await this.take(answer.state, answer.happenings, answer.stage);
      },
    );
  }

  private async take(state: GameState | undefined, happenings: readonly Happening[], stage: Stage | undefined) {
    if (!state) {
      throw new Error("the server sent no position");
    }
    const face = this.face.value;
    this.lines.value = [...this.lines.value, ...linesOf(happenings, face, face?.stateOf(state))];
    const chance = stage?.next.case === "chance";
    if (!(chance && this.dice.value !== "own")) {
      const moment = { state: toBinary(GameStateSchema, state), lines: this.lines.value.length };
      this.moments.value = [...this.moments.value, moment];
    }
    await this.settle(state);
  }

  /** Waits for the decision, the die, or the end that comes next. */
  private async settle(state: GameState): Promise<void> {
    this.state.value = state;
    this.moves.value = [];
    this.wanted.value = [];
    this.save();
    const { stage, moves, outcomes } = await hunch.value.rules.listMoves({ state, language: language.value });
    const next = stage?.next;
    if (next?.case === "over") {
      this.next.value = { kind: "over", payoff: next.value.payoffs[0] ?? 0 };
    } else if (next?.case === "seat") {
      this.moves.value = this.named(state, moves);
      this.next.value = { kind: "choice" };
    } else if (this.dice.value === "own") {
      await this.offer(state, outcomes);
    } else {
      const answer = await hunch.value.enemy.advanceEnemy({ state, chance: this.chance(), language: language.value });
      await this.take(answer.state, answer.happenings, answer.stage);
    }
  }

  /** What the person's own dice may show. Where only one thing can come, it comes by itself. */
  private async offer(state: GameState, outcomes: readonly ChanceOutcome[]): Promise<void> {
    const [only, other] = outcomes;
    if (only?.event && !other) {
      const step = { case: "event", value: only.event } as const;
      const answer = await hunch.value.rules.playMoves({ state, steps: [{ step }], language: language.value });
      await this.take(answer.state, answer.happenings, answer.stage);
      return;
    }
    this.wanted.value = outcomes;
    this.next.value = { kind: "roll" };
  }

  private chance() {
    const ledger = this.ledger.value;
    if (!ledger) {
      return CHANCE;
    }
    const { gameId, ownerToken } = ledger;
    return { source: { case: "dice", value: { gameId, ownerToken, requestId: newRequest() } } } as const;
  }

  /** Ends the dice, and returns their transcript: all of its pages in one. */
  async reveal(): Promise<Transcript | undefined> {
    const ledger = this.ledger.value;
    if (!ledger) {
      return undefined;
    }
    let whole: Transcript | undefined;
    for (let pageToken = ""; ; ) {
      const answer = await hunch.value.dice.revealDice({ ...ledger, pageToken });
      if (whole && answer.transcript) {
        whole.rolls.push(...answer.transcript.rolls);
      }
      whole ??= answer.transcript;
      pageToken = answer.nextPageToken;
      if (!pageToken) {
        return whole;
      }
    }
  }

  private named(state: GameState, moves: readonly TurnMove[]): Named<TurnMove>[] {
    const face = this.face.value;
    const own = face?.stateOf(state);
    const places = (move: TurnMove): readonly Place[] => (move.move && face && own ? face.placesOf(move.move, own) : []);
    return moves.map((move) => ({ move, places: places(move) }));
  }

  private async ask(again: () => void, call: () => Promise<void>): Promise<void> {
    this.next.value = { kind: "server" };
    try {
      await call();
    } catch (thrown) {
      this.next.value = { kind: "failed", says: failure(thrown), again };
    }
  }

  private save(): void {
    const { id, game, options, dice, ledger, moments, lines } = this;
    const saved: Saved = {
      game: game.value,
      options,
      dice: dice.value,
      ...(ledger.value ? { ledger: ledger.value } : {}),
      moments: moments.value.slice(-MOST),
      lines: lines.value,
    };
    localStorage.setItem(PREFIX + id, JSON.stringify(saved, write));
  }
}

/** Moments that are kept to go back to: a game is as long as an evening. */
const MOST = 60;

/** The name of an outcome among the others. */
export function nameOf(event: GameEvent | undefined): string {
  return event ? toBinary(GameEventSchema, event).join() : "";
}

/** A name that nobody can guess, for a request that may be sent twice. */
function newRequest(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes as text, within JSON. */
function write(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Array.from(value) } : value;
}

function revive(_: string, value: unknown): unknown {
  const bytes = typeof value === "object" && value !== null && "bytes" in value ? value.bytes : undefined;
  return Array.isArray(bytes) ? Uint8Array.from(bytes as number[]) : value;
}
