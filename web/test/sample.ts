/** Positions of real games, which `make goldens` writes: what a seat sees, its moves, and what it sees next. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fromJson } from "hunch-client";
import { type GameEvent, GameEventSchema, type GameMove, GameMoveSchema, GameStateSchema } from "hunch-client/v1/game";
import type { Place } from "../src/boards/board.ts";

export interface Sample<State> {
  seat: number;
  state: State;
  moves: GameMove[];
  event: GameEvent | undefined;
  /** What the seat sees after the event. */
  after: State | undefined;
}

interface Written {
  seat: number;
  state: never;
  moves: never[];
  event: never | null;
  after: never | null;
}

/** The positions of a game. */
export function samplesOf<State>(game: string): Sample<State>[] {
  const file = new URL(`./positions/${game}.json`, import.meta.url);
  const written = JSON.parse(readFileSync(file, "utf8")) as Written[];
  const stateOf = (state: never) => fromJson(GameStateSchema, state).state.value as State;
  return written.map(({ seat, state, moves, event, after }) => ({
    seat,
    state: stateOf(state),
    moves: moves.map((move) => fromJson(GameMoveSchema, move)),
    event: event === null ? undefined : fromJson(GameEventSchema, event),
    after: after === null ? undefined : stateOf(after),
  }));
}

/** The places that the events of a game changed, each as one text, without repetition. */
export function changedIn<State>(
  samples: readonly Sample<State>[],
  changedBy: (event: GameEvent, state: State) => readonly Place[],
): string[] {
  const changed = samples.map(({ event, after }) => (event && after ? changedBy(event, after).join(" ") : ""));
  return [...new Set(changed)].filter((places) => places !== "").sort();
}

/** Fails unless every move has places, each of them once, and no other move of the position has the same ones. */
export function assertToldApart<State>(
  samples: readonly Sample<State>[],
  placesOf: (move: GameMove, state: State) => readonly Place[],
): void {
  for (const [number, { state, moves }] of samples.entries()) {
    const seen = new Map<string, GameMove>();
    for (const move of moves) {
      const places = placesOf(move, state);
      const key = [...places].sort().join(" ");
      const told = `position ${number}: ${JSON.stringify(move.move)} has the places ${key}`;
      assert.ok(places.length > 0, told);
      assert.equal(new Set(places).size, places.length, told);
      assert.equal(seen.get(key), undefined, told);
      seen.set(key, move);
    }
  }
}
