/** What the colours, cards and fields of Pow Wow are called in the names of places. */
import { PowwowCard, PowwowColour } from "hunch-client/v1/powwow";
import table from "./table.json" with { type: "json" };

/** The colours in their order on the wire, from 1. */
export const COLOURS = ["red", "orange", "yellow", "green", "blue", "white"] as const;

/** A colour by its word. */
export type Colour = (typeof COLOURS)[number];

/** The letters of the tepee's segments, in their order. */
export const SEGMENTS = "ABCDE";

/** The space after the last one of the track: an Indian that stands there has left it. */
export const OUT = table.spaces + 1;

/** The word of a colour of the wire. */
export function colourOf(colour: PowwowColour): Colour | undefined {
  return COLOURS[colour - 1];
}

/** The word of a card: a colour, "powwow", or nothing for a card that is hidden or not dealt. */
export function cardOf(card: PowwowCard): Colour | "powwow" | undefined {
  return card === PowwowCard.POW_WOW ? "powwow" : COLOURS[card - 1];
}

/** A field of the tepee, such as "A3". The ring counts from 1 at the centre. */
export function fieldName(segment: number, ring: number): string {
  return `${SEGMENTS[segment]}${ring}`;
}

/** How far the number of a field leads, and whether the field is dark. */
export function fieldAt(segment: number, ring: number): { number: number; dark: boolean } {
  return table.tepee[segment]?.[ring - 1] ?? { number: 0, dark: false };
}
