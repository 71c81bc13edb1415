/** Exchanges of cards: the one under way, and those that are remembered. */
import { PowwowCard, type PowwowExchange, type PowwowState, PowwowStep } from "hunch-client/v1/powwow";
import type { BoardProps, Marks } from "../board.ts";
import { Spot } from "../spot.tsx";
import { cardOf } from "./names.ts";
import { Card, cardName } from "./pieces.tsx";
import { holderName } from "./seats.tsx";
import { say } from "./words.ts";

/** The exchange under way. While the mover takes a card, both of the other hand lie open for those who see them. */
export function UnderWay({ state, names, marks }: BoardProps<PowwowState>) {
  const now = state.underWay;
  if (!now) {
    return null;
  }
  const name = holderName(state.mover, names, state);
  return (
    <section class="deal">
      <h3>{say("exchange.now")}</h3>
      <p>
        {say("exchange.gives", { name, other: holderName(now.other, names, state) })} <Small card={now.given} />{" "}
        {say("given")}
      </p>
      {state.step === PowwowStep.TAKING && <Sight cards={now.sight} marks={marks} />}
    </section>
  );
}

function Sight({ cards, marks }: { cards: readonly PowwowCard[]; marks: Marks }) {
  const different = cards.filter((card, i) => card === PowwowCard.HIDDEN || cards.indexOf(card) === i);
  return (
    <>
      <p>{say("exchange.sees")}</p>
      <svg class="board sight" viewBox="0 0 130 78" role="group" aria-label={say("exchange.now")}>
        {different.map((card, i) => (
          <Seen key={i} card={card} at={`translate(${10 + 62 * i}px, 6px)`} many={different.length < 2} marks={marks} />
        ))}
      </svg>
    </>
  );
}

function Seen({ card, at, many, marks }: { card: PowwowCard; at: string; many: boolean; marks: Marks }) {
  const face = cardOf(card);
  const twin = many && (
    <g transform="translate(12 0)">
      <Card face={face} />
    </g>
  );
  if (!face) {
    return (
      <g style={{ transform: at }} role="img" aria-label={cardName(face)}>
        {twin}
        <Card face={face} />
      </g>
    );
  }
  return (
    <Spot place={`sight:${face}`} marks={marks} label={say("sight", { card: cardName(face) })} at={at}>
      {twin}
      <Card face={face} />
      <rect class="edge" width="48" height="66" rx="6" />
    </Spot>
  );
}

/** What is remembered, the newest first. */
export function Exchanges({ state, names }: BoardProps<PowwowState>) {
  const newest = [...state.exchanges].reverse();
  return (
    <section class="swaps">
      <h3>{say("exchanges")}</h3>
      {newest.length === 0 ? <p>{say("exchanges.none")}</p> : null}
      <ol reversed>
        {newest.map((exchange, i) => (
          <li key={newest.length - i}>
            <Made exchange={exchange} names={names} state={state} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Made({ exchange, names, state }: { exchange: PowwowExchange; names: readonly string[]; state: PowwowState }) {
  const name = holderName(exchange.seat, names, state);
  const gave = say("gave", { name, other: holderName(exchange.other, names, state) });
  if (exchange.given === PowwowCard.HIDDEN) {
    return (
      <>
        {gave} {say("unseen")}
      </>
    );
  }
  return (
    <>
      {gave} <Small card={exchange.given} /> {say("given")}, <Small card={exchange.taken} /> {say("took")},{" "}
      <Small card={exchange.kept} /> {say("left")}
    </>
  );
}

/** A card within a line of text. */
function Small({ card }: { card: PowwowCard }) {
  const face = cardOf(card);
  return (
    <svg class="tiny" viewBox="0 0 48 66" role="img" aria-label={cardName(face)}>
      <Card face={face} />
    </svg>
  );
}
