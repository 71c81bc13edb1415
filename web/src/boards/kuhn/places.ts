/** Kuhn poker on the wire: the hand of a state, and the places of moves and events. */
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import type { KuhnAction, KuhnCard, KuhnState } from "hunch-client/v1/kuhn";
import type { Place } from "../board.ts";
import { type Action, type Card, type Hand, lastActor } from "../poker/hand.ts";

const ACTIONS: Record<KuhnAction, Action> = { 0: "check", 1: "check", 2: "bet", 3: "fold", 4: "call" };

/** What the table shows. */
export function handOf(state: KuhnState): Hand {
  const actions = state.moves.map((action) => ACTIONS[action]);
  const cards = state.cards.map((card, seat) => (seat < state.dealt ? cardOf(card) : "none"));
  return { cards, rounds: [{ bet: 1, actions }], shown: state.shown };
}

function cardOf({ card }: KuhnCard): Card {
  return card.case === "rank" ? card.value : card.case === "hidden" ? "hidden" : "none";
}

/** Every move is said. */
export function placesOf(move: GameMove): readonly Place[] {
  return move.move.case === "kuhn" ? [`say:${ACTIONS[move.move.value.action]}`] : [];
}

/** The places that an event changed, in the state after it. */
export function changedBy(event: GameEvent, state: KuhnState): readonly Place[] {
  if (event.event.case !== "kuhn") return [];
  const happened = event.event.value.event;
  if (happened.case === "deal") return [`card:${happened.value.seat}`];
  if (happened.case === "show") return ["card:0", "card:1"];
  const seat = lastActor([state.moves]);
  return happened.case === "action" && seat !== undefined ? [`stake:${seat}`] : [];
}
