/** What a viewer was told: a line for each happening. */
import type { Face, Place } from "../boards/board.ts";
import type { Happening } from "hunch-client/v1/rules";

/** Something that happened. */
export interface Line {
  /** The seat that did it. Unset: chance, or the game's own course. */
  seat?: number;
  sentence: string;
  effects: string[];
  /** The places of the board that it changed. */
  places: readonly Place[];
}

/** The lines of an answer. */
export function linesOf(happenings: readonly Happening[], face: Face | undefined, state: unknown): Line[] {
  return happenings.map((one) => ({
    ...(one.seat === undefined ? {} : { seat: one.seat }),
    sentence: one.sentence,
    effects: one.effects.map((effect) => effect.sentence),
    places: placesOf(one, face, state),
  }));
}

function placesOf(happening: Happening, face: Face | undefined, state: unknown): readonly Place[] {
  if (!face) {
    return [];
  }
  const { event } = happening;
  return face.touchedBy?.(happening, state) ?? (event ? face.changedBy(event, state) : []);
}
