/** What goofspiel's moves and events name, and what the board reads from a state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "hunch-client";
import { type GoofspielState, GoofspielStateSchema } from "hunch-client/v1/goofspiel";
import * as game from "../src/boards/goofspiel/places.ts";
import { assertToldApart, changedIn, samplesOf } from "./sample.ts";

const { bidOf, cardsOf, changedBy, left, placesOf, pointsOf, roundsOf, toCome } = game;

const samples = samplesOf<GoofspielState>("goofspiel");

test("every move is a card in hand, and no two of a position the same", () => {
  assertToldApart(samples, placesOf);
  for (const { state, seat, moves } of samples) {
    if (moves.length > 0) assert.deepEqual(moves.flatMap(placesOf), left(state, seat).map((card) => `hand:${card}`));
  }
});

test("each event names what it changed", () => {
  const changed = changedIn(samples, changedBy);
  for (const place of ["prize", "bid:0", "bid:1", "round:1"]) assert.ok(changed.includes(place), place);
});

const state = create(GoofspielStateSchema, {
  options: { cards: 4 },
  rounds: [
    { prize: 3, bids: [{ bid: { case: "card", value: 4 } }, { bid: { case: "hidden", value: true } }], outcome: 1 },
    { prize: 1, bids: [{ bid: { case: "card", value: 2 } }, { bid: { case: "card", value: 2 } }], outcome: 3 },
  ],
  prize: 4,
  pending: [{ bid: { case: "none", value: true } }, { bid: { case: "hidden", value: true } }],
});

test("a prize counts for the seat that took it, and a tie for nobody", () => {
  const rounds = roundsOf(state);
  assert.deepEqual([pointsOf(rounds, 0), pointsOf(rounds, 1)], [3, 0]);
  assert.deepEqual(rounds.map(({ winner }) => winner), [0, undefined]);
});

test("hands lack what is known to be gone, and the prizes to come what came up", () => {
  assert.deepEqual(left(state, 0), [1, 3]);
  assert.deepEqual(left(state, 1), [1, 3, 4]);
  assert.deepEqual(toCome(state), [2]);
});

test("thirteen cards are the default, and a missing bid is none", () => {
  assert.equal(cardsOf(create(GoofspielStateSchema)), 13);
  assert.equal(bidOf(undefined), "none");
});
