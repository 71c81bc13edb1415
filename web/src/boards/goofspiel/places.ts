/** Goofspiel on the wire: rounds, points and hands of a state, and the places of moves and events. */
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import type { GoofspielBid, GoofspielState } from "hunch-client/v1/goofspiel";
import type { Place } from "../board.ts";

/** A bid as the looking seat knows it. */
export type Bid = number | "hidden" | "none";

/** A finished round. */
export interface Round {
  prize: number;
  bids: readonly Bid[];
  /** The seat that took the prize. Unset: nobody. */
  winner: number | undefined;
}

/** The most cards of a hand, which is also the default. */
const MOST = 13;

/** How many cards and prizes there are. */
export function cardsOf(state: GoofspielState): number {
  return state.options?.cards || MOST;
}

/** A bid of the wire. */
export function bidOf(bid: GoofspielBid | undefined): Bid {
  if (bid?.bid.case === "card") return bid.bid.value;
  return bid?.bid.case === "hidden" ? "hidden" : "none";
}

/** The finished rounds, in order. */
export function roundsOf(state: GoofspielState): Round[] {
  return state.rounds.map(({ prize, bids, outcome }) => ({
    prize,
    bids: bids.map(bidOf),
    winner: outcome === 1 ? 0 : outcome === 2 ? 1 : undefined,
  }));
}

/** The points of a seat. */
export function pointsOf(rounds: readonly Round[], seat: number): number {
  return rounds.reduce((sum, { prize, winner }) => sum + (winner === seat ? prize : 0), 0);
}

/** The cards of a seat that are not known to be gone. */
export function left(state: GoofspielState, seat: number): number[] {
  const gone = [...roundsOf(state).map(({ bids }) => bids[seat]), bidOf(state.pending[seat])];
  return upTo(cardsOf(state)).filter((card) => !gone.includes(card));
}

/** The prizes that have not come up. */
export function toCome(state: GoofspielState): number[] {
  const up = [...state.rounds.map(({ prize }) => prize), state.prize];
  return upTo(cardsOf(state)).filter((prize) => !up.includes(prize));
}

/** The numbers from 1 to n. */
export function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, number) => number + 1);
}

/** A card in hand. */
export const inHand = (card: number): Place => `hand:${card}`;
/** The bid of a seat that lies on the table. */
export const bidBy = (seat: number): Place => `bid:${seat}`;
/** A finished round, from 1. */
export const roundAt = (round: number): Place => `round:${round}`;
export const PRIZE: Place = "prize";

/** The card to bid. */
export function placesOf(move: GameMove): readonly Place[] {
  return move.move.case === "goofspiel" ? [inHand(move.move.value.card)] : [];
}

/** The places that an event changed, in the state after it. */
export function changedBy(event: GameEvent, state: GoofspielState): readonly Place[] {
  if (event.event.case !== "goofspiel") return [];
  const happened = event.event.value.event;
  if (happened.case === "prize") return [PRIZE];
  if (happened.case === "bid") {
    const seat = state.pending.findIndex((bid) => bidOf(bid) === happened.value);
    return seat < 0 ? [] : [bidBy(seat)];
  }
  return happened.case ? [roundAt(state.rounds.length)] : [];
}
