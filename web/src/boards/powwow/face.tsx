/** Pow Wow: the track around the tepee, the dice of the round, the players' hands, and the exchanges. */
import type { PowwowColour, PowwowState } from "hunch-client/v1/powwow";
import type { BoardProps, Face, Marks } from "../board.ts";
import { Spot } from "../spot.tsx";
import { Exchanges, UnderWay } from "./exchanges.tsx";
import { colourOf } from "./names.ts";
import { Die } from "./pieces.tsx";
import { changedBy, placesOf } from "./places.ts";
import { CENTRE } from "./ring.ts";
import { holderName, Seats } from "./seats.tsx";
import table from "./table.json" with { type: "json" };
import { Tepee } from "./tepee.tsx";
import { Indians, Spaces, Sticks } from "./track.tsx";
import { say } from "./words.ts";
import "./powwow.css";

/** Pow Wow as the page knows it. */
export const face: Face<PowwowState> = {
  stateOf: (state) => (state.state.case === "powwow" ? state.state.value : undefined),
  Board,
  placesOf,
  changedBy,
};

function Board(props: BoardProps<PowwowState>) {
  const { state, marks } = props;
  return (
    <div class="powwow">
      <div class="plan">
        <svg class="board ring" viewBox={`0 0 ${2 * CENTRE} ${2 * CENTRE}`} role="group" aria-label={say("board")}>
          <Spaces marks={marks} />
          <Sticks />
          <Tepee state={state} marks={marks} />
          <Indians state={state} marks={marks} />
        </svg>
        <div class="beside">
          <Winner {...props} />
          {state.pool.length > 0 && <Dice pool={state.pool} marks={marks} />}
          <UnderWay {...props} />
          <Seats {...props} />
          <p class="stock">{say("stock", { n: stock(state) })}</p>
          <Exchanges {...props} />
        </div>
      </div>
    </div>
  );
}

function stock(state: PowwowState): number {
  return table.stones - state.seats.reduce((sum, seat) => sum + seat.stones, 0);
}

function Winner({ state, names }: BoardProps<PowwowState>) {
  if (state.winner === undefined) {
    return null;
  }
  const dummy = state.winner >= state.seats.length;
  return <p class="won-by">{dummy ? say("nobody") : say("wins", { name: holderName(state.winner, names, state) })}</p>;
}

/** The dice that nobody has chosen. Dice of one colour are one place. */
function Dice({ pool, marks }: { pool: readonly PowwowColour[]; marks: Marks }) {
  const colours = [...new Set(pool)].sort((a, b) => a - b);
  return (
    <svg class="board dice" viewBox="0 0 390 64" role="group" aria-label={say("dice")}>
      {colours.map((colour, i) => {
        const word = colourOf(colour);
        const many = pool.filter((other) => other === colour).length;
        return (
          word && (
            <Spot
              key={word}
              place={`die:${word}`}
              marks={marks}
              label={say(many > 1 ? "die.many" : "die", { colour: say(`colour.${word}`), n: many })}
              at={`translate(${10 + 64 * i}px, 12px)`}
            >
              {Array.from({ length: many }, (_, at) => (
                <g key={at} transform={`translate(${4 * (many - 1 - at)} ${-4 * (many - 1 - at)})`}>
                  <Die colour={word} />
                </g>
              ))}
              <rect class="edge" x="-3" y={1 - 4 * many} width={46 + 4 * many} height={46 + 4 * many} rx="10" />
            </Spot>
          )
        );
      })}
    </svg>
  );
}
