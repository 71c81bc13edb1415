/** What the looking seat knows of the cards in the hands that it does not see, from the exchanges it remembers. */
import { PowwowCard, type PowwowExchange, type PowwowState } from "hunch-client/v1/powwow";

/** What is known of a hand. */
export interface Known {
  /** Cards that are there. */
  sure: PowwowCard[];
  /** Cards that may be there: they went into an exchange that the looking seat did not see. */
  perhaps: PowwowCard[];
}

/** What is known of each hand, in the order of the seats; the dummy's comes last. */
export function knownOf(state: PowwowState): Known[] {
  const hands = Array.from({ length: state.seats.length + 1 }, (): Known => ({ sure: [], perhaps: [] }));
  for (const exchange of state.exchanges) {
    exchanged(hands, exchange);
  }
  const lying = [...state.seats.flatMap((seat) => seat.hand), ...hands.flatMap((hand) => hand.sure)];
  for (const hand of hands) {
    hand.perhaps = hand.perhaps.filter((card) => card === PowwowCard.POW_WOW || !lying.includes(card));
  }
  return hands;
}

function exchanged(hands: Known[], exchange: PowwowExchange): void {
  const giver = hands[exchange.seat];
  const partner = hands[exchange.other];
  if (!giver || !partner) {
    return;
  }
  if (exchange.given === PowwowCard.HIDDEN) {
    const mixed = [...new Set([...giver.sure, ...giver.perhaps, ...partner.sure, ...partner.perhaps])];
    hands[exchange.seat] = { sure: [], perhaps: mixed };
    hands[exchange.other] = { sure: [], perhaps: mixed };
    return;
  }
  const stayed = without(giver.sure, exchange.given).slice(-1);
  hands[exchange.seat] = { sure: [...stayed, exchange.taken], perhaps: giver.perhaps };
  hands[exchange.other] = { sure: [exchange.given, exchange.kept], perhaps: [] };
}

function without(cards: readonly PowwowCard[], card: PowwowCard): PowwowCard[] {
  const at = cards.indexOf(card);
  return cards.filter((_, i) => i !== at);
}
