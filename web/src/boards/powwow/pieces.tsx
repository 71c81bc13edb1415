/** The pieces of Pow Wow as pictures: cards, dice, Indians, white stones, moccasins. */
import type { Colour } from "./names.ts";
import { say } from "./words.ts";

/** A card by its word; a hidden card has none. */
export type Face = Colour | "powwow" | undefined;

const SHOE = "M-13 -8 q4 -5 9 -3 l3 7 q8 1 12 6 q3 6 -3 7 h-18 q-5 0 -5 -6 z";

/** A moccasin around the origin, about 26 wide. */
export function Moccasin({ colour }: { colour?: Colour | undefined }) {
  return <path class={`shoe ${colour ? `fill-${colour}` : ""}`} d={SHOE} />;
}

/** A white stone around the origin. */
export function Pebble() {
  return <ellipse class="pebble" rx="10" ry="8" />;
}

/** An Indian around the origin: a figure seen from above, with the letter of its colour. */
export function Indian({ colour }: { colour: Colour }) {
  return (
    <g>
      <path class={`figure fill-${colour}`} d="M0 -25 l5 8 a18 18 0 1 1 -10 0 z" />
      <text class={`on-${colour}`} y="7" text-anchor="middle" font-size="20" font-weight="700">
        {say(`letter.${colour}`)}
      </text>
    </g>
  );
}

/** A die that shows a colour, 44 wide, from its upper left corner. */
export function Die({ colour }: { colour: Colour }) {
  return (
    <g>
      <rect class="die" width="44" height="44" rx="8" />
      <rect class={`pip fill-${colour}`} x="7" y="7" width="30" height="30" rx="15" />
      <text class={`on-${colour}`} x="22" y="29" text-anchor="middle" font-size="19" font-weight="700">
        {say(`letter.${colour}`)}
      </text>
    </g>
  );
}

/** A card, 48 wide and 66 high, from its upper left corner. */
export function Card({ face }: { face: Face }) {
  if (!face) {
    return (
      <g>
        <rect class="card reverse" width="48" height="66" rx="6" />
        <path class="tent" d="M24 14 L38 52 H10 Z M24 34 L30 52 H18 Z" />
      </g>
    );
  }
  return (
    <g>
      <rect class="card" width="48" height="66" rx="6" />
      {face === "powwow" ? <Feathers /> : <Shoe colour={face} />}
    </g>
  );
}

function Shoe({ colour }: { colour: Colour }) {
  return (
    <g>
      <rect class={`band fill-${colour}`} x="4" y="4" width="40" height="24" rx="4" />
      <text class={`on-${colour}`} x="24" y="23" text-anchor="middle" font-size="19" font-weight="700">
        {say(`letter.${colour}`)}
      </text>
      <g transform="translate(24 47)">
        <Moccasin colour={colour} />
      </g>
    </g>
  );
}

function Feathers() {
  return (
    <g aria-hidden="true">
      <path class="feather" d="M12 52 Q10 26 30 10 Q32 34 14 52 Z M36 52 Q38 26 18 10 Q16 34 34 52 Z" />
      <text x="24" y="61" text-anchor="middle" font-size="9.5" font-weight="700">
        Pow Wow
      </text>
    </g>
  );
}

/** What people call a card. */
export function cardName(face: Face): string {
  return say(`card.${face ?? "hidden"}`);
}
