/** What a value means to a person. */

/** How a game counts. */
export interface Scale {
  seats: number;
  /** True: a value says how many games are won. False: it is a lead in points, as a share of the most there can be. */
  wins: boolean;
}

/** A value in games won of a hundred, or a hundred times the lead if the game counts points. */
export function ofHundred(value: number, scale: Scale): number {
  if (!scale.wins) {
    return 100 * value;
  }
  const least = -1 / Math.max(scale.seats - 1, 1);
  return clamp((100 * (value - least)) / (1 - least), 0, 100);
}

/** A standard error on the same scale. */
export function errorOfHundred(error: number, scale: Scale): number {
  return scale.wins ? (100 * error) / (1 + 1 / Math.max(scale.seats - 1, 1)) : 100 * error;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
