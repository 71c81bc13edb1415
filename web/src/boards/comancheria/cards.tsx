/** Cards: the War Event, development cards that lie open, in the hand and in play, and the sets of culture cards. */
import { ComancheriaCardState as At, ComancheriaGate, type ComancheriaState } from "hunch-client/v1/comancheria";
import type { Marks } from "../board.ts";
import table from "./table.json" with { type: "json" };
import { markClass, Tile } from "./tile.tsx";
import { nameOf, named, say, textOf } from "./words.ts";

interface CardsProps {
  state: ComancheriaState;
  marks: Marks;
}

const OPEN = [At.OPEN_FIRST, At.OPEN_SECOND, At.OPEN_THIRD];
const TOP = [At.TOP_FIRST, At.TOP_SECOND, At.TOP_THIRD];
const GATES: Partial<Record<ComancheriaGate, string>> = {
  [ComancheriaGate.SANTA_FE]: "santa_fe",
  [ComancheriaGate.REMOVAL]: "removal",
  [ComancheriaGate.MEXICAN_WAR]: "mexican_war",
};

/** The panel. */
export function Cards({ state, marks }: CardsProps) {
  const held = cardsAt(state, At.HELD);
  const bought = cardsAt(state, At.BOUGHT);
  const gates = state.gates.map((gate) => nameOf(GATES[gate] ?? ""));
  return (
    <section class="panel cards">
      <h3>{say("cards")}</h3>
      <div class="cardrow">
        <War state={state} marks={marks} />
        {OPEN.map((at, i) => (
          <Open key={at} place={i + 1} card={cardsAt(state, at)[0]} marks={marks} />
        ))}
      </div>
      <Hand title={say("hand")} cards={held} marks={marks} />
      <Hand title={say("inplay")} cards={bought} marks={marks} />
      <Deck state={state} marks={marks} />
      {gates.length > 0 && (
        <Tile place="gates" marks={marks} class="plain">
          {say("gates", { names: gates.join(", ") })}
        </Tile>
      )}
      <Sets levels={state.cultureLevels} marks={marks} />
    </section>
  );
}

/** The numbers of the cards that are somewhere. */
function cardsAt(state: ComancheriaState, at: At): number[] {
  return state.development.filter((card) => card.state === at).map(({ card }) => card);
}

function title(card: number): string {
  return named().cards[card - 1] ?? "";
}

/** A card in words: title, when it works and what it costs, what it does. */
function Printed({ card }: { card: number }) {
  const known = table.cards[card - 1];
  const price = known && "cost" in known && known.cost !== undefined ? `${say("price", { n: known.cost })}, ` : "";
  return (
    <>
      <strong>{title(card)}</strong>
      <small>
        {price}
        {textOf(`class.${known?.class}`)}
      </small>
      <span>{textOf(`card.${card}`)}</span>
    </>
  );
}

function Open({ place, card, marks }: { place: number; card: number | undefined; marks: Marks }) {
  return (
    <Tile place={`open:${place}`} marks={marks} class="card">
      <small>{say("open", { n: place })}</small>
      {card ? <Printed card={card} /> : <strong>{say("empty")}</strong>}
    </Tile>
  );
}

function Hand({ title: heading, cards, marks }: { title: string; cards: readonly number[]; marks: Marks }) {
  if (cards.length === 0) {
    return null;
  }
  return (
    <>
      <h4>{heading}</h4>
      <div class="cardrow">
        {cards.map((card) => (
          <Tile key={card} place={`card:${card}`} marks={marks} class="card">
            <Printed card={card} />
          </Tile>
        ))}
      </div>
    </>
  );
}

/** How many cards the deck has, and which are known to come next. */
function Deck({ state, marks }: CardsProps) {
  const known = TOP.flatMap((at) => cardsAt(state, at));
  const n = cardsAt(state, At.DECK).length + known.length;
  return (
    <Tile place="deck" marks={marks} class="plain dim">
      {say("deck", { n })}
      {known.length > 0 && `; ${say("next", { list: known.map(title).join(", ") })}`}
    </Tile>
  );
}

/** The War Event, and how many cards the War deck has. */
function War({ state, marks }: CardsProps) {
  const event = table.war[(state.warDeck?.event ?? 0) - 1]?.event;
  const left = state.warDeck?.left.reduce((sum, n) => sum + n, 0) ?? 0;
  return (
    <Tile place="war" marks={marks} class="card war">
      <small>{say("war")}</small>
      <strong>{event ? nameOf(event) : say("war.none")}</strong>
      {event && <span>{textOf(`event.${event}`)}</span>}
      <small>{say("war.deck", { n: left })}</small>
    </Tile>
  );
}

/** The sets of culture cards with their levels. */
function Sets({ levels, marks }: { levels: readonly number[]; marks: Marks }) {
  return (
    <>
      <h4>{say("sets")}</h4>
      <div class={`cardrow ${markClass(marks, "sets")}`} data-place="sets">
        {table.sets.map((prices, i) => (
          <CultureSet key={i} number={i + 1} level={levels[i] ?? 0} prices={prices} marks={marks} />
        ))}
      </div>
    </>
  );
}

interface CultureSetProps {
  number: number;
  level: number;
  /** What each level costs. */
  prices: readonly number[];
  marks: Marks;
}

function CultureSet({ number, level, prices, marks }: CultureSetProps) {
  const price = prices[level];
  return (
    <Tile place={`set:${number}`} marks={marks} class="card set">
      <strong>{named().sets[number - 1]}</strong>
      <small>
        {say("set.level", { n: level })}
        {price !== undefined && `, ${say("set.price", { n: price })}`}
      </small>
      {prices.map((_, i) => (
        <span key={i} class={i < level ? "reached" : "dim"}>
          {i < level ? "●" : "○"} {textOf(`set.${number}.${i + 1}`)}
        </span>
      ))}
    </Tile>
  );
}
