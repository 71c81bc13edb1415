/** The names of the games, and a sentence about each. */
import { say, type Key } from "./words.ts";
import en from "./en.json";

/** A game's name, as people write it. */
export function gameName(game: string): string {
  return known(`game.${game}`) ?? game;
}

/** What kind of game it is, in a sentence. */
export function gameSays(game: string): string {
  return known(`game.${game}.says`) ?? "";
}

function known(key: string): string | undefined {
  return key in en ? say(key as Key) : undefined;
}
