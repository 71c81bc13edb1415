/** How often each face came up. */
import type { Roll } from "hunch-client";

/** The dice of one kind. */
export interface Faces {
  faces: number;
  rolled: number;
  /** How often each face came, from 1. */
  counts: number[];
}

/** Dice with more faces are too many kinds of results to be listed. */
const MOST = 20;

/** The dice of some rolls, by number of faces. Draws from a cup are left out: their chances change. */
export function facesOf(rolls: readonly Roll[]): Faces[] {
  const kinds = new Map<number, Faces>();
  for (const roll of rolls) {
    if (roll.cup.length > 0) {
      continue;
    }
    roll.faces.forEach((faces, at) => {
      const value = roll.values[at];
      if (faces > MOST || value === undefined) {
        return;
      }
      const kind = kinds.get(faces) ?? { faces, rolled: 0, counts: Array<number>(faces).fill(0) };
      kind.rolled += 1;
      kind.counts[value - 1] = (kind.counts[value - 1] ?? 0) + 1;
      kinds.set(faces, kind);
    });
  }
  return [...kinds.values()].sort((one, other) => one.faces - other.faces);
}
