/** How picked places become a move. */
import type { Place } from "../boards/board.ts";

/** A move, and the places that it names. */
export interface Named<Move> {
  move: Move;
  places: readonly Place[];
}

/** Begins the name of a place that is a button beside the board. */
export const SAID = "say:";

/** The moves that name every picked place. */
export function matching<Move>(moves: readonly Named<Move>[], picked: readonly Place[]): Named<Move>[] {
  return moves.filter((one) => picked.every((place) => one.places.includes(place)));
}

/** The moves that name the picked places and no others. */
export function complete<Move>(moves: readonly Named<Move>[], picked: readonly Place[]): Named<Move>[] {
  return matching(moves, picked).filter((one) => new Set(one.places).size === picked.length);
}

/** The places that can be picked next. */
export function open<Move>(moves: readonly Named<Move>[], picked: readonly Place[]): Set<Place> {
  const places = matching(moves, picked).flatMap((one) => one.places);
  return new Set(places.filter((place) => !picked.includes(place)));
}
