/** Tomahawk's cards and territories, and how they are named. */
import type { TomahawkCard, TomahawkIndian, TomahawkSpecial } from "hunch-client/v1/tomahawk";
import table from "./table.json" with { type: "json" };

/** The specials, in the order of the wire's numbers, which begin with 1. */
export const SPECIALS = ["manitou", "soaring", "redwood", "twilight", "skull", "storm", "cloud"] as const;
export type Special = (typeof SPECIALS)[number];
export type Land = "plains" | "forest" | "mountain";
export type Icon = "none" | "puma" | "picking";

/** A territory. */
export interface Territory {
  id: string;
  land: Land;
  animals: number;
  icon: Icon;
}

/** A card that is known. Storm Caller has no strength of its own. */
export interface Known {
  /** "8-3" for a base card of strength 8 with hair 3, or the special. */
  name: string;
  strength: number;
  hair: number;
  special?: Special;
}

/** A card as the looking seat knows it. */
export type Card = Known | "hidden" | "none";

/** The lengths of the battles of each pile, in turns. */
export const PILES: readonly (readonly number[])[] = table.piles;

/** The special of a number of the wire. */
export function specialOf(number: TomahawkSpecial): Special {
  return SPECIALS[number - 1] ?? "manitou";
}

/** A special as a card. */
export function special(name: Special): Known {
  const record = table.specials.find(({ id }) => id === name);
  return { name, strength: record?.value ?? 0, hair: record?.hair ?? 0, special: name };
}

/** A base card. */
export function indian({ strength, hair }: Pick<TomahawkIndian, "strength" | "hair">): Known {
  return { name: `${strength}-${hair}`, strength, hair };
}

/** The base cards that can leave for a special: those of its strength, each kind once. */
export function leaving(name: Special): readonly Known[] {
  const { strength } = special(name);
  return table.tribe.filter((card) => card.strength === strength).map(indian);
}

/** A card of the wire. */
export function cardOf({ card }: TomahawkCard): Card {
  if (card.case === "indian") return indian(card.value);
  if (card.case === "special") return special(specialOf(card.value));
  return card.case === "hidden" ? "hidden" : "none";
}

/** The known ones of some cards, weakest first and specials last, each with how often it is there. */
export function counted(cards: readonly TomahawkCard[] | undefined): { card: Known; count: number }[] {
  const known = (cards ?? []).map(cardOf).filter((card) => typeof card === "object");
  const names = [...new Set(known.map(({ name }) => name))];
  return names
    .map((name) => {
      const same = known.filter((card) => card.name === name);
      return { card: same[0] as Known, count: same.length };
    })
    .sort((a, b) => rank(a.card) - rank(b.card));
}

function rank(card: Known): number {
  return card.special ? 1000 + SPECIALS.indexOf(card.special) : card.strength * 10 + card.hair;
}

/** A territory by its id. Unknown ids, of somebody's own data, have no animals to show. */
export function territory(id: string): Territory {
  const found = table.territories.find((tile) => tile.id === id);
  if (!found) return { id, land: "plains", animals: 0, icon: "none" };
  return { id, land: found.land as Land, animals: found.animals, icon: found.icon as Icon };
}
