/** The places that Tomahawk's moves and events name. */
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import type { TomahawkEvent, TomahawkKept, TomahawkState } from "hunch-client/v1/tomahawk";
import type { Place } from "../board.ts";
import { type Card, cardOf, indian, leaving, type Special, specialOf } from "./cards.ts";

/** A card in hand; cards of one strength and hair are one place. */
export const inHand = (card: Card): Place => `hand:${typeof card === "object" ? card.name : card}`;
/** A special that was dealt. */
export const dealt = (special: Special): Place => `dealt:${special}`;
/** A base card that may leave for a special. */
export const leaves = (special: Special, name: string): Place => `leaves:${special}:${name}`;
export const pileAt = (pile: number): Place => `pile:${pile}`;
/** Two cards that face each other. */
export const rowAt = (turn: number, pile: number): Place => `row:${turn}-${pile}`;
/** All that stands beside a player's name. */
export const side = (seat: number): Place => `side:${seat}`;
export const SOUGHT: Place = "sought";

/** A card and its pile, or the specials to keep; with the base card that leaves, if there is more than one kind. */
export function placesOf(move: GameMove): readonly Place[] {
  if (move.move.case !== "tomahawk") return [];
  const action = move.move.value.move;
  if (action.case === "choose") return choice(action.value);
  if (action.case !== "place") return [];
  return [inHand(action.value.card ? cardOf(action.value.card) : "none"), pileAt(action.value.pile)];
}

function choice({ specials, left }: TomahawkKept): Place[] {
  const kept = specials.map(specialOf);
  const named = kept.flatMap((special, number) => {
    const gone = left[number];
    return gone && leaving(special).length > 1 ? [leaves(special, indian(gone).name)] : [];
  });
  return [...kept.map(dealt), ...named];
}

/** The places that an event changed, in the state after it. */
export function changedBy(event: GameEvent, state: TomahawkState): readonly Place[] {
  return event.event.case === "tomahawk" ? changed(event.event.value.event, state) : [];
}

function changed({ case: kind, value }: TomahawkEvent["event"], state: TomahawkState): Place[] {
  switch (kind) {
    case "deal":
      return value.specials?.hidden ? [side(value.seat)] : (value.specials?.specials ?? []).map(specialOf).map(dealt);
    case "choose":
      return choice(value);
    case "seek":
      return [SOUGHT];
    case "open":
    case "take":
      return [pileAt(value.pile)];
    case "draw":
      return [value.card?.card.case === "hidden" || !value.card ? side(value.seat) : inHand(cardOf(value.card))];
    case "place":
      return [rowAt(state.turnsFinished + 1, value.pile)];
    case "show":
      return [rowAt(value.turn, value.pile)];
    case "look":
      return lookedAt(state, value.seat);
    default:
      return [];
  }
}

/** The rows of the last turn that a seat has seen face down. */
function lookedAt({ rows }: TomahawkState, seat: number): Place[] {
  const last = Math.max(...rows.map(({ turn }) => turn));
  return rows
    .filter(({ turn, faceUp, seenBy }) => turn === last && !faceUp && seenBy.includes(seat))
    .map(({ turn, pile }) => rowAt(turn, pile));
}
