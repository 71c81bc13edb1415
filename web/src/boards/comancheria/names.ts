/** What the spaces, enemies, goods and counters of Comanchería are called in the names of places. */
import {
  ComancheriaEnemy,
  type ComancheriaGoods,
  ComancheriaGoodsKind,
  ComancheriaSpaceName,
  type ComancheriaState,
  ComancheriaStep,
} from "hunch-client/v1/comancheria";
import table from "./table.json" with { type: "json" };

/** The enemies in their order on the wire, from 1. */
export const ENEMIES = ["north", "west", "south", "east"] as const;
/** An enemy by its word. */
export type Enemy = (typeof ENEMIES)[number];
/** The kinds of goods in their order on the wire, from 1. */
export const GOODS = ["bison", "captives", "food", "trade_goods", "guns", "horses"] as const;
/** A kind of goods by its word. */
export type Goods = (typeof GOODS)[number];
/** The letters of Rancherías and of counters. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX";
/** The territories by the numbers of a die, from 1. */
export const AREAS = ["UA", "LE", "RR", "LA", "BC", "RG"] as const;
/** The step of the procedure at which the player is asked. */
const ASK = ComancheriaStep.ASK;

/** A space by its letters and number, such as "UA1". */
export function spaceOf(space: ComancheriaSpaceName): string {
  return ComancheriaSpaceName[space] ?? "";
}

/** The word of an enemy of the wire. */
export function enemyOf(enemy: ComancheriaEnemy): Enemy {
  return ENEMIES[enemy - 1] ?? "north";
}

/** The word of a kind of goods of the wire; nothing if the field is unset. */
export function goodsOf(kind: ComancheriaGoodsKind): Goods | undefined {
  return GOODS[kind - 1];
}

/** How many of each kind there are. */
export function amounts(goods: ComancheriaGoods | undefined): Record<Goods, number> {
  return {
    bison: goods?.bison ?? 0,
    captives: goods?.captives ?? 0,
    food: goods?.food ?? 0,
    trade_goods: goods?.tradeGoods ?? 0,
    guns: goods?.guns ?? 0,
    horses: goods?.horses ?? 0,
  };
}

/** The question that the player is asked, with its arguments; nothing if none is due. */
export function questionOf(state: ComancheriaState): { name: string; values: readonly number[] } | undefined {
  const last = state.frames.at(-1);
  if (last?.step !== ASK) {
    return undefined;
  }
  const [question = 0, ...values] = last.arguments;
  return { name: table.questions[question] ?? "", values };
}
