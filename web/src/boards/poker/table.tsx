/** The table of the small poker games: two cards, what was said, and the pot. */
import type { BoardProps } from "../board.ts";
import { Headgear, NoCard, PlayingCard } from "../playing_card.tsx";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { wordsOf } from "../../words/words.ts";
import en from "./en.json";
import fr from "./fr.json";
import { type Card, type Hand, stakesOf, winnerOf } from "./hand.ts";
import "./table.css";

const say = wordsOf({ en, fr });

/** From the lowest to the highest. */
const RANKS = [1, 2, 3] as const;

type TableProps = Omit<BoardProps<Hand>, "state"> & { hand: Hand };

/** The whole table, the looking seat below. */
export function Table(props: TableProps) {
  const below = props.seat ?? 0;
  return (
    <svg class="board poker" viewBox="0 0 360 388" role="group" aria-label={say("table")}>
      <rect class="felt" x="1" y="1" width="358" height="386" rx="26" />
      <Side {...props} of={1 - below} y={18} />
      <Middle {...props} />
      <Side {...props} of={below} y={270} />
    </svg>
  );
}

function Side({ hand, names, marks, of, y }: TableProps & { of: number; y: number }) {
  const name = names[of] ?? "";
  const stake = stakesOf(hand)[of] ?? 0;
  const won = winnerOf(hand);
  const result = won === of ? say("wins") : won === "both" ? say("shares") : "";
  const card = hand.cards[of] ?? "none";
  return (
    <>
      <Spot place={`card:${of}`} marks={marks} label={say("card", { name, card: called(card) })} at={moved(24, y)}>
        <Shown card={card} />
      </Spot>
      <text class="poker-name" x="116" y={y + 18}>
        {name}
        {result && <tspan class="poker-won" dx="8">{`★ ${result}`}</tspan>}
      </text>
      {hand.rounds.map((round, number) => (
        <text key={number} class="poker-said" x="116" y={y + 41 + number * 20}>
          {round.actions
            .filter((_, turn) => turn % 2 === of)
            .map((action) => say(`action.${action}`))
            .join(" · ")}
        </text>
      ))}
      <Spot place={`stake:${of}`} marks={marks} label={say("stake", { name, n: stake })} at={moved(116, y + 72)}>
        <rect class="edge" x="-6" y="-4" width="228" height="32" rx="8" />
        <Chips count={stake} />
      </Spot>
    </>
  );
}

function Middle({ hand, marks }: TableProps) {
  const [first, second] = stakesOf(hand);
  const board = hand.board;
  const x = board === undefined ? 24 : 116;
  return (
    <>
      {board !== undefined && (
        <Spot place="board" marks={marks} label={say("board", { card: called(board) })} at={moved(24, 144)}>
          <Shown card={board} />
        </Spot>
      )}
      <text class="poker-pot" x={x} y="184">
        {say("pot", { n: first + second })}
      </text>
      <text class="poker-order" x={x} y="207">
        {say("order", { cards: RANKS.map((rank) => say(`letter.${rank}`)).join(" < ") })}
      </text>
      {board !== undefined && (
        <text class="poker-order" x={x} y="227">
          {say("pair")}
        </text>
      )}
    </>
  );
}

function Shown({ card }: { card: Card }) {
  if (card === "none") return <NoCard />;
  if (card === "hidden") return <PlayingCard />;
  return (
    <PlayingCard letter={say(`letter.${card as 1 | 2 | 3}`)}>
      <Headgear rank={card} />
    </PlayingCard>
  );
}

/** A chip for each 1 in the pot, at most 13. */
function Chips({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, number) => (
        <g key={number} transform={`translate(${12 + number * 13} 12)`}>
          <circle class="chip" r="11" />
          <circle class="chip-mark" r="7" />
        </g>
      ))}
      <text class="poker-stake" x={count * 13 + 18} y="17">
        {count}
      </text>
    </>
  );
}

function called(card: Card): string {
  return typeof card === "number" ? say(`rank.${card as 1 | 2 | 3}`) : say(card);
}
