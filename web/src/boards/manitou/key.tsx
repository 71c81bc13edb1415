/** What stands below the board of Big Manitou: who beats whom, what counts, and hands that lie open. */
import type { ManitouCards, ManitouState } from "hunch-client/v1/manitou";
import { Inline } from "../signs.tsx";
import { SIGNS } from "./card.tsx";
import { beats, cardOf, gathered, HEROES } from "./cards.ts";
import { called, listed, say } from "./words.ts";

interface KeyProps {
  state: ManitouState;
  seat: number;
  names: readonly string[];
}

/** Everything below the board. */
export function Key({ state, seat, names }: KeyProps) {
  return (
    <div class="manitou-key">
      <Open state={state} seat={seat} names={names} />
      <h3>{say("beats")}</h3>
      <ul class="beats">
        {HEROES.map((hero) => (
          <li key={hero}>
            <span aria-hidden="true">
              <Inline sign={SIGNS[hero]} class="hero" /> ▸{" "}
              {beats(hero).map((loser) => (
                <Inline key={loser} sign={SIGNS[loser]} />
              ))}
            </span>{" "}
            {say("beats.one", { hero: say(hero), beats: listed(beats(hero)) })}
          </li>
        ))}
      </ul>
      <details>
        <summary>{say("key")}</summary>
        <ul>
          <li>{say("key.ground")}</li>
          <li>
            <Inline sign="bison" /> <Inline sign="tipi" /> {say("key.pairs")}
          </li>
          <li>
            <Inline sign="cylinder" class="brown" /> {say("key.brown")}
          </li>
          <li>
            <Inline sign="cylinder" class="white" /> {say("key.white")}
          </li>
          <li>
            <Inline sign="tomahawk" /> {say("key.tomahawk")}
          </li>
        </ul>
      </details>
    </div>
  );
}

/** The hands and decks of other players, if they are known. */
function Open({ state, seat, names }: KeyProps) {
  const told = (cards: ManitouCards | undefined) =>
    gathered((cards?.cards ?? []).map(cardOf))
      .map(({ kind, count }) => (count > 1 ? say("many", { what: called(kind), count }) : called(kind)))
      .join(", ") || "–";
  return (
    <>
      {state.seats.map(({ hand, deck }, other) => {
        if (other === seat || !(hand?.cards.length || deck?.cards.length)) return null;
        return <p key={other}>{say("open", { name: names[other] ?? "", hand: told(hand), deck: told(deck) })}</p>;
      })}
    </>
  );
}
