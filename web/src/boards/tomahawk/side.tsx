/** A player of Tomahawk: points, what they are made of, and how many cards are left. */
import type { TomahawkSeat, TomahawkState } from "hunch-client/v1/tomahawk";
import type { BoardProps } from "../board.ts";
import { Glyph, type Sign } from "../signs.tsx";
import { Spot } from "../spot.tsx";
import { type Battle, wonBy } from "./battles.ts";
import type { Land } from "./cards.ts";
import { ANIMALS } from "./pile.tsx";
import { side } from "./places.ts";
import { say, short } from "./words.ts";

/** The height of a side. */
export const SIDE = 44;
/** The cards of a tribe. */
const TRIBE = 24;
const LANDS: readonly Land[] = ["plains", "forest", "mountain"];

interface SideProps extends BoardProps<TomahawkState> {
  of: number;
  battles: readonly Battle[];
  width: number;
  at: string;
}

/** The line of a player. */
export function Side({ state, names, marks, of, battles, width, at }: SideProps) {
  const own = state.seats[of];
  if (!own) return null;
  const won = wonBy(battles, of);
  const hand = inHand(state, own);
  const counts: [Sign, number][] = [
    ...LANDS.map((land): [Sign, number] => [ANIMALS[land], won[land]]),
    ["feather", own.scalps],
    ["hand", hand],
    ["deck", TRIBE - own.drawn],
  ];
  const total = own.points + own.scalps;
  const values = { animals: own.points, scalps: own.scalps, hand, deck: TRIBE - own.drawn };
  const label = say("side", { name: names[of] ?? "", total, ...values });
  return (
    <Spot place={side(of)} marks={marks} label={label} at={at}>
      <rect class="side" width={width} height={SIDE} rx="8" />
      <rect class={`stripe seat-${of}`} width="5" height={SIDE} rx="2.5" />
      <text class="name" x="14" y="18">
        {short(names[of], 20)}
      </text>
      <text class="total" x={width - 10} y="19">
        {say(total === 1 ? "points.one" : "points", { n: total })}
      </text>
      {counts.map(([sign, count], number) => (
        <g key={sign} class={count ? "count" : "count nothing"} transform={`translate(${14 + number * 56} 23)`}>
          <Glyph sign={sign} size={17} />
          <text x="21" y="14">
            {count}
          </text>
        </g>
      ))}
      <rect class="edge" x="1" y="1" width={width - 2} height={SIDE - 2} rx="8" />
    </Spot>
  );
}

/** Cards in hand. A hidden hand is what was drawn, less what lies on the table, as far as that is known. */
function inHand(state: TomahawkState, own: TomahawkSeat): number {
  if (!own.hand?.hidden) return own.hand?.cards.length ?? 0;
  return own.drawn - state.rows.length - (own.taken ? 1 : 0);
}
