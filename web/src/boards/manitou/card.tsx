/** A card of Big Manitou. */
import { Glyph, type Sign } from "../signs.tsx";
import type { Card, Hero } from "./cards.ts";

/** The size of a card before it is scaled. */
export const CARD = { width: 42, height: 54 } as const;

/** The drawing of each hero. */
export const SIGNS: Record<Hero, Sign> = {
  chief: "chief",
  sorcerer: "sorcerer",
  rainmaker: "rainmaker",
  scout: "eye",
  squaw: "squaw",
};

interface CardProps {
  card: Card;
  /** It was turned face down. Everybody knows what it is. */
  down?: boolean;
  /** How many equal cards lie here. Unset: one. */
  count?: number;
}

/** A card, its upper left corner at 0, 0, without an edge. */
export function Picture({ card, down = false, count = 1 }: CardProps) {
  return (
    <>
      {count > 1 && <rect class="face" x="3" y="-3" {...CARD} rx="5" />}
      <rect class={down ? "face down" : card.hero ? "face heroic" : "face"} {...CARD} rx="5" />
      {card.hero ? (
        <Glyph sign={SIGNS[card.hero]} x={4} y={10} size={34} class={down ? "beaten" : "hero"} />
      ) : (
        <text class="strength" x={CARD.width / 2} y="38">
          {card.number}
        </text>
      )}
      {down && <path class="strike" d={`M6 ${CARD.height - 6}L${CARD.width - 6} 6`} />}
    </>
  );
}

/** Its outline, which shows what is special about it. */
export function Edge() {
  return <rect class="edge" x="-2" y="-2" width={CARD.width + 4} height={CARD.height + 4} rx="7" />;
}
