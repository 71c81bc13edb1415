/**
 * The places of Comanchería, by what they name: "space:UA1", "camp:A", "band:3", "paraibo:A", "mahimiana:A", goods of a
 * box "box:A:food" and of a Band "own:3:food", goods of any owner "kind:food", "column:west", "open:1", "card:5",
 * "set:2", "drawn:3". For marks alone there are counters, cells, tracks, the cup and other boxes: see touched.ts.
 */
import {
  type ComancheriaDie,
  ComancheriaDiePurpose as Die,
  type ComancheriaEvent,
  type ComancheriaHolder,
  type ComancheriaMove,
  type ComancheriaPick,
  type ComancheriaState,
  ComancheriaVerb as Verb,
} from "hunch-client/v1/comancheria";
import type { GameEvent, GameMove } from "hunch-client/v1/game";
import type { Place } from "../board.ts";
import { AREAS, enemyOf, goodsOf, LETTERS, questionOf, spaceOf } from "./names.ts";

/** Verbs that name nothing on the board, with the word of their button. */
const SAID: Partial<Record<Verb, string>> = {
  [Verb.DONE]: "done",
  [Verb.HUNT]: "hunt",
  [Verb.RAID]: "raid",
  [Verb.RIDE]: "ride",
  [Verb.FIGHT]: "fight",
  [Verb.YIELD]: "yield",
  [Verb.ATTEMPT]: "attempt",
  [Verb.PRAY]: "pray",
  [Verb.RESTORE]: "restore",
  [Verb.CONVERT]: "convert",
};

/** The places that a move names. */
export function placesOf(move: GameMove, state: ComancheriaState): readonly Place[] {
  return move.move.case === "comancheria" ? placesOfOwn(move.move.value, state) : [];
}

function placesOfOwn(move: ComancheriaMove, state: ComancheriaState): readonly Place[] {
  const said = SAID[move.verb];
  return said ? [`say:${said}`] : (namedThing(move) ?? namedGoods(move, state) ?? namedNumber(move, state));
}

/** Moves that name things which stand for themselves. */
function namedThing(move: ComancheriaMove): readonly Place[] | undefined {
  switch (move.verb) {
    case Verb.CAMP:
    case Verb.NEW_BAND:
      return [`camp:${move.camp}`];
    case Verb.BAND:
    case Verb.FOUND:
      return [`band:${move.band}`];
    case Verb.TAKE_HEADMAN:
    case Verb.RETIRE:
      return [`mahimiana:${move.camp}`];
    case Verb.MOVE:
    case Verb.SPACE:
      return [`space:${spaceOf(move.space)}`];
    case Verb.MOVE_CAMP:
      return [`camp:${move.camp}`, `space:${spaceOf(move.space)}`];
    case Verb.STEAL:
    case Verb.RETURN:
    case Verb.SLIP:
    case Verb.AMBUSH:
      return [`column:${enemyOf(move.enemy)}`];
    case Verb.BUY:
      return [`open:${move.place}`];
    case Verb.CULTURE:
      return [`set:${move.set}`];
    case Verb.PLAY:
      return [`card:${move.card}`];
    case Verb.HEADMAN:
      return [`${move.headman?.mahimiana ? "mahimiana" : "paraibo"}:${move.headman?.letter}`];
    case Verb.REROLL:
    case Verb.HOLDER:
      return [payerOf(move.payer)];
    default:
      return undefined;
  }
}

/** Moves that name goods, by the owner if the question says who that is. */
function namedGoods(move: ComancheriaMove, state: ComancheriaState): readonly Place[] | undefined {
  const goods = goodsOf(move.goods);
  switch (move.verb) {
    case Verb.TAKE:
    case Verb.PAY:
      return [`box:${boxOf(state)}:${goods}`];
    case Verb.TRADE:
      return [`own:${state.activation?.band ?? 0}:${goods}`, `kind:${goodsOf(move.taken)}`];
    case Verb.STRENGTHEN:
      return [`band:${move.band}`, `kind:${goods}`];
    case Verb.DROP:
      return [goods ? `own:${move.band}:${goods}` : `band:${move.band}`];
    case Verb.DROP_HEADMAN:
      return [`mahimiana:${guestOf(move.band, state)}`];
    default:
      return undefined;
  }
}

