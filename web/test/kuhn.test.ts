/** What Kuhn poker's moves and events name, and what is in the pot. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KuhnState } from "hunch-client/v1/kuhn";
import { changedBy, handOf, placesOf } from "../src/boards/kuhn/places.ts";
import { type Hand, stakesOf, winnerOf } from "../src/boards/poker/hand.ts";
import { assertToldApart, changedIn, samplesOf } from "./sample.ts";

const samples = samplesOf<KuhnState>("kuhn");

test("every move is said, and no two of a position alike", () => {
  assertToldApart(samples, placesOf);
  const said = new Set(samples.flatMap(({ moves }) => moves.flatMap(placesOf)));
  assert.deepEqual([...said].sort(), ["say:bet", "say:call", "say:check", "say:fold"]);
});

test("an action changes the stake of the seat that acted, and a deal its card", () => {
  const changed = ["card:0", "card:0 card:1", "card:1", "stake:0", "stake:1"];
  assert.deepEqual(changedIn(samples, changedBy), changed);
});

const hand = (cards: Hand["cards"], actions: Hand["rounds"][0]["actions"], shown: boolean): Hand => ({
  cards,
  rounds: [{ bet: 1, actions }],
  shown,
});

test("the pot holds the antes, the bet and the call", () => {
  assert.deepEqual(stakesOf(hand(["hidden", 3], [], false)), [1, 1]);
  assert.deepEqual(stakesOf(hand(["hidden", 3], ["check", "bet"], false)), [1, 2]);
  assert.deepEqual(stakesOf(hand(["hidden", 3], ["check", "bet", "call"], false)), [2, 2]);
});

test("the higher card wins, or the player who did not fold", () => {
  assert.equal(winnerOf(hand([1, "hidden"], ["bet", "fold"], false)), 0);
  assert.equal(winnerOf(hand([1, "hidden"], ["check", "bet", "fold"], false)), 1);
  assert.equal(winnerOf(hand([1, 3], ["bet", "call"], true)), 1);
  assert.equal(winnerOf(hand([1, "hidden"], ["bet"], false)), undefined);
});

test("a state of the wire is the hand of the table", () => {
  const last = samples.at(-1)!.state;
  assert.equal(handOf(last).rounds[0]?.actions.length, last.moves.length);
});
