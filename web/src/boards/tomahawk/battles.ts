/** What lies on the four piles of Tomahawk, battle by battle. */
import type { TomahawkRow, TomahawkState } from "hunch-client/v1/tomahawk";
import { type Card, cardOf, type Land, PILES, type Territory, territory } from "./cards.ts";

/** The number of turns of a game. */
export const TURNS = 6;

/** Two cards that face each other. */
export interface Row {
  turn: number;
  /** By seat. */
  cards: readonly Card[];
  faceUp: boolean;
  seenBy: readonly number[];
  /** The turn goes on: the cards can only be those that their owner sees. */
  pending: boolean;
}

/** A territory and the cards that fight for it. */
export interface Battle {
  pile: number;
  territory: Territory;
  first: number;
  last: number;
  /** The seat that won it, "tie", or nothing while it goes on. */
  winner: number | "tie" | undefined;
  rows: readonly Row[];
}

/** The turn that is played: 1 to 6. */
export function turnOf(state: TomahawkState): number {
  return Math.min(state.turnsFinished + 1, TURNS);
}

/** All battles so far, in the order in which their territories came up. */
export function battlesOf(state: TomahawkState): Battle[] {
  return state.territories.map(({ pile, tile, result }, number) => {
    const lengths = PILES[pile - 1] ?? [];
    const before = state.territories.slice(0, number).filter((one) => one.pile === pile).length;
    const first = 1 + lengths.slice(0, before).reduce((sum, length) => sum + length, 0);
    const last = first + (lengths[before] ?? 1) - 1;
    const winner = result === 0 ? undefined : result === 3 ? "tie" : result - 1;
    return { pile, territory: territory(tile), first, last, winner, rows: rowsOf(state, pile, first, last) };
  });
}

function rowsOf(state: TomahawkState, pile: number, first: number, last: number): Row[] {
  const placed = state.rows.filter((row) => row.pile === pile && row.turn >= first && row.turn <= last).map(rowOf);
  const turn = turnOf(state);
  const cards = state.seats.map(({ pending }) => known(pending[pile - 1]));
  const isPending = turn >= first && turn <= last && cards.some((card) => card !== "none");
  if (!isPending || placed.some((row) => row.turn === turn)) return placed;
  return [...placed, { turn, cards, faceUp: false, seenBy: [], pending: true }];
}

function rowOf({ turn, cards, faceUp, seenBy }: TomahawkRow): Row {
  return { turn, cards: cards.map(cardOf), faceUp, seenBy, pending: false };
}

/** A pending card. A hidden one may not have been placed yet, so it is not drawn. */
function known(card: Parameters<typeof cardOf>[0] | undefined): Card {
  const read = card ? cardOf(card) : "none";
  return read === "hidden" ? "none" : read;
}

/** The latest battle of each pile. */
export function latest(battles: readonly Battle[]): (Battle | undefined)[] {
  return PILES.map((_, pile) => battles.filter((battle) => battle.pile === pile + 1).at(-1));
}

/** The animals of a territory, doubled if Redwood Heart fought in a forest. */
export function worth({ territory: { land, animals }, rows }: Battle): number {
  const isRedwood = (card: Card) => typeof card === "object" && card.special === "redwood";
  const redwood = rows.some(({ cards }) => cards.some(isRedwood));
  return land === "forest" && redwood ? 2 * animals : animals;
}

/** The animals that a seat has won, by land. */
export function wonBy(battles: readonly Battle[], seat: number): Record<Land, number> {
  const won = { plains: 0, forest: 0, mountain: 0 };
  for (const battle of battles) if (battle.winner === seat) won[battle.territory.land] += worth(battle);
  return won;
}
