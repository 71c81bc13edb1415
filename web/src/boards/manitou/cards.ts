/** Big Manitou's cards and tiles, and how they are named. */
import type { ManitouCard, ManitouHero, ManitouTile } from "hunch-client/v1/manitou";
import table from "./table.json" with { type: "json" };

/** The heroes, in the order of the wire's numbers, which begin with 1. */
export const HEROES = ["chief", "sorcerer", "rainmaker", "scout", "squaw"] as const;
export type Hero = (typeof HEROES)[number];
/** The kinds of tiles, in the order in which they are taken. */
export const SORTS = ["bison", "tipi", "horse", "totem", "tomahawk"] as const;
export type Sort = (typeof SORTS)[number];

/** A card. */
export interface Card {
  /** "7" for a hunter, or the hero. */
  name: string;
  hero?: Hero;
  /** The number of a hunter; 0 for a hero. */
  number: number;
}

/** A tile. */
export interface Tile {
  /** "bison-2", or "horse". */
  name: string;
  sort: Sort;
  /** Its points; 0 for one without a number. */
  value: number;
}

/** Some of one kind. */
export interface Counted<Kind> {
  kind: Kind;
  count: number;
}

/** A hero of a number of the wire. */
export function heroOf(number: ManitouHero): Card {
  return hero(HEROES[number - 1] ?? "chief");
}

function hero(name: Hero): Card {
  return { name, hero: name, number: 0 };
}

function hunter(number: number): Card {
  return { name: String(number), number };
}

/** A card of the wire. */
export function cardOf({ card }: ManitouCard): Card {
  return card.case === "hero" ? heroOf(card.value) : hunter(card.value ?? 0);
}

/** A tile of the wire. */
export function tileOf({ tile }: ManitouTile): Tile {
  const sort = tile.case ?? "totem";
  const value = typeof tile.value === "number" ? tile.value : 0;
  return { name: value ? `${sort}-${value}` : sort, sort, value };
}

/** All cards of a player. */
export const POOL: readonly Counted<Card>[] = table.cards.map(({ card, number, copies }) => ({
  kind: number === undefined ? hero(card as Hero) : hunter(number),
  count: copies,
}));

/** The number of tiles of the game. */
export const TILES = table.tiles.reduce((sum, { copies }) => sum + copies, 0);

/** The heroes that a hero beats. */
export function beats(winner: Hero): readonly Hero[] {
  return HEROES.filter((loser) => table.beats.some(([first, second]) => first === winner && second === loser));
}

/** The heroes that a hero loses to. */
export function losesTo(loser: Hero): readonly Hero[] {
  return HEROES.filter((winner) => beats(winner).includes(loser));
}

/** The numbers of hunts for these players. */
export function huntsOf(players: number): number {
  return rules(players)?.hunts ?? 0;
}

/** How many cards a seat selects for a hunt, which begins with another seat each time. */
export function selects(players: number, hunt: number, seat: number): number {
  const turn = (seat - (hunt % players) + players) % players;
  return rules(players)?.select[turn] ?? 0;
}

/** How many points a cylinder is, and most tomahawks. */
export const CYLINDER = table.cylinder;
export const TOMAHAWKS = table.tomahawks;

function rules(players: number) {
  return table.tables.find((one) => one.players === players);
}

/** Cards sorted, hunters first, equal ones together. */
export function gathered(cards: readonly Card[]): Counted<Card>[] {
  const order = POOL.map(({ kind }) => kind.name);
  return together(cards).sort((a, b) => order.indexOf(a.kind.name) - order.indexOf(b.kind.name));
}

/** Tiles sorted, equal ones together. */
export function sorted(tiles: readonly ManitouTile[]): Counted<Tile>[] {
  const rank = ({ sort, value }: Tile) => SORTS.indexOf(sort) * 100 + value;
  return together(tiles.map(tileOf)).sort((a, b) => rank(a.kind) - rank(b.kind));
}

function together<Kind extends { name: string }>(kinds: readonly Kind[]): Counted<Kind>[] {
  const first = new Map(kinds.map((kind) => [kind.name, kind]));
  return [...first.values()].map((kind) => ({ kind, count: kinds.filter(({ name }) => name === kind.name).length }));
}
