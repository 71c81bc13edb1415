/** Big Manitou's labels in the language of the page. */
import { wordsOf } from "../../words/words.ts";
import type { Card, Counted, Hero, Tile } from "./cards.ts";
import { beats, losesTo } from "./cards.ts";
import en from "./en.json";
import fr from "./fr.json";

export const say = wordsOf({ en, fr });

/** A card in words. */
export function called(card: Card): string {
  return card.hero ? say(card.hero) : say("hunter", { number: card.number });
}

/** A card in hand in words: a hero with what it beats. */
export function explained(card: Card): string {
  if (!card.hero) return called(card);
  return say("hero", { hero: say(card.hero), beats: listed(beats(card.hero)), loses: listed(losesTo(card.hero)) });
}

/** A tile in words, with how many there are. */
export function tileCalled({ kind, count }: Counted<Tile>): string {
  const tile = kind.value ? `${say(kind.sort)} ${kind.value}` : say(kind.sort);
  return count > 1 ? say("many", { what: tile, count }) : tile;
}

/** Heroes, one after the other. */
export function listed(heroes: readonly Hero[]): string {
  return heroes.map((hero) => say(hero)).join(", ");
}
