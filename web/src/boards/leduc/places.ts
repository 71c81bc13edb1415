/** Leduc poker on the wire: the hand of a state, and the places of moves and events. */
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import type { LeducAction, LeducCard, LeducState } from "hunch-client/v1/leduc";
import type { Place } from "../board.ts";
import { type Action, type Card, type Hand, lastActor } from "../poker/hand.ts";

const ACTIONS: Record<LeducAction, Action> = { 0: "check", 1: "check", 2: "bet", 3: "raise", 4: "fold", 5: "call" };

/** What the table shows. */
export function handOf(state: LeducState): Hand {
  const rounds = [
    { bet: 2, actions: state.firstRound.map((action) => ACTIONS[action]) },
    { bet: 4, actions: state.secondRound.map((action) => ACTIONS[action]) },
  ];
  const cards = state.cards.map((card, seat) => (seat < state.dealt ? cardOf(card) : "none"));
  return { cards, rounds, board: state.board || "none", shown: state.shown };
}

function cardOf({ card }: LeducCard): Card {
  return card.case === "rank" ? card.value : card.case === "hidden" ? "hidden" : "none";
}

/** Every move is said. */
export function placesOf(move: GameMove): readonly Place[] {
  return move.move.case === "leduc" ? [`say:${ACTIONS[move.move.value.action]}`] : [];
}

/** The places that an event changed, in the state after it. */
export function changedBy(event: GameEvent, state: LeducState): readonly Place[] {
  if (event.event.case !== "leduc") return [];
  const happened = event.event.value.event;
  if (happened.case === "deal") return [`card:${happened.value.seat}`];
  if (happened.case === "board") return ["board"];
  if (happened.case === "show") return ["card:0", "card:1"];
  const seat = lastActor([state.firstRound, state.secondRound]);
  return happened.case === "action" && seat !== undefined ? [`stake:${seat}`] : [];
}
