/** Signs of this board, drawn around the origin, about 24 wide. */
import type { Goods } from "./names.ts";

const BISON =
  "M-12 2 q0 -7 6 -9 q5 -3 9 0 q5 0 8 4 l1 5 q-1 3 -4 2 l-2 -1 l-1 6 h-3 l0 -5 h-6 l-1 5 h-3 l-1 -6 q-2 1 -3 -1 z M9 -3 l3 -4";

/** The sign of a kind of goods. */
export function GoodsSign({ goods }: { goods: Goods }) {
  switch (goods) {
    case "bison":
      return <path class="glyph brown" d={BISON} />;
    case "captives":
      return (
        <g class="glyph ring">
          <circle cx="-4" r="6" />
          <circle cx="4" r="6" />
        </g>
      );
    case "food":
      return <path class="glyph green" d="M-11 -1 h22 a11 10 0 0 1 -22 0 z M-4 -5 q-3 -3 0 -6 M4 -5 q-3 -3 0 -6" />;
    case "trade_goods":
      return <path class="glyph blue" d="M-10 -8 h20 v17 h-20 z M0 -8 v17 M-10 0 h20" />;
    case "guns":
      return <path class="glyph grey" d="M-12 6 l15 -9 l9 -2 v3 l-8 3 l-8 5 l-3 5 h-4 z" />;
    default:
      return <path class="glyph shoe" d="M-7 -10 C-12 2 -8 10 0 10 C8 10 12 2 7 -10" />;
  }
}

/** A sign within text. */
export function Inline({ goods }: { goods: Goods }) {
  return (
    <svg class="inline" viewBox="-14 -14 28 28" aria-hidden="true">
      <GoodsSign goods={goods} />
    </svg>
  );
}

/** A herd on the map. */
export function Herd() {
  return <path class="glyph brown" transform="scale(1.25)" d={BISON} />;
}

/** A Tribe on the map: two small tents. */
export function TribeSign() {
  return <path class="tribe" d="M-9 -12 L2 12 H-20 Z M9 -12 L20 12 H-2 Z" />;
}

/** A Settlement, with the letter of its enemy. */
export function SettlementSign({ enemy, letter }: { enemy: string; letter: string }) {
  return (
    <g>
      <path class={`settlement of-${enemy}`} d="M0 -17 L16 -6 V15 H-16 V-6 Z" />
      <text class="light" y="10" text-anchor="middle" font-size="17" font-weight="700">
        {letter}
      </text>
    </g>
  );
}

/** A Ranchería: a tent with its letter. */
export function Tent({ letter }: { letter: string }) {
  return (
    <g>
      <path class="tent" d="M-3 -26 L0 -21 L3 -26 M0 -21 L23 18 H-23 Z" />
      <text class="light" y="12" text-anchor="middle" font-size="19" font-weight="700">
        {letter}
      </text>
    </g>
  );
}

/** A Band: its number, and its strength as dots. A finished one is hollow. */
export function BandSign({ number, strength, finished }: { number: number; strength: number; finished: boolean }) {
  return (
    <g class={finished ? "band-sign finished" : "band-sign"}>
      <circle r="14" />
      <text y="3" text-anchor="middle" font-size="14" font-weight="700">
        {number}
      </text>
      {Array.from({ length: strength }, (_, i) => (
        <circle key={i} class="dot" cx={6 * i - 3 * (strength - 1)} cy="8.5" r="2" />
      ))}
    </g>
  );
}

/** A War Column: a pennant with the enemy's letter and the strength. */
export function ColumnSign({ enemy, letter, strength }: { enemy: string; letter: string; strength: number }) {
  return (
    <g>
      <path class={`pennant of-${enemy}`} d="M-20 -13 H15 L22 0 L15 13 H-20 Z" />
      <text class="light" x="-2" y="6" text-anchor="middle" font-size="17" font-weight="700">
        {letter}
        {strength}
      </text>
    </g>
  );
}
