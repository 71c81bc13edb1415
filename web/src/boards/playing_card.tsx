/** Cards of the small games: a letter or a number, with a drawing if there is one. */
import type { Picture } from "./board.ts";
import "./playing_card.css";

/** The size of a card. */
export const CARD = { width: 72, height: 100 } as const;

interface CardProps {
  /** What stands on the card. Unset: it lies face down. */
  letter?: string | undefined;
  /** What is drawn below the letter, in a field of 36 by 30. */
  children?: Picture;
}

/** A card, its upper left corner at 0, 0. */
export function PlayingCard({ letter, children }: CardProps) {
  const { width, height } = CARD;
  return (
    <>
      <rect class={letter === undefined ? "card-back" : "card-front"} width={width} height={height} rx="8" />
      {letter === undefined ? <Back /> : <Front letter={letter}>{children}</Front>}
      <rect class="edge" x="-3" y="-3" width={width + 6} height={height + 6} rx="10" />
    </>
  );
}

/** A place at which a card will lie. */
export function NoCard() {
  return (
    <>
      <rect class="card-none" width={CARD.width} height={CARD.height} rx="8" />
      <rect class="edge" x="-3" y="-3" width={CARD.width + 6} height={CARD.height + 6} rx="10" />
    </>
  );
}

function Front({ letter, children }: { letter: string; children?: Picture }) {
  return (
    <>
      <text class="card-letter" x={CARD.width / 2} y={children ? 86 : 64}>
        {letter}
      </text>
      {children && <g transform="translate(18 16)">{children}</g>}
    </>
  );
}

function Back() {
  return (
    <path
      class="card-weave"
      d="M8 50 36 12 64 50 36 88zM8 12 64 88M64 12 8 88M36 30 50 50 36 70 22 50z"
    />
  );
}

const HEADS: Record<number, string> = {
  1: "M3 28V16c0-9 8-14 19-11l6 2-3 7c3 3 4 8 4 14zM3 22h26M25 6c2-5 6-6 9-5-1 5-4 8-9 8",
  2: "M4 28 2 10l9 7 7-13 7 13 9-7-2 18zM18 4v-3M8 24h20",
  3: "M3 28 1 5l10 10 7-13 7 13L35 5l-2 23zM4 22h28M18 2v-3M15-1h6",
};

/** What a jack (1), a queen (2) or a king (3) wears. */
export function Headgear({ rank }: { rank: number }) {
  return <path class="card-head" d={HEADS[rank] ?? ""} />;
}
