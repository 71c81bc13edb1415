/** A game that is played at this page: whose turn it is, what they see, and what the bots do. */
import { computed, signal } from "@preact/signals";
import type { GameMove, GameState } from "hunch-client/v1/game";
import type { SealedGame, Stage } from "hunch-client/v1/rules";
import type { TurnMove } from "hunch-client/v1/advice";
import type { Face, Place } from "../boards/board.ts";
import { faceOf } from "../boards/faces.ts";
import { optionsOf } from "../server/games.ts";
import { CHANCE, failure, hunch, wasAborted } from "../server/server.ts";
import { language } from "../words/words.ts";
import { pace } from "../app/settings.ts";
import { linesOf, type Line } from "./lines.ts";
import { complete, matching, open, type Named } from "./picking.ts";
import { namesOf, ownSeats, type Setup } from "./setup.ts";
import { keep, type Kept, type Moment } from "./shelf.ts";

/** What the table waits for. */
export type Phase =
  /** The server: a bot that thinks, or the rules. */
  | { kind: "server"; seat?: number }
  /** A person, who must take the screen first. */
  | { kind: "handover"; seat: number }
  /** A person's choice. */
  | { kind: "choice"; seat: number }
  /** Nothing: the game is over. */
  | { kind: "over"; payoffs: readonly number[] }
  /** A way out of what went wrong. */
  | { kind: "failed"; says: string; again: () => void };

/** What NewGame, PlayMoves and SuggestMove answer of a sealed game. */
interface Answer {
  sealed?: SealedGame | undefined;
  stage?: Stage | undefined;
}

/** The key of a bystander's lines. */
const BYSTANDER = "-";

/** A game at this page. */
export class Table {
  readonly id: string;
  readonly setup: Setup;
  readonly phase = signal<Phase>({ kind: "server" });
  /** The seat that looks at the screen. Unset: a bystander, of a game of bots. */
  readonly viewer = signal<number | undefined>(undefined);
  /** What each viewer sees, by seat. */
  readonly views = signal<Record<string, GameState>>({});
  readonly lines = signal<Record<string, Line[]>>({});
  /** The legal moves of the person who must choose. */
  readonly moves = signal<Named<TurnMove>[]>([]);
  readonly picked = signal<readonly Place[]>([]);
  readonly moments = signal<Moment[]>([]);
  readonly face = signal<Face | undefined>(undefined);
  /** The current token. */
  readonly token = signal<Uint8Array>(new Uint8Array());

  /** What the seats are called. */
  readonly names = computed(() => namesOf(this.setup));
  /** What the viewer sees. */
  readonly view = computed(() => this.views.value[keyOf(this.viewer.value)]);
  /** The same, as the game's own state. */
  readonly state = computed(() => this.view.value && this.face.value?.stateOf(this.view.value));
  /** What the viewer was told. */
  readonly told = computed(() => this.lines.value[keyOf(this.viewer.value)] ?? []);
  /** The lines since the viewer's last choice. */
  readonly news = computed(() => this.told.value.slice(this.seen.value));
  readonly open = computed(() => open(this.moves.value, this.picked.value));
  /** The moves that the picked places leave. */
  readonly left = computed(() => matching(this.moves.value, this.picked.value));
  /** Those that need no other place. */
  readonly ready = computed(() => (this.picked.value.length ? complete(this.moves.value, this.picked.value) : []));

  /** The move that the person wants compared with the advice. */
  readonly idea = signal<TurnMove | undefined>(undefined);

  private readonly seen = signal(0);
  private readonly own: readonly number[];
  /** The language of the moves. */
  private spoken = "";
  private ending = new AbortController();

  constructor(id: string, setup: Setup) {
    this.id = id;
    this.setup = setup;
    this.own = ownSeats(setup);
    this.viewer.value = this.own[0];
  }

  /** Begins the game. */
  async begin(): Promise<void> {
    await this.ask(() => this.begin(), async () => {
      this.face.value = await faceOf(this.setup.game);
      const options = optionsOf(this.setup.game, this.setup.options);
      const seal = { seats: [...this.own] };
      const answer = await hunch.value.rules.newGame(
        { options, chance: CHANCE, language: language.value, seal },
        { signal: this.ending.signal },
      );
      return () => this.take(answer);
    });
  }

