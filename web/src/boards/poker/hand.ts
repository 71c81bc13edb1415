/** A hand of poker as the table shows it, whichever of the small games it is. */

/** What a player can say. */
export type Action = "check" | "bet" | "raise" | "fold" | "call";

/** A card as the looking seat knows it: its rank from 1, the lowest, or what else there is to say. */
export type Card = number | "hidden" | "none";

/** The stakes of a round: what a bet adds. */
export interface Round {
  bet: number;
  actions: readonly Action[];
}

/** A hand of two players. */
export interface Hand {
  cards: readonly Card[];
  rounds: readonly Round[];
  /** The card turned up for both; "none": not yet. Unset: the game has none. */
  board?: Card;
  shown: boolean;
}

/** What a seat has put into the pot so far: the ante of 1, and its bets. */
export function stakesOf(hand: Hand): [number, number] {
  const stakes: [number, number] = [1, 1];
  for (const { bet, actions } of hand.rounds) {
    actions.forEach((action, turn) => {
      const seat = turn % 2 === 0 ? 0 : 1;
      const other = seat === 0 ? stakes[1] : stakes[0];
      if (action === "bet") stakes[seat] += bet;
      if (action === "call") stakes[seat] = other;
      if (action === "raise") stakes[seat] = other + bet;
    });
  }
  return stakes;
}

/** The seat that won, "both" for equal cards. Unset: the hand goes on, or its cards are unknown. */
export function winnerOf(hand: Hand): number | "both" | undefined {
  for (const { actions } of hand.rounds) {
    const folded = actions.indexOf("fold");
    if (folded >= 0) return 1 - (folded % 2);
  }
  if (!hand.shown) return undefined;
  const [first, second] = hand.cards.map((card) => worth(card, hand.board));
  if (first === undefined || second === undefined || first === second) return "both";
  return first > second ? 0 : 1;
}

/** A pair with the board beats everything. */
function worth(card: Card, board: Card | undefined): number {
  return typeof card === "number" ? card + (card === board ? 10 : 0) : 0;
}

/** The seat that acted last in the hand. Unset: nobody has. */
export function lastActor(rounds: readonly (readonly unknown[])[]): number | undefined {
  const last = rounds.filter((actions) => actions.length > 0).at(-1);
  return last && (last.length - 1) % 2;
}