/** Moves that name a number, or nothing that lies on the board. */
function namedNumber(move: ComancheriaMove, state: ComancheriaState): readonly Place[] {
  switch (move.verb) {
    case Verb.NEXT:
      return [state.medicineTrack.length > 0 ? `band:${state.medicineTrack[0]}` : "say:next"];
    case Verb.GUNS:
      return [move.number > 1 ? `drawn:${move.number}` : `say:guns-${move.number}`];
    case Verb.OPERATE:
      return [`say:operation-${move.operation}`];
    case Verb.LOOT:
      return [`say:loot-${move.number}-${move.second}`];
    default:
      return [`say:${move.verb === Verb.COLLECT ? "collect" : "amount"}-${move.number}`];
  }
}

function payerOf(payer: ComancheriaHolder | undefined): Place {
  const holder = payer?.holder;
  switch (holder?.case) {
    case "camp":
      return `camp:${holder.value}`;
    case "band":
      return `band:${holder.value}`;
    case "card":
      return "say:card";
    default:
      return "say:keep";
  }
}

/** The Ranchería whose box the question is about. */
function boxOf(state: ComancheriaState): string {
  const question = questionOf(state);
  const camp = question?.name === "TAKE" ? question.values[1] : question?.values[0];
  return LETTERS[camp ?? 0] ?? "A";
}

/** The letter of the Mahimiana that is with a Band. */
function guestOf(band: number, state: ComancheriaState): string {
  const camp = state.camps.find(({ mahimianaPlace: at }) => at.case === "mahimianaBand" && at.value === band);
  return camp?.letter ?? "A";
}

/**
 * The places that an event changed by itself; the state is that after it. What the event brought about is among its
 * effects: see touched.ts.
 */
export function changedBy(event: GameEvent, state: ComancheriaState): readonly Place[] {
  return event.event.case === "comancheria" ? changedByOwn(event.event.value, state) : [];
}

function changedByOwn({ event }: ComancheriaEvent, state: ComancheriaState): readonly Place[] {
  switch (event.case) {
    case "decision":
      return decidedOn(event.value, state);
    case "die":
      return dieAbout(event.value);
    case "draw":
      return event.value.instruction ? ["cup", `counter:${event.value.instruction}`] : ["cup", "drawn"];
    case "pick":
      return pickAbout(event.value);
    case "warCard":
      return ["war"];
    case "card":
      return [`open:${event.value.place}`];
    case "unknown":
      return [`space:${spaceOf(event.value.space)}`];
    default:
      return [];
  }
}

/** What a decision was about. The question is over, so it does not say any more who owns the goods. */
function decidedOn(move: ComancheriaMove, state: ComancheriaState): readonly Place[] {
  switch (move.verb) {
    case Verb.NEXT:
    case Verb.TAKE:
    case Verb.TRADE:
      return state.activation ? [`band:${state.activation.band}`] : [];
    case Verb.PAY:
      return [];
    case Verb.DROP_HEADMAN:
      return [`band:${move.band}`];
    default:
      return placesOfOwn(move, state).filter((place) => !place.startsWith("say:"));
  }
}

/** What a die is about. */
function dieAbout({ purpose, whose, value }: ComancheriaDie): readonly Place[] {
  switch (purpose) {
    case Die.WAR_STRENGTH:
    case Die.BATTLE:
      return [`column:${enemyOf(whose + 1)}`];
    case Die.BONUS:
    case Die.SUCCESSOR:
      return [`mahimiana:${LETTERS[whose]}`];
    case Die.HEADMAN:
      return [`paraibo:${LETTERS[whose]}`];
    case Die.DEATH:
      return [whose < 8 ? `paraibo:${LETTERS[whose]}` : `mahimiana:${LETTERS[whose - 8]}`];
    case Die.DISCONTENT:
    case Die.EPIDEMIC:
      return [`camp:${LETTERS[whose]}`];
    case Die.PEACE:
    case Die.PASSAGE_PEACE:
      return [`counter:${LETTERS[whose]}`];
    case Die.ROW:
    case Die.CUP_ROW:
      return [`cell:${enemyOf(whose + 1)}:${value}`];
    case Die.OPERATIONS:
      return ["track:operations"];
    case Die.PASSAGE:
      return ["track:passage"];
    case Die.GUNS:
      return [`drawn:${whose}`];
    case Die.ENEMY:
      return ["display"];
    default:
      return [`area:${AREAS[value - 1]}`];
  }
}

function pickAbout({ what }: ComancheriaPick): readonly Place[] {
  switch (what.case) {
    case "space":
      return [`space:${spaceOf(what.value)}`];
    case "enemy":
      return [`column:${enemyOf(what.value)}`];
    case "instruction":
      return [`counter:${what.value}`];
    default:
      return [];
  }
}
