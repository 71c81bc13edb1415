/** What options and their values are called. A server may have options that this page does not know. */
import type { OptionInfo } from "hunch-client/v1/rules";
import { wordsOf } from "../words/words.ts";
import en from "./en.json";
import fr from "./fr.json";

const say = wordsOf({ en, fr });

/** The name of an option. */
export function optionName(game: string, { name }: OptionInfo): string {
  return known(game, name) ?? plain(name);
}

/** A sentence about an option. Its own: in the language of the page; else it is the server's English. */
export function optionSays(game: string, { name, says }: OptionInfo): { text: string; own: boolean } {
  const text = known(game, `${name}.says`);
  return { text: text ?? says, own: text !== undefined };
}

/** The name of a value. */
export function valueName(game: string, option: string, value: string): string {
  return known(game, `${option}.${value}`) ?? known(game, value) ?? plain(value);
}

/** The words of the game's own, or of all games. */
function known(game: string, key: string): string | undefined {
  const found = [`${game}.${key}`, key].find((one) => one in en);
  return found === undefined ? undefined : say(found as keyof typeof en);
}

function plain(name: string): string {
  return name.replaceAll("_", " ");
}
