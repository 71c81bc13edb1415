/** A search that is watched: what it finds so far, until it ends or is ended. */
import { signal } from "@preact/signals";
import type { Hunch } from "hunch-client";
import type { Advice } from "hunch-client/v1/advice";
import { failure, hunch, wasAborted } from "../server/server.ts";
import { language } from "../words/words.ts";

/** A question's position. */
export type Asked = NonNullable<Parameters<Hunch["opponent"]["suggestMove"]>[0]["position"]>;

/** Milliseconds between two answers: five a second are as many as people can read. */
const INTERVAL_MS = 200;

/** Turns that are compared. */
const CANDIDATES = 5;

/** A search. */
export class Search {
  readonly advice = signal<Advice | undefined>(undefined);
  readonly running = signal(false);
  readonly wrong = signal("");
  private ending = new AbortController();
  private name = "";

  /** Begins anew. */
  async begin(position: Asked, timeMs: number): Promise<void> {
    this.end();
    const ending = new AbortController();
    this.ending = ending;
    this.advice.value = undefined;
    this.wrong.value = "";
    this.running.value = true;
    try {
      const ask = { position, limits: { timeMs }, candidates: CANDIDATES, language: language.value };
      const answers = hunch.value.opponent.watchSuggestions(
        { ask, intervalMs: INTERVAL_MS },
        { signal: ending.signal, timeoutMs: 2 * timeMs + 10_000 },
      );
      for await (const answer of answers) {
        this.name = answer.searchId || this.name;
        this.advice.value = answer.advice ?? this.advice.value;
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

  /** Asks for the final answer now. */
  async stop(): Promise<void> {
    try {
      await hunch.value.opponent.stopSearch({ searchId: this.name });
    } catch {
      this.end(); // it ended by itself, or cannot be reached: what was found stays
    }
  }

  /** Ends it, and wants nothing more of it. */
  end(): void {
    this.ending.abort();
    this.running.value = false;
  }
}
