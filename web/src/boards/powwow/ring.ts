/** Where the parts of the track and of the tepee are drawn: a square picture around one centre. */
import { OUT } from "./names.ts";

/** Half the side of the picture, and its centre. */
export const CENTRE = 380;
/** Radii of the inner and the outer edge of the track. */
export const TRACK = [290, 352] as const;
/** Radius of the corners of the tepee's middle. */
const HUB = 36;
/** How much farther out the corners of a ring of the tepee are than those of the ring within it. */
const RING = 47;
/** Half the angle of a segment of the tepee, in degrees. */
const HALF = 36;
/** How far the middle of a side is from the centre, as a share of the radius of the corners. */
const SIDE = Math.cos((HALF * Math.PI) / 180);
/** Spaces of the track, with two more for the start and two for the end. */
const SLOTS = OUT + 3;

/** A point by its angle in degrees, clockwise from the top, and its radius. */
export function point(angle: number, radius: number): [number, number] {
  const turned = ((angle - 90) * Math.PI) / 180;
  return [rounded(CENTRE + radius * Math.cos(turned)), rounded(CENTRE + radius * Math.sin(turned))];
}

/** The outline of a part of a ring, from one radius and angle to another, as an SVG path. */
export function sector([inner, outer]: readonly [number, number], [from, to]: readonly [number, number]): string {
  const far = to - from > 180 ? 1 : 0;
  const [a, b, c, d] = [point(from, outer), point(to, outer), point(to, inner), point(from, inner)];
  return `M${a} A${outer} ${outer} 0 ${far} 1 ${b} L${c} A${inner} ${inner} 0 ${far} 0 ${d} Z`;
}

/** The angles at which a space of the track begins and ends: 0 is the start. */
export function anglesOf(space: number): [number, number] {
  const slot = 360 / SLOTS;
  if (space === 0) {
    return [0, 2 * slot];
  }
  return space >= OUT ? [360 - 2 * slot, 360] : [(space + 1) * slot, (space + 2) * slot];
}

/** Where an Indian stands that is the given one of those on its space. */
export function standing(space: number, index: number): [number, number] {
  const [from, to] = anglesOf(space);
  const wide = space === 0 || space >= OUT;
  if (!wide) {
    return point((from + to) / 2, 308 - 31 * index);
  }
  return point(from + ((to - from) * (1 + 2 * (index % 2))) / 4, 331 - 40 * Math.floor(index / 2));
}

/** The outline of a field of the tepee, a part of a ring with five straight sides. Ring 1 is next to the middle. */
export function fieldOutline(segment: number, ring: number): string {
  const [from, to] = [segment * 2 * HALF - HALF, segment * 2 * HALF + HALF];
  const [inner, outer] = [HUB + (ring - 1) * RING, HUB + ring * RING];
  return `M${point(from, outer)} L${point(to, outer)} L${point(to, inner)} L${point(from, inner)} Z`;
}

/** The outline of the middle of the tepee. */
export function hubOutline(): string {
  const corners = [0, 1, 2, 3, 4].map((corner) => point((2 * corner + 1) * HALF, HUB));
  return `M${corners.join(" L")} Z`;
}

/** The middle of a field of the tepee. Ring 0 is the middle of the tepee, where stones begin; 6 is outside. */
export function fieldPoint(segment: number, ring: number): [number, number] {
  return point(segment * 2 * HALF, ring === 0 ? 18 : SIDE * (HUB + (ring - 0.5) * RING));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
