/** What Big Manitou's moves and events name, and what the board reads from a state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "hunch-client";
import { GameEventSchema, GameMoveSchema } from "hunch-client/v1/game";
import { type ManitouState, ManitouStateSchema, ManitouStep } from "hunch-client/v1/manitou";
import { beats, HEROES, losesTo, selects } from "../src/boards/manitou/cards.ts";
import { changedBy, placesOf } from "../src/boards/manitou/places.ts";
import { handSize, laidBy, poolOf, scoresOf, totalOn } from "../src/boards/manitou/seats.ts";
import { assertToldApart, changedIn, samplesOf } from "./sample.ts";

const samples = samplesOf<ManitouState>("manitou");

test("every move has places, and no two of a position the same", () => assertToldApart(samples, placesOf));

test("each kind of move names its kind of place", () => {
  const named = new Set(
    samples
      .flatMap(({ moves, state }) => moves.flatMap((move) => placesOf(move, state)))
      .map((place) => place.split(":")[0]),
  );
  assert.deepEqual([...named].sort(), ["ground", "hand", "laid", "pool", "prize", "say", "tile"]);
});

test("moves name cards and tiles that are there", () => {
  for (const { state, seat, moves } of samples) {
    const own = state.seats[seat]!;
    const laid = laidBy(own).map(({ name }) => `laid:${seat}:${name}`);
    const pool = poolOf(own).flatMap(({ kind, count }) => (count > 0 ? [`pool:${kind.name}`] : []));
    for (const place of moves.flatMap((move) => placesOf(move, state))) {
      if (place.startsWith("laid:")) assert.ok(laid.includes(place), place);
      if (place.startsWith("pool:")) assert.ok(pool.includes(place), place);
      if (place.startsWith("tile:")) assert.ok(place.startsWith(`tile:${seat}:`), place);
    }
  }
});

test("each event that shows on the board names what it changed", () => {
  const changed = changedIn(samples, changedBy).join(" ");
  for (const kind of ["pool:", "prize:", "hand:", "laid:"]) assert.ok(changed.includes(kind), kind);
});

test("a card that another draws is named by the player", () => {
  const draw = { event: { case: "draw", value: { seat: 2 } } } as const;
  const event = create(GameEventSchema, { event: { case: "manitou", value: draw } });
  assert.deepEqual(changedBy(event, samples[0]!.state), ["seat:2"]);
});

test("a card put aside is named by that place", () => {
  const play = { card: { card: { case: "hero", value: 1 } }, ground: 0 } as const;
  const move = create(GameMoveSchema, { move: { case: "manitou", value: { move: { case: "play", value: play } } } });
  assert.deepEqual(placesOf(move, samples[0]!.state), ["hand:chief", "aside"]);
});

test("pairs, cylinders and most tomahawks are points", () => {
  const worth: Record<string, number | boolean> = { bison: 3, tipi: 2, tomahawk: true };
  const tiles = (...sorts: string[]) => ({
    tiles: sorts.map((sort) => ({ tile: { case: sort, value: worth[sort] } as never })),
  });
  const state = create(ManitouStateSchema, {
    seats: [tiles("bison", "tipi", "tomahawk"), tiles("tomahawk", "tomahawk"), tiles()],
    brown: { holder: { case: "seat", value: 2 } },
    white: { holder: { case: "nobody", value: true } },
  });
  assert.deepEqual(scoresOf(state).map(({ total }) => total), [2, 1, 1]);
  state.seats[0]!.tiles.push(...state.seats[1]!.tiles.slice(0, 1));
  assert.deepEqual(scoresOf(state).map(({ total }) => total), [2, 0, 1], "two with most tomahawks get nothing");
});

test("hunters count with the bonus of tomahawks, heroes do not", () => {
  const laid = [{ hunter: 7 }, { hero: 1 }, { hunter: 2 }].map((card, number) => ({
    card: { card: { case: Object.keys(card)[0], value: Object.values(card)[0] } as never },
    ground: number === 2 ? 2 : 1,
  }));
  const seat = create(ManitouStateSchema, { seats: [{ laid, bonus: 2 }] }).seats[0]!;
  assert.deepEqual([1, 2, 3].map((ground) => totalOn(seat, ground)), [9, 4, undefined]);
});

test("a hero that beats another is one that the other loses to", () => {
  assert.deepEqual(beats("chief"), ["sorcerer", "rainmaker", "scout"]);
  for (const hero of HEROES) assert.equal(beats(hero).length + losesTo(hero).length, HEROES.length - 1);
});

test("the first seat of a hunt selects most cards, the dealer fewest", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => selects(4, 1, seat)), [7, 9, 8, 8]);
});

test("a hidden hand has as many cards as were drawn and not laid", () => {
  const hidden = { hand: { hidden: true }, drawn: 4, laid: [{ ground: 1 }] };
  const seat = create(ManitouStateSchema, { seats: [hidden] }).seats[0]!;
  assert.equal(handSize(seat, ManitouStep.PLAY), 3);
  assert.equal(handSize(seat, ManitouStep.PAY), 0);
});
