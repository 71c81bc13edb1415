/** What a value means to a person. */
import type { GameInfo } from "hunch-client/v1/rules";
import { seatsOf, type Chosen } from "./games.ts";

/** How a game counts. */
export interface Scale {
  /** "wins": games won of a hundred. "points": the lead in points. "lead": the lead in hundredths of the most there is. */
  kind: "wins" | "points" | "lead";
  /** What a payoff of 1 is more than one of 0, on this scale. */
  unit: number;
  /** What a payoff of 0 is. */
  zero: number;
}

/** For two, to win. */
export const WINS: Scale = { kind: "wins", unit: 50, zero: 50 };

/** How a game with these options counts. */
export function scaleOf(info: GameInfo | undefined, chosen: Chosen): Scale {
  if (!info) {
    return WINS;
  }
  if (chosen["payoff"] === "margin") {
    return { kind: "lead", unit: 100, zero: 0 };
  }
  if (info.unit !== 1) {
    return { kind: "points", unit: info.unit, zero: 0 };
  }
  const least = -1 / Math.max(seatsOf(info, chosen) - 1, 1);
  const unit = 100 / (1 - least);
  return { kind: "wins", unit, zero: -least * unit };
}

/** A value on the scale. */
export function onScale(value: number, scale: Scale): number {
  const shown = scale.zero + scale.unit * value;
  return scale.kind === "wins" ? Math.min(Math.max(shown, 0), 100) : shown;
}

/** A difference or an error on the scale. */
export function spanOnScale(span: number, scale: Scale): number {
  return scale.unit * span;
}

/** The least and the most that the scale can show. */
export function rangeOf(scale: Scale): [number, number] {
  return scale.kind === "wins" ? [0, 100] : [-scale.unit, scale.unit];
}

/** Digits after the point that make sense beside an error of that size. */
export function digitsFor(error: number): number {
  return error < 0.1 ? 2 : error < 1 ? 1 : 0;
}
