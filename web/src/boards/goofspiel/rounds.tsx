/** The finished rounds of goofspiel: both bids, and the prize beside the one that took it. */
import type { GoofspielState } from "hunch-client/v1/goofspiel";
import type { BoardProps } from "../board.ts";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import type { Layout } from "./layout.ts";
import { type Bid, cardsOf, type Round, roundAt, roundsOf, upTo } from "./places.ts";
import { say } from "./words.ts";

/** The height of the strip. */
export const ROUNDS = 112;
const CARD_HEIGHT = 26;
/** Where the prize lies: with the player above, with nobody, with the player below. */
const PRIZES = { above: 44, nobody: ROUNDS / 2, below: ROUNDS - 44 };

interface RoundsProps extends BoardProps<GoofspielState> {
  layout: Layout;
  y: number;
}

/** All rounds from left to right. */
export function Rounds(props: RoundsProps) {
  const { state, layout, y } = props;
  const all = cardsOf(state);
  const pitch = Math.min(58, layout.width / all);
  const start = (layout.width - pitch * all) / 2;
  const rounds = roundsOf(state);
  return (
    <>
      <rect class="strip" y={y} width={layout.width} height={ROUNDS} rx="8" />
      <path class="half" d={`M8 ${y + ROUNDS / 2}H${layout.width - 8}`} />
      {upTo(all).map((number) => {
        const round = rounds[number - 1];
        const x = start + (number - 1) * pitch;
        return round && <Column key={number} {...props} round={round} number={number} x={x} width={pitch} />;
      })}
    </>
  );
}

interface ColumnProps extends RoundsProps {
  round: Round;
  number: number;
  x: number;
  width: number;
}

function Column({ seat, names, marks, round, number, x, y, width }: ColumnProps) {
  const below = seat ?? 0;
  const { prize, bids, winner } = round;
  const place = winner === undefined ? "nobody" : winner === below ? "below" : "above";
  const told = (of: number) => `${bids[of] === "hidden" ? say("unknown") : (bids[of] ?? "")}`;
  const taken = winner === undefined ? say("nobody") : say("takes", { name: names[winner] ?? "" });
  const [first, second] = [names[below] ?? "", names[1 - below] ?? ""];
  const label = say("round", { round: number, prize, first, one: told(below), second, other: told(1 - below), taken });
  const radius = Math.min(14, width / 2 - 0.5);
  return (
    <Spot place={roundAt(number)} marks={marks} label={label} at={moved(x, y)}>
      <Small bid={bids[1 - below] ?? "none"} y={3} width={width} />
      <circle class={winner === undefined ? "prize lost" : "prize"} cx={width / 2} cy={PRIZES[place]} r={radius} />
      <text class="won" x={width / 2} y={PRIZES[place] + 5}>
        {prize}
      </text>
      <Small bid={bids[below] ?? "none"} y={ROUNDS - CARD_HEIGHT - 3} width={width} />
      <rect class="edge" x="0" y="1" width={width} height={ROUNDS - 2} rx="6" />
    </Spot>
  );
}

function Small({ bid, y, width }: { bid: Bid; y: number; width: number }) {
  const wide = Math.min(width - 4, 30);
  return (
    <>
      <rect
        class={bid === "hidden" ? "small-back" : "small-front"}
        x={(width - wide) / 2}
        y={y}
        width={wide}
        height={CARD_HEIGHT}
        rx="4"
      />
      <text class={bid === "hidden" ? "small-number unknown" : "small-number"} x={width / 2} y={y + 18}>
        {bid === "hidden" ? "?" : bid}
      </text>
    </>
  );
}
