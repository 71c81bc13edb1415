import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "hunch-client";
import { GameMoveSchema } from "hunch-client/v1/game";
import {
  PowwowCard,
  PowwowDark,
  PowwowDirection,
  type PowwowMove,
  type PowwowState,
  PowwowStateSchema,
} from "hunch-client/v1/powwow";
import { knownOf } from "../src/boards/powwow/knowledge.ts";
import { changedBy, placesOf } from "../src/boards/powwow/places.ts";
import { happeningsOf, positionsOf, shared } from "./packed.ts";

const POSITIONS = positionsOf("powwow");

function own(state: (typeof POSITIONS)[number]["state"]): PowwowState {
  assert.equal(state.state.case, "powwow");
  return state.state.value as PowwowState;
}

function red(segment: number, ring: number, direction: PowwowDirection) {
  return create(GameMoveSchema, {
    move: { case: "powwow", value: { move: { case: "stone", value: { colour: 1, segment, ring, direction } } } },
  });
}

test("every legal move names places, and different moves name different places", () => {
  for (const { state, moves } of POSITIONS) {
    const places = moves.map((move) => placesOf(move, own(state)));
    assert.ok(places.every((names) => names.length > 0 && names.every((name) => !name.includes("undefined"))));
    assert.deepEqual(shared(places), [], JSON.stringify(places));
  }
});

test("positions of all kinds of moves are tried", () => {
  const moves = POSITIONS.flatMap((position) => position.moves);
  const kinds = new Set(moves.map((move) => (move.move.value as PowwowMove).move.case));
  assert.deepEqual([...kinds].sort(), ["choose", "give", "reroll", "stone", "take"]);
});

test("no places of a move are part of those of another", () => {
  for (const { state, moves } of POSITIONS) {
    const places = moves.map((move) => placesOf(move, own(state)));
    for (const some of places) {
      const within = places.filter((others) => others !== some && some.every((place) => others.includes(place)));
      assert.deepEqual(within, [], some.join(" "));
    }
  }
});

test("on a dark field the goal is picked, too, if both directions are legal", () => {
  const state = create(PowwowStateSchema, { places: [2, 0, 0, 0, 0, 0] });
  assert.deepEqual(placesOf(red(0, 2, PowwowDirection.FORWARD), state), ["field:A2", "space:4"]);
  assert.deepEqual(placesOf(red(0, 2, PowwowDirection.BACK), state), ["field:A2", "space:0"]);
  assert.deepEqual(placesOf(red(0, 3, PowwowDirection.FORWARD), state), ["field:A3"]);
  assert.deepEqual(placesOf(red(1, 4, PowwowDirection.FORWARD), state), ["field:B4"]);
  state.options = { ...create(PowwowStateSchema, { options: { dark: PowwowDark.BACK } }).options! };
  assert.deepEqual(placesOf(red(0, 2, PowwowDirection.BACK), state), ["field:A2"]);
});

test("an Indian that leaves the track goes to the end", () => {
  const state = create(PowwowStateSchema, { places: [35, 0, 0, 0, 0, 0] });
  assert.deepEqual(placesOf(red(1, 4, PowwowDirection.FORWARD), state), ["field:B4", "space:37"]);
});

test("every event that all see marks what it changed", () => {
  const state = own(POSITIONS[0]!.state);
  const silent = new Set(["deal", "look", "take"]);
  for (const { event, code } of happeningsOf("powwow")) {
    assert.equal(changedBy(event!, state).length > 0, !silent.has(code.replace("_hidden", "")), code);
  }
});

test("cards of an exchange are known until they may have gone on", () => {
  const { RED, BLUE, GREEN, WHITE, HIDDEN, POW_WOW } = PowwowCard;
  const seats = [[RED, GREEN], [HIDDEN, HIDDEN], [HIDDEN, HIDDEN]].map((hand) => ({ hand }));
  const seen = { seat: 0, other: 1, given: BLUE, taken: GREEN, kept: WHITE };
  const unseen = { seat: 1, other: 2, given: HIDDEN, taken: HIDDEN, kept: HIDDEN };
  const first = knownOf(create(PowwowStateSchema, { seats, exchanges: [seen] }));
  assert.deepEqual(first[1], { sure: [BLUE, WHITE], perhaps: [] });
  const later = knownOf(create(PowwowStateSchema, { seats, exchanges: [seen, unseen] }));
  assert.deepEqual(later.slice(1, 3), [
    { sure: [], perhaps: [BLUE, WHITE] },
    { sure: [], perhaps: [BLUE, WHITE] },
  ]);
  const again = { seat: 2, other: 0, given: WHITE, taken: POW_WOW, kept: RED };
  const last = knownOf(create(PowwowStateSchema, { seats, exchanges: [seen, unseen, again] }));
  assert.deepEqual(last[2], { sure: [POW_WOW], perhaps: [BLUE] });
  assert.deepEqual(last[1], { sure: [], perhaps: [BLUE] });
});
