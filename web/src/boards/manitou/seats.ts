/** What Big Manitou's players have: points, hands, and cards on the grounds. */
import { type ManitouSeat, type ManitouState, ManitouStep } from "hunch-client/v1/manitou";
import { type Card, cardOf, type Counted, CYLINDER, gathered, POOL, type Sort, tileOf, TOMAHAWKS } from "./cards.ts";

/** What a player's tiles and cylinders are worth, as if the game ended now. */
export interface Score {
  /** The points of bisons and of tipis, of which the lower counts. */
  bison: number;
  tipi: number;
  horse: number;
  totem: number;
  tomahawk: number;
  brown: boolean;
  white: boolean;
  total: number;
}

/** A card that was played. */
export interface Laid {
  /** "7", "chief" or, for a second one of a player, "chief-2". */
  name: string;
  card: Card;
  /** 1 to 3, or 0 for one put aside. */
  ground: number;
  faceDown: boolean;
}

/** The score of each seat. */
export function scoresOf(state: ManitouState): Score[] {
  const weapons = state.seats.map((own) => owned(own, "tomahawk"));
  const most = Math.max(...weapons);
  const alone = most > 0 && weapons.filter((count) => count === most).length === 1;
  return state.seats.map((own, seat) => {
    const [bison, tipi] = [owned(own, "bison"), owned(own, "tipi")];
    const [brown, white] = [holds(state.brown, seat), holds(state.white, seat)];
    const cylinders = CYLINDER * (Number(brown) + Number(white));
    const total = Math.min(bison, tipi) + cylinders + (alone && weapons[seat] === most ? TOMAHAWKS : 0);
    const [horse, totem] = [owned(own, "horse"), owned(own, "totem")];
    return { bison, tipi, horse, totem, tomahawk: weapons[seat] ?? 0, brown, white, total };
  });
}

/** The points of a sort of tiles, or how many there are if they have no points. */
function owned({ tiles }: ManitouSeat, sort: Sort): number {
  return tiles.map(tileOf).reduce((sum, tile) => sum + (tile.sort === sort ? tile.value || 1 : 0), 0);
}

function holds(holder: ManitouState["brown"], seat: number): boolean {
  return holder?.holder.case === "seat" && holder.holder.value === seat;
}

/** The cards that a player has laid, in the order of play. */
export function laidBy({ laid }: ManitouSeat): Laid[] {
  const cards = laid.map(({ card }) => (card ? cardOf(card) : { name: "?", number: 0 }));
  return laid.map(({ ground, faceDown }, number) => {
    const card = cards[number] as Card;
    const before = cards.slice(0, number).filter(({ name }) => name === card.name).length;
    return { name: before ? `${card.name}-${before + 1}` : card.name, card, ground, faceDown };
  });
}

/** The points of a player's hunters on a ground, or nothing without a hunter. */
export function totalOn(own: ManitouSeat, ground: number): number | undefined {
  const hunters = laidBy(own).filter((one) => one.ground === ground && !one.card.hero);
  if (hunters.length === 0) return undefined;
  return hunters.reduce((sum, { card }) => sum + card.number + own.bonus, 0);
}

/** How many cards a player holds. */
export function handSize(own: ManitouSeat, step: ManitouStep): number {
  if (!own.hand?.hidden) return own.hand?.cards.length ?? 0;
  const playing = step >= ManitouStep.DEAL && step <= ManitouStep.EIGHTH;
  return playing && own.drawn !== undefined ? Math.max(0, own.drawn - own.laid.length) : 0;
}

/** All cards of a player, with how many of each can still be selected, and how many are. */
export function poolOf(own: ManitouSeat): (Counted<Card> & { chosen: number })[] {
  const spent = gathered(own.spent.map(cardOf));
  const chosen = gathered((own.deck?.cards ?? []).map(cardOf));
  const countOf = (cards: readonly Counted<Card>[], name: string) =>
    cards.find(({ kind }) => kind.name === name)?.count ?? 0;
  return POOL.map(({ kind, count }) => {
    const taken = countOf(chosen, kind.name);
    return { kind, count: count - countOf(spent, kind.name) - taken, chosen: taken };
  });
}