  /** Goes on with a game that was kept. */
  async goOn(kept: Kept): Promise<void> {
    await this.ask(() => this.goOn(kept), async () => {
      this.face.value = await faceOf(this.setup.game);
      this.lines.value = kept.lines;
      this.seen.value = kept.moments.at(-2)?.told[keyOf(this.viewer.value)] ?? 0;
      this.moments.value = kept.moments;
      const stage = await this.look(kept.token);
      return () => this.settle(kept.token, stage);
    });
  }

  /** Picks a place, or gives it back. If that names one move and no other, it is played. */
  pick(place: Place): void {
    const picked = this.picked.value;
    this.picked.value = picked.includes(place) ? picked.filter((one) => one !== place) : [...picked, place];
    const [only, other] = this.left.value;
    if (only && !other && this.ready.value.length === 1) {
      void this.play(only.move);
    }
  }

  /** Wants the move compared that a place names. If it names several, it is picked, and the rest is chosen next. */
  consider(place: Place): void {
    const [only, other] = matching(this.moves.value, [...this.picked.value, place]);
    if (only && !other) {
      this.idea.value = only.move;
    } else {
      this.pick(place);
    }
  }

  /** Gives all picked places back. */
  clear(): void {
    this.picked.value = [];
  }

  /** Plays a move of the person who must choose. */
  async play(move: TurnMove): Promise<void> {
    if (this.phase.value.kind !== "choice" || !move.move) {
      return;
    }
    this.seen.value = this.told.value.length;
    await this.send(move.move);
  }

  private async send(move: GameMove): Promise<void> {
    const step = { step: { case: "move", value: move } } as const;
    await this.ask(() => this.send(move), async () => {
      const answer = await hunch.value.rules.playMoves(
        { sealed: this.token.value, steps: [step], chance: CHANCE, language: language.value },
        { signal: this.ending.signal },
      );
      return () => this.take(answer);
    });
  }

  /** Takes the screen: the person who must choose looks now. */
  takeScreen(): void {
    const phase = this.phase.value;
    if (phase.kind === "handover") {
      this.viewer.value = phase.seat;
      this.seen.value = this.moments.value.at(-2)?.told[keyOf(phase.seat)] ?? 0;
      this.phase.value = { kind: "choice", seat: phase.seat };
    }
  }

  /** The moment of the choice before. While the server is waited for, that is the last one. */
  private readonly earlier = computed(() => {
    const waits = this.phase.value.kind === "server" || this.phase.value.kind === "failed";
    return this.moments.value.length - (waits ? 1 : 2);
  });

  /** Whether there is an earlier choice to go back to. */
  readonly canTakeBack = computed(() => this.earlier.value >= 0);

  /** Goes back to the choice before. */
  async takeBack(): Promise<void> {
    const last = this.earlier.value;
    const before = this.moments.value[last];
    if (!before) {
      return;
    }
    this.stop();
    await this.ask(() => this.takeBack(), async () => {
      const stage = await this.look(before.token);
      return async () => {
        this.moments.value = this.moments.value.slice(0, last + 1);
        this.lines.value = Object.fromEntries(
          Object.entries(this.lines.value).map(([viewer, lines]) => [viewer, lines.slice(0, before.told[viewer] ?? 0)]),
        );
        await this.settle(before.token, stage);
      };
    });
  }

  /** Says the moves anew, after the language has changed. */
  async retell(): Promise<void> {
    const phase = this.phase.value;
    if (phase.kind === "choice" && this.spoken !== language.value) {
      await this.offer(this.token.value, phase.seat);
    }
  }

  /** Ends what is under way. */
  private stop(): void {
    this.ending.abort();
    this.ending = new AbortController();
  }

  /** Asks the server. What it answers becomes the table, or there is a sentence and another try. */
  private async ask(again: () => void, call: () => Promise<() => unknown>, seat?: number): Promise<void> {
    this.phase.value = seat === undefined ? { kind: "server" } : { kind: "server", seat };
    try {
      await (await call())();
    } catch (thrown) {
      if (!wasAborted(thrown)) {
        this.phase.value = { kind: "failed", says: failure(thrown), again };
      }
    }
  }

