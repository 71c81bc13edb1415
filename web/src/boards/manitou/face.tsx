/** Big Manitou: three grounds with tiles, and the players' hunters and heroes on them. */
import { type ManitouState, ManitouStep } from "hunch-client/v1/manitou";
import type { BoardProps, Face } from "../board.ts";
import { useWidth } from "../width.ts";
import { huntsOf, TILES as ALL_TILES } from "./cards.ts";
import { Ground, Prizes } from "./ground.tsx";
import { Key } from "./key.tsx";
import { ENOUGH, GAP, type Layout, NARROW, WIDE } from "./layout.ts";
import { changedBy, placesOf } from "./places.ts";
import { Row, rowHeight } from "./row.tsx";
import { scoresOf } from "./seats.ts";
import { Owned, TILES, Tray, trayHeight } from "./tray.tsx";
import { say } from "./words.ts";
import "./face.css";

const GROUNDS = [1, 2, 3] as const;

function Board(props: BoardProps<ManitouState>) {
  const { box, width } = useWidth();
  const wide = width >= ENOUGH;
  return (
    <div class="manitou" ref={box}>
      {width > 0 && <Table key={String(wide)} {...props} layout={wide ? WIDE : NARROW} />}
      <Key {...props} seat={props.seat ?? 0} />
    </div>
  );
}

type TableProps = BoardProps<ManitouState> & { layout: Layout };

function Table(props: TableProps) {
  const { state, layout } = props;
  const below = props.seat ?? 0;
  const players = state.seats.length;
  const order = state.seats.map((_, number) => (below + 1 + number) % players);
  const top = layout.head;
  const heights = order.map((of) => rowHeight(state.seats[of]!, layout));
  const begins = order.map((_, number) => heights.slice(0, number).reduce((sum, one) => sum + one, top + layout.strip));
  const end = heights.reduce((sum, one) => sum + one, top + layout.strip);
  const own = state.seats[below];
  const height = end + 2 * GAP + TILES + (own ? trayHeight(state, own, layout) : 0);
  const tray = own && { ...props, own, of: below };
  return (
    <svg class="board" viewBox={`-4 0 ${layout.width + 8} ${height}`} role="group" aria-label={say("board")}>
      <Head {...props} />
      {GROUNDS.map((ground) => (
        <Ground key={ground} {...props} ground={ground} top={top} height={end - top} />
      ))}
      <g class="over">
        {GROUNDS.map((ground) => (
          <Prizes key={ground} {...props} ground={ground} top={top} />
        ))}
        {order.map((of, number) => (
          <Line key={of} {...props} of={of} y={begins[number] ?? 0} />
        ))}
      </g>
      {tray && <Owned {...tray} y={end + GAP} />}
      {tray && <Tray {...tray} y={end + 2 * GAP + TILES} />}
    </svg>
  );
}

function Line(props: TableProps & { of: number; y: number }) {
  const { state, of } = props;
  const own = state.seats[of];
  const score = scoresOf(state)[of];
  const nobody = state.step <= ManitouStep.SELECT || state.step === ManitouStep.END;
  return own && score ? <Row {...props} own={own} score={score} moves={!nobody && state.turn === of} /> : null;
}

function Head({ state, names, layout }: TableProps) {
  const share = state.share;
  const players = state.seats.length;
  const hunts = huntsOf(players);
  const values = {
    name: names[state.turn] ?? "",
    ground: share?.ground ?? 0,
    left: share?.left ?? 0,
    rank: say(`rank.${share?.rank ?? 0}`),
  };
  const wide = layout === WIDE;
  const step = say(`step.${state.step}`, values);
  const lie = [...state.grounds, ...state.seats].reduce((sum, { tiles }) => sum + tiles.length, state.removed.length);
  return (
    <>
      <text class="head" x="2" y="17">
        {say("head", { hunt: Math.min(state.hunt + 1, hunts), hunts })}
        {wide && ` · ${step}`}
      </text>
      {!wide && (
        <text class="step" x="2" y="35">
          {step}
        </text>
      )}
      <text class="bag" x={layout.width - 2} y="17" role="img" aria-label={say("bag.long", { n: ALL_TILES - lie })}>
        {say("bag", { n: ALL_TILES - lie })}
      </text>
    </>
  );
}

export const face: Face<ManitouState> = {
  stateOf: ({ state }) => (state.case === "manitou" ? state.value : undefined),
  Board,
  placesOf,
  changedBy,
};
