/** The words of this board: its own, and the names that the log has for things. */
import { language, wordsOf } from "../../words/words.ts";
import en from "./en.json";
import fr from "./fr.json";
import type { Enemy, Goods } from "./names.ts";
import table from "./table.json" with { type: "json" };

/** A key of a word of this board. */
export type Key = keyof typeof en;

/** A word of this board in the language of the page. */
export const say = wordsOf({ en, fr });

/** A text that some things of a kind have and others lack: the rule of a period, what a card does. */
export function textOf(key: string): string {
  return key in en ? say(key as Key) : "";
}

/** All names in the language of the page. */
export function named(): (typeof table.named)["en"] {
  return language.value === "fr" ? table.named.fr : table.named.en;
}

/** The name of an enemy, a kind of goods, a territory, an Instruction or another thing of the log. */
export function nameOf(thing: string): string {
  const names: Record<string, string> = named().names;
  return names[thing] ?? thing;
}

/** The same at the beginning of a text. */
export function titleOf(thing: string): string {
  const name = nameOf(thing);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** An amount of goods in words. */
export function goodsText(goods: Goods, n: number): string {
  return say("goods", { goods: titleOf(goods), n });
}

/** The one letter of an enemy on a counter or a column. */
export function enemyLetter(enemy: Enemy): string {
  return nameOf(enemy).charAt(0);
}
