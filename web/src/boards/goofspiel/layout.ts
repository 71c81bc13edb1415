/** How the board of goofspiel is laid out: its width, how many cards of the hand stand in a row, and scales. */
export interface Layout {
  width: number;
  row: number;
  hand: number;
  table: number;
}

export const NARROW: Layout = { width: 352, row: 7, hand: 0.62, table: 0.78 };
export const WIDE: Layout = { width: 760, row: 13, hand: 0.76, table: 0.9 };
/** From this width in pixels on, the wide layout is used. */
export const ENOUGH = 700;