  /** What everybody sees at a token, and what comes next. */
  private async look(token: Uint8Array): Promise<Stage | undefined> {
    const seats = this.own.length ? this.own : [undefined];
    const views: Record<string, GameState> = {};
    let stage: Stage | undefined;
    for (const seat of seats) {
      const seen = await hunch.value.rules.viewState({
        sealed: token,
        language: language.value,
        ...(seat === undefined ? {} : { seat }),
      });
      if (seen.state) {
        views[keyOf(seat)] = seen.state;
      }
      stage = seen.stage;
    }
    this.views.value = views;
    return stage;
  }

  /** Takes an answer in: what is seen, what happened, and who is next. */
  private async take({ sealed, stage }: Answer): Promise<void> {
    if (!sealed) {
      throw new Error("the server sent no sealed game");
    }
    const views = { ...this.views.value };
    const lines = { ...this.lines.value };
    for (const { seat, state, happenings } of sealed.views) {
      const viewer = keyOf(seat);
      const face = this.face.value;
      const own = state && face?.stateOf(state);
      lines[viewer] = [...(lines[viewer] ?? []), ...linesOf(happenings, face, own)];
      if (state) {
        views[viewer] = state;
      }
    }
    this.views.value = views;
    this.lines.value = lines;
    const next = stage?.next;
    const choice = next?.case === "seat" && this.own.includes(next.value);
    const told = Object.fromEntries(Object.entries(lines).map(([viewer, all]) => [viewer, all.length]));
    if (choice || next?.case === "over") {
      this.moments.value = [...this.moments.value, { token: sealed.token, told }];
    }
    await this.settle(sealed.token, stage);
  }

  /** Waits for whoever is next. */
  private async settle(token: Uint8Array, stage: Stage | undefined): Promise<void> {
    this.token.value = token;
    this.picked.value = [];
    this.idea.value = undefined;
    this.moves.value = [];
    const next = stage?.next;
    void keep(this.record(next?.case === "over"));
    if (next?.case === "over") {
      this.phase.value = { kind: "over", payoffs: next.value.payoffs };
    } else if (next?.case === "seat" && this.own.includes(next.value)) {
      await this.offer(token, next.value);
    } else if (next?.case === "seat") {
      await this.letBot(next.value);
    } else {
      await this.roll();
    }
  }

  private async offer(token: Uint8Array, seat: number): Promise<void> {
    await this.ask(() => this.offer(token, seat), async () => {
      const { moves } = await hunch.value.rules.listMoves(
        { sealed: token, language: language.value },
        { signal: this.ending.signal },
      );
      return () => {
        this.spoken = language.value;
        this.moves.value = this.named(moves, seat);
        const other = this.own.length > 1 && seat !== this.viewer.value;
        this.phase.value = other ? { kind: "handover", seat } : { kind: "choice", seat };
      };
    });
  }

  private named(moves: readonly TurnMove[], seat: number): Named<TurnMove>[] {
    const face = this.face.value;
    const view = this.views.value[keyOf(seat)];
    const state = view && face?.stateOf(view);
    return moves.map((move) => ({ move, places: move.move && face && state ? face.placesOf(move.move, state) : [] }));
  }

  private async letBot(seat: number): Promise<void> {
    const began = performance.now();
    const again = () => this.letBot(seat);
    await this.ask(again, async () => {
      const answer = await hunch.value.opponent.suggestMove(
        {
          position: { from: { case: "sealed", value: this.token.value }, seat },
          level: this.setup.players[seat]?.level ?? 5,
          chance: CHANCE,
          language: language.value,
        },
        { signal: this.ending.signal },
      );
      const wait = pace.value * (answer.timing?.suggestedThinkMs ?? 0) - (performance.now() - began);
      await pause(wait, this.ending.signal);
      return () => this.take(answer);
    }, seat);
  }

  private async roll(): Promise<void> {
    await this.ask(() => this.roll(), async () => {
      const answer = await hunch.value.rules.playMoves(
        { sealed: this.token.value, steps: [], chance: CHANCE, language: language.value },
        { signal: this.ending.signal },
      );
      return () => this.take(answer);
    });
  }

  /** The game, to be kept. */
  private record(over: boolean): Kept {
    const { id, setup, token, moments, lines } = this;
    return { id, setup, at: Date.now(), over, token: token.value, moments: moments.value, lines: lines.value };
  }
}

function keyOf(seat: number | undefined): string {
  return seat === undefined ? BYSTANDER : String(seat);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (ms <= 0) {
      return resolve();
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
