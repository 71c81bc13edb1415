/** Goofspiel: bids for prizes, one after the other. */
import type { GoofspielState } from "hunch-client/v1/goofspiel";
import type { BoardProps, Face } from "../board.ts";
import { CARD, NoCard, PlayingCard } from "../playing_card.tsx";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { useWidth } from "../width.ts";
import { ENOUGH, type Layout, NARROW, WIDE } from "./layout.ts";
import * as game from "./places.ts";
import { Rounds, ROUNDS } from "./rounds.tsx";
import { say } from "./words.ts";
import "./face.css";

const HEAD = 26;
const NAME = 58;

type TableProps = BoardProps<GoofspielState> & { layout: Layout };

function Board(props: BoardProps<GoofspielState>) {
  const { box, width } = useWidth();
  const wide = width >= ENOUGH;
  return (
    <div class="goofspiel" ref={box}>
      {width > 0 && <Table key={String(wide)} {...props} layout={wide ? WIDE : NARROW} />}
    </div>
  );
}

function Table(props: TableProps) {
  const { state, layout } = props;
  const below = props.seat ?? 0;
  const duel = HEAD + NAME;
  const rounds = duel + CARD.height * layout.table + 30;
  const name = rounds + ROUNDS + 8;
  const lines = Math.ceil(game.cardsOf(state) / layout.row);
  const height = name + 30 + lines * (CARD.height * layout.hand + 10);
  return (
    <svg class="board" viewBox={`-4 0 ${layout.width + 8} ${height}`} role="group" aria-label={say("board")}>
      <Head {...props} />
      <Name {...props} of={1 - below} y={HEAD} />
      <Left {...props} of={1 - below} y={HEAD + 30} />
      <Duel {...props} y={duel} />
      <Rounds {...props} y={rounds} />
      <Name {...props} of={below} y={name} />
      <Hand {...props} y={name + 30} />
    </svg>
  );
}

function Head({ state, layout }: TableProps) {
  const cards = game.cardsOf(state);
  const over = state.rounds.length === cards;
  const come = game.toCome(state).join(" ");
  return (
    <>
      <text class="head" x="2" y="17">
        {over ? say("over") : say("head", { round: state.rounds.length + 1, rounds: cards })}
      </text>
      {come && (
        <text class="come" x={layout.width} y="17" role="img" aria-label={say("come", { prizes: come })}>
          {`${say("come.short")} ${come}`}
        </text>
      )}
    </>
  );
}

function Name({ state, names, layout, of, y }: TableProps & { of: number; y: number }) {
  const points = game.pointsOf(game.roundsOf(state), of);
  return (
    <g transform={`translate(0 ${y})`}>
      <rect class="side" width={layout.width} height="26" rx="7" />
      <rect class={`stripe seat-${of}`} width="5" height="26" rx="2.5" />
      <text class="name" x="14" y="18">
        {names[of]}
      </text>
      <text class="points" x={layout.width - 10} y="18.5">
        {say(points === 1 ? "points.one" : "points", { n: points })}
      </text>
    </g>
  );
}

/** The cards that a seat may still hold, in small. */
function Left({ state, names, layout, of, y }: TableProps & { of: number; y: number }) {
  const cards = game.cardsOf(state);
  const left = game.left(state, of);
  const pitch = Math.min(30, layout.width / cards);
  const start = (layout.width - pitch * cards) / 2;
  return (
    <g role="img" aria-label={say("left", { name: names[of] ?? "", cards: left.join(", ") })}>
      {game.upTo(cards).map((card) => (
        <g
          key={card}
          class={left.includes(card) ? "small" : "small gone"}
          transform={`translate(${start + (card - 1) * pitch} ${y})`}
        >
          <rect x="1" width={pitch - 3} height="20" rx="3.5" />
          <text x={pitch / 2 - 0.5} y="15">
            {card}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The prize between the two bids. */
function Duel(props: TableProps & { y: number }) {
  const { state, marks, layout, y } = props;
  const below = props.seat ?? 0;
  const middle = layout.width / 2;
  const radius = 34;
  return (
    <>
      <Lying {...props} of={below} x={middle - 60 - CARD.width * layout.table} />
      <Spot
        place={game.PRIZE}
        marks={marks}
        label={state.prize ? say("prize", { prize: state.prize }) : say("prize.none")}
        at={moved(middle, y + (CARD.height * layout.table) / 2 + 4)}
      >
        <circle class={state.prize ? "prize" : "prize none"} r={radius} />
        {state.prize > 0 && (
          <text class="worth" y="12">
            {state.prize}
          </text>
        )}
        <circle class="edge" r={radius + 4} />
      </Spot>
      <Lying {...props} of={1 - below} x={middle + 60} />
    </>
  );
}

function Lying({ state, names, marks, layout, of, x, y }: TableProps & { of: number; x: number; y: number }) {
  const bid = game.bidOf(state.pending[of]);
  const name = names[of] ?? "";
  const label = typeof bid === "number" ? say("bid", { name, bid }) : say(`bid.${bid}`, { name });
  return (
    <>
      <Spot place={game.bidBy(of)} marks={marks} label={label} at={moved(x, y + 4, layout.table)}>
        {bid === "none" ? <NoCard /> : <PlayingCard letter={bid === "hidden" ? undefined : String(bid)} />}
      </Spot>
      <text class="whose" x={x + (CARD.width * layout.table) / 2} y={y + CARD.height * layout.table + 20}>
        {name}
      </text>
    </>
  );
}

function Hand(props: TableProps & { y: number }) {
  const { state, marks, layout, y } = props;
  const cards = game.cardsOf(state);
  const left = game.left(state, props.seat ?? 0);
  const inRow = Math.min(layout.row, cards);
  const pitch = layout.width / Math.max(inRow, 7);
  const start = (layout.width - pitch * inRow) / 2 + (pitch - CARD.width * layout.hand) / 2;
  return (
    <>
      {left.map((card) => {
        const [column, line] = [(card - 1) % layout.row, Math.floor((card - 1) / layout.row)];
        const at = moved(start + column * pitch, y + 6 + line * (CARD.height * layout.hand + 10), layout.hand);
        return (
          <Spot key={card} place={game.inHand(card)} marks={marks} label={say("hand", { card })} at={at}>
            <PlayingCard letter={String(card)} />
          </Spot>
        );
      })}
    </>
  );
}

export const face: Face<GoofspielState> = {
  stateOf: ({ state }) => (state.case === "goofspiel" ? state.value : undefined),
  Board,
  placesOf: game.placesOf,
  changedBy: game.changedBy,
};
