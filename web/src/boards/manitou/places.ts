/** The places that Big Manitou's moves and events name. */
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import type { ManitouEvent, ManitouMove, ManitouPlay, ManitouState } from "hunch-client/v1/manitou";
import type { Place } from "../board.ts";
import { cardOf, tileOf } from "./cards.ts";
import { laidBy } from "./seats.ts";

/** A card that can be selected for a hunt. */
export const inPool = (name: string): Place => `pool:${name}`;
/** A card in hand; a pair of heroes is one place. */
export const inHand = (name: string): Place => `hand:${name}`;
/** A ground, or 0: put aside. */
export const groundAt = (ground: number): Place => (ground ? `ground:${ground}` : "aside");
/** A card that a seat has laid. */
export const laidAt = (seat: number, name: string): Place => `laid:${seat}:${name}`;
/** Equal tiles on a ground. */
export const prize = (ground: number, tile: string): Place => `prize:${ground}:${tile}`;
/** Equal tiles that a seat owns. */
export const ownTile = (seat: number, tile: string): Place => `tile:${seat}:${tile}`;
/** All that stands beside a player's name. */
export const seatAt = (seat: number): Place => `seat:${seat}`;

/** A card and where it goes, a tile, or what is said. */
export function placesOf(move: GameMove, state: ManitouState): readonly Place[] {
  return move.move.case === "manitou" ? named(move.move.value.move, state) : [];
}

function named({ case: kind, value }: ManitouMove["move"], state: ManitouState): Place[] {
  switch (kind) {
    case "select":
      return [inPool(cardOf(value).name)];
    case "play":
      return [inHand(nameOf(value)), groundAt(value.ground)];
    case "ride":
      return [laidAt(state.turn, nameOf(value)), groundAt(value.ground)];
    case "pay":
      return [ownTile(state.turn, tileOf(value).name)];
    case "take":
      return [prize(state.share?.ground ?? 0, tileOf(value).name)];
    case "decline":
    case "stay":
      return [`say:${kind}`];
    default:
      return [];
  }
}

function nameOf({ card }: ManitouPlay): string {
  return card ? cardOf(card).name : "";
}

/** The places that an event changed, in the state after it. */
export function changedBy(event: GameEvent, state: ManitouState): readonly Place[] {
  return event.event.case === "manitou" ? changed(event.event.value.event, state) : [];
}

function changed({ case: kind, value }: ManitouEvent["event"], state: ManitouState): Place[] {
  switch (kind) {
    case "move":
      return moved(value.move, state);
    case "tile":
      return laidOut(state, tileOf(value).name);
    case "draw":
      return [value.card ? inHand(cardOf(value.card).name) : seatAt(value.seat)];
    default:
      return [];
  }
}

/** A tile that was taken or paid lies with others of its kind, and nothing shows which it was. */
function moved({ case: kind, value }: ManitouMove["move"], state: ManitouState): Place[] {
  if (kind === "select") return [inPool(cardOf(value).name)];
  if (kind !== "play" && kind !== "ride") return [];
  const mover = state.seats.findIndex((own) => {
    const cards = laidBy(own);
    const card = kind === "play" ? cards.at(-1) : cards.find(({ name }) => name === nameOf(value));
    return card?.card.name === nameOf(value) && card.ground === value.ground;
  });
  const card = laidBy(state.seats[mover] ?? state.seats[0]!).findLast((one) => one.card.name === nameOf(value));
  return mover < 0 || !card ? [groundAt(value.ground)] : [card.ground ? laidAt(mover, card.name) : groundAt(0)];
}

/** The ground to which the last tile was added: the last that has any. */
function laidOut({ grounds }: ManitouState, name: string): Place[] {
  const ground = grounds.findLastIndex(({ tiles }) => tiles.length > 0) + 1;
  return ground ? [prize(ground, name)] : [];
}
