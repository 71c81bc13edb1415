/** Positions with their legal moves, and happenings. `python -m tools.write_map_positions` writes them. */
import { readFileSync } from "node:fs";
import { fromBinary } from "hunch-client";
import { type GameMove, GameMoveSchema, type GameState, GameStateSchema } from "hunch-client/v1/game";
import { type Happening, HappeningSchema } from "hunch-client/v1/rules";

/** A position in which a seat must choose, as it sees it. */
export interface Position {
  state: GameState;
  moves: GameMove[];
}

interface Written {
  positions: { state: string; moves: string[] }[];
  happenings: string[];
}

/** The positions of a game. */
export function positionsOf(game: string): Position[] {
  return read(game).positions.map(({ state, moves }) => ({
    state: fromBinary(GameStateSchema, bytes(state)),
    moves: moves.map((move) => fromBinary(GameMoveSchema, bytes(move))),
  }));
}

/** The happenings of a game. */
export function happeningsOf(game: string): Happening[] {
  return read(game).happenings.map((happening) => fromBinary(HappeningSchema, bytes(happening)));
}

/** Sets of places that several moves share. */
export function shared(places: readonly (readonly string[])[]): string[] {
  const names = places.map((each) => [...each].sort().join(" "));
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

function read(game: string): Written {
  return JSON.parse(readFileSync(new URL(`./positions/${game}.json`, import.meta.url), "utf8")) as Written;
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}
