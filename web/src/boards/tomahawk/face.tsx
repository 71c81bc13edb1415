/** Tomahawk: four piles, the cards that fight on them, and two tribes. */
import { TomahawkStep, type TomahawkState } from "hunch-client/v1/tomahawk";
import type { BoardProps, Face } from "../board.ts";
import { Glyph } from "../signs.tsx";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { useWidth } from "../width.ts";
import { battlesOf, latest, turnOf } from "./battles.ts";
import { CARD } from "./card.tsx";
import { territory } from "./cards.ts";
import { Choice, CHOICE } from "./choice.tsx";
import { Hand } from "./hand.tsx";
import { Key } from "./key.tsx";
import { ANIMALS, PILE, Pile } from "./pile.tsx";
import { changedBy, placesOf, SOUGHT } from "./places.ts";
import { Side, SIDE } from "./side.tsx";
import { say } from "./words.ts";
import "./face.css";

/** How many piles stand side by side, and how large the cards in hand are. */
const NARROW = { columns: 2, hand: 1 };
const WIDE = { columns: 4, hand: 1.35 };
/** From this width in pixels on, all piles stand side by side. */
const ENOUGH = 700;
const GAP = 8;
const HEAD = 26;
/** The scale of the other player's hand, when it is open. */
const SMALL = 0.7;

function Board(props: BoardProps<TomahawkState>) {
  const { box, width } = useWidth();
  const battles = battlesOf(props.state);
  const wide = width >= ENOUGH;
  return (
    <div class="tomahawk" ref={box}>
      {width > 0 && <Table key={String(wide)} {...props} battles={battles} layout={wide ? WIDE : NARROW} />}
      <Key {...props} seat={props.seat ?? 0} battles={battles} />
    </div>
  );
}

interface TableProps extends BoardProps<TomahawkState> {
  battles: ReturnType<typeof battlesOf>;
  layout: typeof NARROW;
}

function Table(props: TableProps) {
  const { state, battles, layout } = props;
  const below = props.seat ?? 0;
  const own = state.seats[below];
  const other = state.seats[1 - below];
  const width = layout.columns * (PILE.width + GAP) - GAP;
  const choosing = battles.length === 0;
  const open = (other?.hand?.cards.length ?? 0) > 0;
  const top = HEAD + SIDE + GAP + (open ? CARD.height * SMALL + GAP : 0);
  const middle = choosing ? CHOICE : (4 / layout.columns) * (PILE.height + GAP);
  const hand = top + middle + SIDE + GAP + 4;
  const height = hand + (choosing ? 0 : CARD.height * layout.hand + 6);
  return (
    <svg class="board" viewBox={`-4 0 ${width + 8} ${height}`} role="group" aria-label={say("board")}>
      <Head {...props} width={width} />
      <Side {...props} of={1 - below} width={width} at={moved(0, HEAD)} />
      {open && <Hand {...props} cards={other?.hand} of={1 - below} width={width} scale={SMALL} y={HEAD + SIDE + GAP} />}
      {choosing && own && <Choice {...props} own={own} width={width} y={top + 8} />}
      {!choosing && <Piles {...props} top={top} />}
      <Side {...props} of={below} width={width} at={moved(0, top + middle)} />
      <Hand {...props} cards={own?.hand} of={below} width={width} scale={layout.hand} y={hand} />
    </svg>
  );
}

function Piles(props: TableProps & { top: number }) {
  const { battles, layout, top } = props;
  return (
    <>
      {latest(battles).map((battle, number) => {
        const x = (number % layout.columns) * (PILE.width + GAP);
        const y = top + Math.floor(number / layout.columns) * (PILE.height + GAP);
        return <Pile key={number} {...props} pile={number + 1} battle={battle} at={moved(x, y)} />;
      })}
    </>
  );
}

function Head({ state, marks, width }: TableProps & { width: number }) {
  const step = (state.step || TomahawkStep.DEALING_FIRST) as Exclude<TomahawkStep, 0>;
  const sought = state.sought ? territory(state.sought).land : undefined;
  return (
    <>
      <text class="head" x="2" y="17">
        {say("head", { turn: turnOf(state), step: say(`step.${step}`) })}
      </text>
      {sought && (
        <Spot
          place={SOUGHT}
          marks={marks}
          label={say("sought", { animal: say(`${sought}.animal`) })}
          at={moved(width - 48, 0)}
        >
          <text class="sought" x="22" y="17">
            +3
          </text>
          <Glyph sign={ANIMALS[sought]} size={19} y={2} />
          <rect class="edge" x="-3" y="0" width="50" height="23" rx="6" />
        </Spot>
      )}
    </>
  );
}

export const face: Face<TomahawkState> = {
  stateOf: ({ state }) => (state.case === "tomahawk" ? state.value : undefined),
  Board,
  placesOf,
  changedBy,
};
