/**
 * The places of Pow Wow: "die:red" of the round, "field:A3" of the tepee, "space:12" of the track, "hand:red" of the
 * mover, "sight:red" among the cards that the mover may take, "player:2" (also the dummy), and "indian:red".
 */
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import {
  PowwowDark,
  PowwowDirection,
  type PowwowEvent,
  type PowwowMove,
  type PowwowState,
  type PowwowStone,
} from "hunch-client/v1/powwow";
import type { Place } from "../board.ts";
import { cardOf, colourOf, fieldAt, fieldName, OUT } from "./names.ts";

/** The places that a move names. */
export function placesOf(move: GameMove, state: PowwowState): readonly Place[] {
  return move.move.case === "powwow" ? placesOfOwn(move.move.value, state) : [];
}

function placesOfOwn({ move }: PowwowMove, state: PowwowState): readonly Place[] {
  switch (move.case) {
    case "choose":
      return [`die:${colourOf(move.value)}`];
    case "stone":
      return placesOfStone(move.value, state);
    case "reroll":
      return ["say:reroll"];
    case "give":
      return [`hand:${cardOf(move.value.card)}`, `player:${move.value.other}`];
    case "take":
      return [`sight:${cardOf(move.value)}`];
    default:
      return [];
  }
}

/** The field, and where the Indian goes if the mover chooses that. */
function placesOfStone(stone: PowwowStone, state: PowwowState): readonly Place[] {
  const field = `field:${fieldName(stone.segment, stone.ring)}`;
  return hasChoice(stone, state) ? [field, `space:${goalOf(stone, state)}`] : [field];
}

/** Whether a move in the other direction is legal, too: the field is dark and the Indian is far enough for it. */
function hasChoice(stone: PowwowStone, state: PowwowState): boolean {
  const { number, dark } = fieldAt(stone.segment, stone.ring);
  return dark && state.options?.dark !== PowwowDark.BACK && placeOf(stone, state) >= number;
}

/** The space to which the Indian goes: 0 is the start, one more than the last space is off the track. */
function goalOf(stone: PowwowStone, state: PowwowState): number {
  const { number } = fieldAt(stone.segment, stone.ring);
  const way = stone.direction === PowwowDirection.BACK ? -number : number;
  return Math.min(OUT, placeOf(stone, state) + way);
}

function placeOf(stone: PowwowStone, state: PowwowState): number {
  return state.places[stone.colour - 1] ?? 0;
}

/** The places that an event changed. The state is that after it. */
export function changedBy(event: GameEvent, state: PowwowState): readonly Place[] {
  return event.event.case === "powwow" ? changedByOwn(event.event.value, state) : [];
}

function changedByOwn({ event }: PowwowEvent, state: PowwowState): readonly Place[] {
  switch (event.case) {
    case "roll":
      return [...new Set(event.value.dice.map((colour) => `die:${colourOf(colour)}`))];
    case "choose":
      return [`die:${colourOf(event.value)}`];
    case "stone":
      return [`field:${fieldName(event.value.segment, event.value.ring)}`, `indian:${colourOf(event.value.colour)}`];
    case "reroll":
    case "die":
      return [`player:${state.mover}`];
    case "give":
      return [`player:${state.mover}`, `player:${event.value.other}`];
    case "take":
      return lastExchange(state);
    case "winner":
      return [`player:${event.value}`];
    default:
      return [];
  }
}

function lastExchange(state: PowwowState): readonly Place[] {
  const last = state.exchanges.at(-1);
  return last ? [`player:${last.seat}`, `player:${last.other}`] : [];
}
