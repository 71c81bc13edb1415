/** A card of Tomahawk. */
import { Glyph } from "../signs.tsx";
import type { Card, Known } from "./cards.ts";

/** The size of a card before it is scaled. */
export const CARD = { width: 42, height: 54 } as const;

interface CardProps {
  card: Card;
  /** Whose it is: 0 or 1. */
  seat: number;
  /** It lies face down, though the looking seat knows it. */
  down?: boolean;
  /** The other player has seen it. */
  seen?: boolean;
  /** How many equal cards lie here. Unset: one. */
  count?: number;
}

/** A card, its upper left corner at 0, 0, without an edge. */
export function Picture({ card, seat, down = false, seen = false, count = 1 }: CardProps) {
  if (card === "none") return <rect class="slot" width={CARD.width} height={CARD.height} rx="5" />;
  if (card === "hidden") return <Back seen={seen} />;
  return (
    <>
      {Array.from({ length: count - 1 }, (_, number) => (
        <rect
          key={number}
          class="face under"
          x={3 * (count - 1 - number)}
          y={-3 * (count - 1 - number)}
          {...CARD}
          rx="5"
        />
      ))}
      <rect class={down ? "face down" : "face"} {...CARD} rx="5" />
      <path class={`stripe seat-${seat}`} d={`M5 0h${CARD.width - 10}a5 5 0 0 1 5 5h-${CARD.width}a5 5 0 0 1 5-5z`} />
      {card.special ? <Special card={card} /> : <Indian card={card} />}
      {down && <path class="fold" d={`M${CARD.width - 12} 5h12v12z`} />}
      {seen && <Glyph sign="eye" x={1} y={6} size={12} />}
    </>
  );
}

/** Its outline, which shows what is special about it. */
export function Edge({ y = 0 }: { y?: number }) {
  return <rect class="edge" x="-2" y={y - 2} width={CARD.width + 4} height={CARD.height + 4} rx="7" />;
}

function Back({ seen }: { seen: boolean }) {
  return (
    <>
      <rect class="back" {...CARD} rx="5" />
      <path class="weave" d="M6 27 21 6l15 21-15 21zM21 16l8 11-8 11-8-11z" />
      {seen && <Glyph sign="eye" x={1} y={1} size={12} class="on-back" />}
    </>
  );
}

function Indian({ card }: { card: Known }) {
  const start = (CARD.width - card.hair * 9.5) / 2;
  return (
    <>
      <text class="strength" x={CARD.width / 2} y={card.hair ? 33 : 38}>
        {card.strength}
      </text>
      {Array.from({ length: card.hair }, (_, number) => (
        <Glyph key={number} sign="feather" x={start + number * 9.5 - 1.5} y={37} size={14} class="hair" />
      ))}
    </>
  );
}

function Special({ card }: { card: Known }) {
  if (!card.special) return null;
  return (
    <>
      <Glyph sign={card.special} x={9} y={8} size={24} class="power" />
      <text class="strength small" x={CARD.width / 2} y="48">
        {card.special === "storm" ? "=" : card.strength}
      </text>
    </>
  );
}
