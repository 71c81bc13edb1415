/** Tomahawk's labels in the language of the page. */
import { wordsOf } from "../../words/words.ts";
import type { Battle } from "./battles.ts";
import type { Card } from "./cards.ts";
import en from "./en.json";
import fr from "./fr.json";

export const say = wordsOf({ en, fr });

/** A card in words: "8, hair 3", or a special with its power. */
export function called(card: Card): string {
  if (typeof card === "string") return say(card);
  if (card.special) return `${say(card.special)} (${say(`${card.special}.power`)})`;
  return card.hair ? say("card.hair", { strength: card.strength, hair: card.hair }) : String(card.strength);
}

/** The turns of a battle. */
export function span({ first, last }: Battle): string {
  return first === last ? say("turn", { turn: first }) : say("turns", { first, last });
}

/** A name that fits into a small field. */
export function short(name: string | undefined, most = 12): string {
  const letters = [...(name ?? "")];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
}
