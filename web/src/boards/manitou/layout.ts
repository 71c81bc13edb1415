/** How the board of Big Manitou is laid out: grounds are columns, players are rows. */

export interface Layout {
  width: number;
  /** Where the columns begin, and how wide they are. */
  columns: readonly [number, number, number];
  column: number;
  /** How tall a row is, how much each further line of cards adds, and where its cards begin in it. */
  row: number;
  line: number;
  /** How many cards stand in a line. */
  inLine: number;
  cards: number;
  /** The width of a player's line. */
  info: number;
  /** Where points end, and where the counts begin and how far apart they are. */
  points: { x: number; y: number };
  counts: { x: number; y: number; pitch: number };
  /** The most letters of a name. */
  letters: number;
  /** The scale of cards on the grounds, of tiles, of cards in hand and of those to select. */
  scale: { laid: number; tile: number; hand: number; pool: number };
  /** How tall the line above is, and the strip of tiles. */
  head: number;
  strip: number;
  /** How many cards to select stand in a row. */
  poolRow: number;
}

/** For a narrow box: a player's line stands above the cards. */
export const NARROW: Layout = {
  width: 352,
  columns: [0, 119, 238],
  column: 114,
  row: 62,
  line: 32,
  inLine: 3,
  cards: 28,
  info: 352,
  points: { x: 152, y: 17 },
  counts: { x: 164, y: 5, pitch: 31.5 },
  letters: 9,
  scale: { laid: 0.56, tile: 0.76, hand: 1.25, pool: 0.95 },
  head: 43,
  strip: 52,
  poolRow: 8,
};

/** For a wide box: it stands beside them. */
export const WIDE: Layout = {
  width: 780,
  columns: [202, 396, 590],
  column: 188,
  row: 56,
  line: 44,
  inLine: 4,
  cards: 5,
  info: 196,
  points: { x: 188, y: 20 },
  counts: { x: 12, y: 31, pitch: 31 },
  letters: 12,
  scale: { laid: 0.76, tile: 1.05, hand: 1.5, pool: 1.05 },
  head: 26,
  strip: 64,
  poolRow: 15,
};

/** From this width in pixels on, the wide layout is used. */
export const ENOUGH = 700;
/** The gap between parts. */
export const GAP = 6;

