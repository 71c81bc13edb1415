/** The judgements of a game, as they come. */
import { computed, signal } from "@preact/signals";
import type { Judgement } from "hunch-client/v1/opponent";
import { gameNamed } from "../server/games.ts";
import { failure, hunch, wasAborted } from "../server/server.ts";
import { scaleOf, WINS, type Scale } from "../server/worth.ts";
import { language } from "../words/words.ts";
import type { Opened } from "./opened.ts";

/** Milliseconds of thinking for each move. */
const MOVE_MS = 300;

/** The most that one review may take. */
const MOST_MS = 55_000;

/** Of this size and error on, nothing is known of a loss. */
const UNKNOWN = 1;

/** How many standard errors a loss must have, to be called one. */
const SURE = 2;

/** Less of a payoff than this is no mistake, however sure: half a game of a hundred. */
const LEAST = 0.01;

/** A review that is under way, or done. */
export class Review {
  readonly judgements = signal<Judgement[]>([]);
  readonly left = signal(0);
  /** True from the start: a review that has not begun is not done. */
  readonly running = signal(true);
  readonly wrong = signal("");
  readonly scale = signal<Scale>(WINS);
  /** The moves that lost something for sure, the worst first. */
  readonly mistakes = computed(() =>
    this.judgements.value.filter(isMistake).sort((one, other) => other.loss - one.loss),
  );

  private readonly opened: Opened;
  private ending = new AbortController();

  constructor(opened: Opened) {
    this.opened = opened;
  }

  /** Judges the moves of the people who played; of a game of bots, all. */
  async begin(): Promise<void> {
    const ending = new AbortController();
    this.ending = ending;
    this.judgements.value = [];
    this.wrong.value = "";
    this.running.value = true;
    const { game, own, setup } = this.opened;
    try {
      this.scale.value = scaleOf(await gameNamed(setup.game), setup.options);
      const timeMs = Math.min(MOST_MS, MOVE_MS * game.steps.length);
      const parts = hunch.value.opponent.evaluateMoves(
        { ...this.start(), seats: own, limits: { timeMs }, language: language.value },
        { signal: ending.signal, timeoutMs: 2 * MOST_MS },
      );
      for await (const { part } of parts) {
        if (part.case === "judgement") {
          this.judgements.value = [...this.judgements.value, part.value];
          this.left.value = part.value.left;
        }
      }
    } catch (thrown) {
      if (!wasAborted(thrown)) {
        this.wrong.value = failure(thrown);
      }
    }
    if (this.ending === ending) {
      this.running.value = false;
    }
  }

  /** Wants nothing more. */
  end(): void {
    this.ending.abort();
  }

  private start() {
    const { start, steps } = this.opened.game;
    return start ? { start, steps } : { steps };
  }
}

/** Whether a move lost something for sure. */
export function isMistake(one: Judgement): boolean {
  return one.standardError < UNKNOWN && one.loss > SURE * one.standardError && one.loss >= LEAST;
}
