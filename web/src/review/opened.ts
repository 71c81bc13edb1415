/** A game that has ended, with nothing hidden. */
import type { GameState } from "hunch-client/v1/game";
import type { Happening, OpenGameResponse } from "hunch-client/v1/rules";
import type { Face } from "../boards/board.ts";
import { faceOf } from "../boards/faces.ts";
import { ownSeats, type Setup } from "../play/setup.ts";
import { kept } from "../play/shelf.ts";
import { hunch } from "../server/server.ts";
import { language } from "../words/words.ts";

/** The game. */
export interface Opened {
  id: string;
  setup: Setup;
  face: Face | undefined;
  game: OpenGameResponse;
  /** The seats of the people who played. */
  own: number[];
}

/** The ended game of that name, if this browser keeps one. */
export async function openedGame(id: string): Promise<Opened | undefined> {
  const before = await kept(id);
  const last = before?.moments.at(-1);
  if (!before?.over || !last) {
    return undefined;
  }
  const game = await hunch.value.rules.openGame({ sealed: last.token });
  return { id, setup: before.setup, face: await faceOf(before.setup.game), game, own: ownSeats(before.setup) };
}

/** What a step said, and whose it was. */
export type Told = Pick<Happening, "seat" | "sentence">;

/** The position after so many steps, and what the steps before it said. */
export async function positionAt(opened: Opened, steps: number): Promise<{ state: GameState; told: Told[] }> {
  const { start } = opened.game;
  if (!start) {
    throw new Error("the server sent no start");
  }
  const played = opened.game.steps.slice(0, steps);
  const answer = await hunch.value.rules.playMoves({ state: start, steps: played, language: language.value });
  return { state: answer.state ?? start, told: answer.happenings };
}

/** What a seat saw of a position. Unset: a bystander. */
export async function viewOf(state: GameState, seat: number | undefined): Promise<GameState> {
  const who = seat === undefined ? {} : { seat };
  return (await hunch.value.rules.viewState({ state, ...who })).state ?? state;
}
