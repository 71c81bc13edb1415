import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ComancheriaMove,
  ComancheriaScenario,
  type ComancheriaState,
  ComancheriaVerb,
} from "hunch-client/v1/comancheria";
import type { GameMove, GameState } from "hunch-client/v1/game";
import { changedBy, placesOf } from "../src/boards/comancheria/places.ts";
import { touchedBy } from "../src/boards/comancheria/touched.ts";
import { happeningsOf, positionsOf, shared } from "./packed.ts";

const POSITIONS = positionsOf("comancheria");
const HAPPENINGS = happeningsOf("comancheria");

/** Moves of these verbs may have equal places: the same goods in another number. Their sentences tell them apart. */
const NUMBERED = new Set([ComancheriaVerb.TAKE, ComancheriaVerb.DROP]);

/** Names of places, as the board draws them. */
const PLACE = new RegExp(
  [
    "^(space:([A-Z]{2}[1-6]|PD|RES|W|S|EN|ES)",
    "(camp|paraibo|mahimiana):[A-E]|band:\\d+|own:\\d+:[a-z_]+|box:[A-E]:[a-z_]+|kind:[a-z_]+",
    "(column|enemy):(north|west|south|east)|cell:(north|west|south|east|inactive):[1-6]|counter:[A-X]",
    "open:[1-3]|card:\\d+|set:[1-6]|drawn:[2-4]|ops:[0-5]|area:(UA|LE|RR|LA|BC|RG)",
    "track:(military|culture|ap|enemy_ap|operations|passage)",
    "cup|drawn|out|available|war|deck|sets|gates|period|display|say:[a-z0-9-]+)$",
  ].join("|"),
);

function own(state: GameState): ComancheriaState {
  assert.equal(state.state.case, "comancheria");
  return state.state.value as ComancheriaState;
}

function verbOf(move: GameMove): ComancheriaVerb {
  return (move.move.value as ComancheriaMove).verb;
}

test("positions of all scenarios and of all verbs are tried", () => {
  const scenarios = POSITIONS.map(({ state }) => own(state).options?.scenario);
  for (let scenario = ComancheriaScenario.ONTO_THE_PLAINS; scenario <= ComancheriaScenario.RISE_AND_FALL; scenario++) {
    assert.ok(scenarios.filter((other) => other === scenario).length >= 10, ComancheriaScenario[scenario]);
  }
  const verbs = new Set(POSITIONS.flatMap(({ moves }) => moves.map(verbOf)));
  const all = Object.values(ComancheriaVerb).filter((verb) => typeof verb === "number" && verb > 0);
  const missing = all.filter((verb) => !verbs.has(verb as ComancheriaVerb));
  assert.deepEqual(missing.map((verb) => ComancheriaVerb[verb as number]), []);
});

test("every legal move names places that the board knows", () => {
  for (const { state, moves } of POSITIONS) {
    for (const move of moves) {
      const places = placesOf(move, own(state));
      assert.ok(places.length > 0, ComancheriaVerb[verbOf(move)]);
      places.forEach((place) => assert.match(place, PLACE));
    }
  }
});

test("different moves name different places, except numbers of goods", () => {
  for (const { state, moves } of POSITIONS) {
    const places = moves.filter((move) => !NUMBERED.has(verbOf(move))).map((move) => placesOf(move, own(state)));
    assert.deepEqual(shared(places), []);
    const verbs = new Map<string, Set<ComancheriaVerb>>();
    for (const move of moves) {
      const name = placesOf(move, own(state)).join(" ");
      verbs.set(name, (verbs.get(name) ?? new Set()).add(verbOf(move)));
    }
    verbs.forEach((several, name) => assert.equal(several.size, 1, name));
  }
});

test("no places of a move are part of those of another", () => {
  for (const { state, moves } of POSITIONS) {
    const places = moves.map((move) => placesOf(move, own(state)));
    for (const some of places) {
      const longer = places.filter((other) => other.length > some.length);
      const within = longer.filter((other) => some.every((place) => other.includes(place)));
      assert.deepEqual(within, [], some.join(" "));
    }
  }
});

test("bands, goods and headmen that a move names are on the board", () => {
  for (const { state, moves } of POSITIONS) {
    const { bands, camps, enemies } = own(state);
    const places = moves.flatMap((move) => placesOf(move, own(state)));
    for (const [kind = "", which = ""] of places.map((place) => place.split(":"))) {
      if (kind === "band" || kind === "own") {
        assert.ok((bands[Number(which)]?.strength ?? 0) > 0, `${kind} ${which}`);
      } else if (kind === "camp" || kind === "box" || kind === "paraibo") {
        assert.ok(camps.find(({ letter }) => letter === which)?.space, `${kind} ${which}`);
      } else if (kind === "mahimiana") {
        assert.ok(camps.find(({ letter }) => letter === which)?.mahimiana, `${kind} ${which}`);
      } else if (kind === "column") {
        assert.ok(enemies.some(({ columnStrength }) => columnStrength > 0));
      }
    }
  }
});

/** Effects that say why something happens, or what a die means, and move nothing. */
const TALK = new Set(
  (
    "held battle_six battle_one battle_won battle_lost more_none more_one more_two guns_hit guns_spent peace_kept " +
    "headman_may headman_one headman_none lives dies noticed unnoticed row_empty land_next executes executes_free " +
    "executes_card executes_drawn instead instead_recover phase_war phase_turn phase_cleanup passage_must passage_alone " +
    "enemy_spends enemy_stops enemy_free column_busy no_bison no_effect column_stays column_blind raid_fails met unmet " +
    "emptied won lost unchosen paraibo_new pays_for " +
    "done operate next collect take hunt raid trade ride pay fight yield attempt pray restore convert amount play"
  ).split(" "),
);

test("whatever an event moves on a printed board is marked", () => {
  const state = own(POSITIONS[0]!.state);
  const seen = new Set<string>();
  for (const happening of HAPPENINGS) {
    touchedBy(happening, state).forEach((place) => assert.match(place, PLACE));
    for (const effect of happening.effects) {
      seen.add(effect.code);
      const alone = { ...happening, event: undefined, effects: [effect] } as unknown as typeof happening;
      assert.ok(TALK.has(effect.code) || touchedBy(alone, state).length > 0, effect.code);
    }
  }
  assert.ok(seen.size > 80, `only ${seen.size} kinds of effects`);
});

test("an event of chance marks what it is about", () => {
  const state = own(POSITIONS[0]!.state);
  for (const { event, code } of HAPPENINGS) {
    const kind = (event?.event.value as { event: { case: string } }).event.case;
    assert.ok(kind === "decision" || changedBy(event!, state).length > 0, code);
  }
});
