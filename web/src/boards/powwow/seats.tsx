/** The players: whose turn it is, what they hold, and what is known of it. */
import { PowwowCard, PowwowStep, type PowwowState } from "hunch-client/v1/powwow";
import type { BoardProps, Marks } from "../board.ts";
import { Spot } from "../spot.tsx";
import { type Known, knownOf } from "./knowledge.ts";
import { cardOf, type Colour, colourOf } from "./names.ts";
import { Card, cardName, Die, type Face, Pebble } from "./pieces.tsx";
import { say } from "./words.ts";

/** What people call the holder of a hand: a player, or the dummy. */
export function holderName(hand: number, names: readonly string[], state: PowwowState): string {
  return hand < state.seats.length ? (names[hand] ?? String(hand + 1)) : say("dummy");
}

/** One picture a hand: those after the looking seat first, its own last but the dummy's. */
export function Seats({ state, seat, names, marks }: BoardProps<PowwowState>) {
  const known = knownOf(state);
  const first = seat === undefined ? 0 : seat + 1;
  const order = state.seats.map((_, i) => (first + i) % state.seats.length);
  const hands = state.dummy.length > 0 ? [...order, state.seats.length] : order;
  return (
    <div class="hands" role="group" aria-label={say("seats")}>
      {hands.map((hand) => (
        <Hand
          key={hand}
          state={state}
          hand={hand}
          name={holderName(hand, names, state)}
          own={hand === seat}
          known={known[hand] ?? { sure: [], perhaps: [] }}
          marks={marks}
        />
      ))}
    </div>
  );
}

interface HandProps {
  state: PowwowState;
  hand: number;
  name: string;
  own: boolean;
  known: Known;
  marks: Marks;
}

function Hand({ state, hand, name, own, known, marks }: HandProps) {
  const seat = state.seats[hand];
  const place = `player:${hand}`;
  const cards = seat?.hand ?? state.dummy;
  const dealt = cards.filter((card) => card !== PowwowCard.NONE);
  const moves = hand === state.mover && state.step !== PowwowStep.FINISHED;
  const label = marks.pickable(place) ? say("player.choose", { name }) : spoken(state, hand, name, dealt, known);
  return (
    <svg class={`board hand ${own ? "own" : ""} ${moves ? "moves" : ""}`} viewBox="0 0 190 132">
      <Spot place={place} marks={marks} label={label}>
        <rect class="frame" x="2" y="2" width="186" height="128" rx="10" />
        {moves && <path class="turn-bar" d="M2 12 a10 10 0 0 1 10 -10 v128 a10 10 0 0 1 -10 -10 z" />}
        <text x="20" y="25" font-size="17" font-weight={moves ? 700 : 500}>
          {name.length > 15 ? `${name.slice(0, 14)}…` : name}
        </text>
        {hand === state.starter && seat && <path class="starter" d="M160 10 v18 v-9 l15 -4 l-15 -5 z" />}
        {state.winner === hand && <path class="winner" d={STAR} />}
        <rect class="edge" x="2" y="2" width="186" height="128" rx="10" />
      </Spot>
      <Cards cards={dealt} known={known} giving={moves && state.step === PowwowStep.GIVING} marks={marks} />
      {seat && <Purse stones={seat.stones} die={colourOf(seat.die)} />}
    </svg>
  );
}

const STAR = "M150 8 l3.5 7.5 l8 1 l-6 5.5 l1.6 8 l-7.1 -4 l-7.1 4 l1.6 -8 l-6 -5.5 l8 -1 z";

/** All of it in words. */
function spoken(state: PowwowState, hand: number, name: string, cards: readonly PowwowCard[], known: Known): string {
  const seat = state.seats[hand];
  const list = (of: readonly PowwowCard[]) => of.map((card) => cardName(cardOf(card))).join(", ");
  const turn = hand === state.mover && state.step !== PowwowStep.FINISHED;
  const die = colourOf(seat?.die ?? 0);
  const parts = [
    name,
    turn && say("mover"),
    seat && hand === state.starter && say("starter"),
    say("cards", { cards: list(cards) }),
    known.sure.length > 0 && cards.includes(PowwowCard.HIDDEN) && say("known", { cards: list(known.sure) }),
    known.perhaps.length > 0 && say("perhaps", { cards: list(known.perhaps) }),
    die && say("die", { colour: say(`colour.${die}`) }),
    seat && say("stones", { n: seat.stones }),
  ];
  return parts.filter(Boolean).join("; ");
}

interface CardsProps {
  cards: readonly PowwowCard[];
  known: Known;
  /** Whether the owner picks one of them. */
  giving: boolean;
  marks: Marks;
}

/** A hand. A hidden card that is known has its colour on its back; what may be there stands below. */
function Cards({ cards, known, giving, marks }: CardsProps) {
  const sure = [...known.sure];
  const shown = cards.map((card) => ({ card, known: card === PowwowCard.HIDDEN ? sure.shift() : undefined }));
  const hidden = cards.includes(PowwowCard.HIDDEN);
  return (
    <g>
      {shown.map(({ card, known: inside }, i) => {
        const at = `translate(${20 + 54 * i}px, 38px)`;
        const face = cardOf(card);
        if (!giving || !face) {
          return <Held key={i} at={at} face={face} inside={inside} />;
        }
        return <Given key={i} at={at} face={face} twin={cards.indexOf(card) < i} marks={marks} />;
      })}
      {hidden && <Perhaps cards={known.perhaps} />}
    </g>
  );
}

/** A card that cannot be picked. */
function Held({ at, face, inside }: { at: string; face: Face; inside: PowwowCard | undefined }) {
  return (
    <g class="held" style={{ transform: at }} aria-hidden="true">
      <Card face={face} />
      {inside !== undefined && (
        <g class="inside" transform="translate(6 8) scale(0.75)">
          <Card face={cardOf(inside)} />
        </g>
      )}
    </g>
  );
}

/** A card that can be given. Of two equal ones only the first is a place. */
function Given({ at, face, twin, marks }: { at: string; face: Exclude<Face, undefined>; twin: boolean; marks: Marks }) {
  if (twin) {
    return <Held at={at} face={face} inside={undefined} />;
  }
  return (
    <Spot place={`hand:${face}`} marks={marks} label={say("hand", { card: cardName(face) })} at={at}>
      <Card face={face} />
      <rect class="edge" width="48" height="66" rx="6" />
    </Spot>
  );
}

function Perhaps({ cards }: { cards: readonly PowwowCard[] }) {
  return (
    <g class="perhaps" aria-hidden="true">
      {cards.slice(0, 4).map((card, i) => {
        const face = cardOf(card);
        return (
          <text key={card} x={20 + 30 * i} y="123" font-size="14">
            {face === "powwow" ? "PW" : face && say(`letter.${face}`)}?
          </text>
        );
      })}
    </g>
  );
}

/** The white stones and the die. */
function Purse({ stones, die }: { stones: number; die: Colour | undefined }) {
  return (
    <g class="held" aria-hidden="true">
      {die && (
        <g transform="translate(134 40) scale(0.95)">
          <Die colour={die} />
        </g>
      )}
      <g transform="translate(143 100)">
        <Pebble />
      </g>
      <text x="157" y="106" font-size="16">
        ×{stones}
      </text>
    </g>
  );
}
