/** What Leduc poker's moves and events name, and what is in the pot. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LeducState } from "hunch-client/v1/leduc";
import { changedBy, handOf, placesOf } from "../src/boards/leduc/places.ts";
import { type Hand, stakesOf, winnerOf } from "../src/boards/poker/hand.ts";
import { assertToldApart, changedIn, samplesOf } from "./sample.ts";

const samples = samplesOf<LeducState>("leduc");

test("every move is said, and no two of a position alike", () => assertToldApart(samples, placesOf));

test("each event names what it changed", () => {
  const changed = ["board", "card:0", "card:0 card:1", "card:1", "stake:0", "stake:1"];
  assert.deepEqual(changedIn(samples, changedBy), changed);
  assert.ok(samples.every(({ event, after }) => !event || !after || changedBy(event, after).length > 0));
});

const hand = (first: Hand["rounds"][0]["actions"], second: Hand["rounds"][0]["actions"]): Hand => ({
  cards: [1, 3],
  rounds: [
    { bet: 2, actions: first },
    { bet: 4, actions: second },
  ],
  board: 1,
  shown: true,
});

test("bets are 2, then 4, and a raise matches the bet and adds as much", () => {
  assert.deepEqual(stakesOf(hand(["bet", "raise", "call"], [])), [5, 5]);
  assert.deepEqual(stakesOf(hand(["check", "check"], ["check", "bet"])), [1, 5]);
  assert.deepEqual(stakesOf(hand(["bet", "raise", "call"], ["bet", "raise", "call"])), [13, 13]);
});

test("a pair beats a higher card, and the player who folds loses", () => {
  assert.equal(winnerOf(hand(["check", "check"], ["check", "check"])), 0);
  assert.equal(winnerOf({ ...hand(["check", "check"], ["check", "check"]), board: 2 }), 1);
  assert.equal(winnerOf({ ...hand([], []), cards: [2, 2] }), "both");
  assert.equal(winnerOf(hand(["check", "check"], ["bet", "fold"])), 0);
});

test("a state of the wire is the hand of the table", () => {
  const { state } = samples.at(-1)!;
  assert.equal(handOf(state).board, state.board || "none");
});
