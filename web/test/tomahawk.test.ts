/** What Tomahawk's moves and events name, and what the board reads from a state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "hunch-client";
import { GameMoveSchema } from "hunch-client/v1/game";
import { TomahawkCardsSchema, type TomahawkState, TomahawkStep } from "hunch-client/v1/tomahawk";
import { battlesOf, latest, turnOf, wonBy, worth } from "../src/boards/tomahawk/battles.ts";
import { counted, indian, special } from "../src/boards/tomahawk/cards.ts";
import { changedBy, placesOf } from "../src/boards/tomahawk/places.ts";
import { assertToldApart, changedIn, samplesOf } from "./sample.ts";

const samples = samplesOf<TomahawkState>("tomahawk");
const LANDS = ["plains", "forest", "mountain"] as const;

test("every move has places, and no two of a position the same", () => assertToldApart(samples, placesOf));

test("a card goes from hand to its pile", () => {
  const placing = samples.find(({ state, moves }) => state.step === TomahawkStep.PLACING && moves.length > 0)!;
  const first = placing.state.seats[placing.seat]!.pending.filter(({ card }) => card.case !== "none").length + 1;
  for (const move of placing.moves) {
    const [card, pile] = placesOf(move);
    assert.match(card!, /^hand:(\d+-\d|[a-z]+)$/);
    assert.equal(pile, `pile:${first}`);
  }
});

test("a base card that leaves is named only if there is a choice", () => {
  const choose = (specials: number[], left: { strength: number; hair: number }[]) =>
    placesOf(
      create(GameMoveSchema, {
        move: { case: "tomahawk", value: { move: { case: "choose", value: { specials, left } } } },
      }),
    );
  const [four, seven, two] = [{ strength: 4, hair: 1 }, { strength: 7, hair: 0 }, { strength: 2, hair: 0 }];
  assert.deepEqual(choose([1, 3], [four, seven]), ["dealt:manitou", "dealt:redwood", "leaves:manitou:4-1"]);
  assert.deepEqual(choose([2, 3], [two, seven]), ["dealt:soaring", "dealt:redwood"]);
});

test("each event that shows on the board names what it changed", () => {
  const changed = changedIn(samples, changedBy).join(" ");
  const kinds = ["dealt:", "side:1", "pile:1", "hand:", "row:1-1", "sought"];
  assert.deepEqual(kinds.filter((kind) => !changed.includes(kind)), []);
});

test("battles have the turns of their pile, and the rows placed in them", () => {
  const last = samples.findLast(({ state }) => state.step === TomahawkStep.ENDED)!.state;
  const battles = battlesOf(last);
  const turns = battles.map(({ pile, first, last: end }) => `${pile}: ${first}-${end}`).sort();
  assert.deepEqual(turns, [
    "1: 1-3", "1: 4-6", "2: 1-1", "2: 2-3", "2: 4-6", "3: 1-2", "3: 3-3", "3: 4-6",
    "4: 1-1", "4: 2-2", "4: 3-4", "4: 5-6",
  ]);
  assert.ok(battles.every(({ first, last: end, rows }) => rows.length === end - first + 1));
  assert.equal(latest(battles).length, 4);
  assert.equal(turnOf(last), 6);
});

test("animals won add up to the points of the state", () => {
  for (const { state } of samples) {
    const battles = battlesOf(state);
    state.seats.forEach(({ points }, seat) => {
      const won = wonBy(battles, seat);
      assert.equal(LANDS.reduce((sum, land) => sum + won[land], 0), points);
    });
  }
});

test("Redwood Heart doubles a forest and nothing else", () => {
  const cards = [special("redwood"), indian({ strength: 3, hair: 0 })];
  const row = { turn: 1, cards, faceUp: true, seenBy: [], pending: false };
  const battle = { pile: 1, first: 1, last: 1, winner: 1, rows: [row] };
  const land = { id: "", animals: 4, icon: "none" } as const;
  assert.equal(worth({ ...battle, territory: { ...land, land: "forest" } }), 8);
  assert.equal(worth({ ...battle, territory: { ...land, land: "plains" } }), 4);
});

test("a pending card is seen by its owner, and a hidden one is not drawn", () => {
  const placing = samples.filter(({ state }) => state.step === TomahawkStep.PLACING);
  const pending = placing.flatMap(({ state, seat }) => {
    const rows = battlesOf(state).flatMap((battle) => battle.rows.filter((row) => row.pending));
    return rows.map(({ cards }) => [cards[seat], cards[1 - seat]]);
  });
  assert.ok(pending.length > 0);
  assert.ok(pending.every(([own, other]) => typeof own === "object" && other === "none"));
});

test("equal cards of a hand are one, the weakest first and specials last", () => {
  const cards = [
    { card: { case: "special", value: 2 } },
    { card: { case: "indian", value: { strength: 5, hair: 1 } } },
    { card: { case: "indian", value: { strength: 5, hair: 0 } } },
    { card: { case: "indian", value: { strength: 5, hair: 0 } } },
  ] as const;
  const hand = counted(create(TomahawkCardsSchema, { cards: [...cards] }).cards);
  assert.deepEqual(
    hand.map(({ card, count }) => `${card.name} ${count}`),
    ["5-0 2", "5-1 1", "soaring 1"],
  );
});
