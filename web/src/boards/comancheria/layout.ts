/** Where the spaces lie in the picture of the map. Some are a little apart from their place on the printed one. */
import { AREAS } from "./names.ts";
import table from "./table.json" with { type: "json" };

/** Size of the picture. */
export const WIDTH = 1066;
export const HEIGHT = 918;
/** Radius of a round space. */
export const RADIUS = 37;

/** A point of the picture. */
export type Point = readonly [number, number];

/** A line between two spaces. */
export interface Line {
  from: string;
  to: string;
  /** "solid" for all, "dotted" not for colonial columns, "enemy" and "trade" until a card opens it. */
  line: string;
  until?: string;
}

/** Spaces that would overlap others or their lines at their true place, in percent of the printed board. */
const MOVED: Record<string, Point> = {
  BC1: [54.4, 76.2],
  BC2: [48.9, 80.8],
  RR2: [55.8, 68.8],
  ES: [65.4, 54.6],
  RG6: [27.9, 82.8],
  UA6: [41, 31.8],
  LA4: [47, 47.5],
};

/** Where the names of the territories stand. */
const TITLES: Record<string, Point> = {
  UA: [150, 62],
  LE: [338, 312],
  RR: [722, 550],
  LA: [905, 296],
  BC: [812, 806],
  RG: [170, 880],
};

const POINTS: Record<string, Point> = Object.fromEntries(
  table.spaces.map(({ space, at }) => {
    const [x = 0, y = 0] = MOVED[space] ?? at;
    return [space, [Math.round((x - 3.5) * 16.2), Math.round((y - 17.5) * 11.1)]];
  }),
);

/** The names of all spaces. */
export const SPACES: readonly string[] = table.spaces.map(({ space }) => space);

/** All lines. */
export const LINES: readonly Line[] = table.edges;

/** Where a space lies. */
export function pointOf(space: string): Point {
  return POINTS[space] ?? [0, 0];
}

/** The territory of a round space; nothing for Palo Duro, the squares and the Reservation. */
export function areaOf(space: string): string | undefined {
  const area = space.slice(0, 2);
  return (AREAS as readonly string[]).includes(area) ? area : undefined;
}

/** Where the name of a territory stands. */
export function titleAt(area: string): Point {
  return TITLES[area] ?? [0, 0];
}

/** The lines within a territory: they are drawn broad below everything, as its ground. */
export function groundOf(area: string): Line[] {
  return LINES.filter(({ from, to }) => areaOf(from) === area && areaOf(to) === area);
}
