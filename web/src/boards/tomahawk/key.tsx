/** What stands below the board of Tomahawk: what specials and signs mean, the battles so far, the deck. */
import type { TomahawkState } from "hunch-client/v1/tomahawk";
import { Inline, type Sign } from "../signs.tsx";
import type { Battle } from "./battles.ts";
import { type Card, cardOf, counted, type Special, SPECIALS, specialOf } from "./cards.ts";
import { territoryCalled } from "./pile.tsx";
import { say, span } from "./words.ts";

interface KeyProps {
  state: TomahawkState;
  seat: number;
  names: readonly string[];
  battles: readonly Battle[];
}

const SIGNS = ["feather", "eye", "puma", "picking", "hand", "deck"] as const satisfies readonly Sign[];

/** Everything below the board. */
export function Key({ state, seat, names, battles }: KeyProps) {
  const over = battles.filter(({ winner }) => winner !== undefined);
  const deck = counted(state.seats[seat]?.deck?.cards);
  const seen = counted(state.rows.flatMap(({ cards }) => cards[1 - seat] ?? []));
  return (
    <div class="tomahawk-key">
      <dl>
        {inSight(state).map((special) => (
          <div key={special}>
            <dt>
              <Inline sign={special} class="power" /> {say(special)}
            </dt>
            <dd>{say(`${special}.power`)}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{say("key")}</summary>
        <ul>
          {SIGNS.map((sign) => (
            <li key={sign}>
              <Inline sign={sign} /> {say(`key.${sign}`)}
            </li>
          ))}
          <li>◢ {say("key.fold")}</li>
        </ul>
      </details>
      {over.length > 0 && (
        <details>
          <summary>{say("battles")}</summary>
          <ul>
            {over.map((battle) => (
              <Told key={`${battle.pile}-${battle.first}`} battle={battle} names={names} seat={seat} />
            ))}
          </ul>
        </details>
      )}
      <List title={say("deck")} cards={deck} />
      <List title={say("seen.of", { name: names[1 - seat] ?? "" })} cards={seen} />
    </div>
  );
}

/** Some cards under a title, if there are any. */
function List({ title, cards }: { title: string; cards: ReturnType<typeof counted> }) {
  if (cards.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <p>{cards.map(({ card, count }) => `${brief(card)}${count > 1 ? ` × ${count}` : ""}`).join(", ")}</p>
    </details>
  );
}

function Told({ battle, names, seat }: Pick<KeyProps, "names" | "seat"> & { battle: Battle }) {
  const { winner, rows, pile } = battle;
  const cards = (of: number) => rows.map((row) => brief(row.cards[of] ?? "none")).join(" ");
  const values = { pile, turns: span(battle), territory: territoryCalled(battle.territory) };
  const result = typeof winner === "number" ? say("won", { name: names[winner] ?? "" }) : say("tie");
  return (
    <li>
      {say("battle", values)}.{" "}
      {[seat, 1 - seat].map((of) => `${say("card.of", { name: names[of] ?? "", card: cards(of) })}. `)}
      <strong>{result}</strong>
    </li>
  );
}

function brief(card: Card): string {
  if (typeof card === "string") return "?";
  return card.special ? say(card.special) : card.hair ? `${card.strength}+${card.hair}` : String(card.strength);
}

/** The specials that are in play as far as the view shows. */
function inSight(state: TomahawkState): readonly Special[] {
  const held = state.seats.flatMap(({ choice, dealt }) =>
    (choice?.choice.case === "kept" ? choice.choice.value.specials : (dealt?.specials ?? [])).map(specialOf),
  );
  const placed = state.rows.flatMap(({ cards }) => cards.map(cardOf));
  const seen = placed.flatMap((card) => (typeof card === "object" && card.special) || []);
  return SPECIALS.filter((special) => held.includes(special) || seen.includes(special));
}
