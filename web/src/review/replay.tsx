/** A game step by step, as any seat saw it: what the bots knew, and when. */
import { useSignal } from "@preact/signals";
import { Loaded } from "../parts/loaded.tsx";
import { BoardPicture } from "../parts/picture.tsx";
import type { Marks } from "../boards/board.ts";
import { namesOf } from "../play/setup.ts";
import { positionAt, viewOf, type Opened } from "./opened.ts";
import { say } from "../words/words.ts";

/** Nothing can be picked. */
const STILL: Marks = { pickable: () => undefined, pick: () => undefined, mark: () => undefined };

/** Sentences that are shown of what came before. */
const MOST = 4;

/** The view. */
export function Replay({ opened }: { opened: Opened }) {
  const at = useSignal(opened.game.steps.length);
  const looker = useSignal("all");
  const seat = looker.value === "all" ? undefined : Number(looker.value);
  const load = async () => {
    const { state, told } = await positionAt(opened, at.value);
    const whole = looker.value === "all";
    return { view: whole ? state : await viewOf(state, seat), told: told.slice(-MOST) };
  };
  const names = namesOf(opened.setup);
  const last = opened.game.steps.length;
  const step = (by: number) => (at.value = Math.min(Math.max(at.value + by, 0), last));
  return (
    <section class="replay" aria-labelledby="replay-title">
      <h2 id="replay-title">{say("replay")}</h2>
      <p>{say("replay.says")}</p>
      <p class="row">
        <label>
          {say("replay.who")}
          <select value={looker.value} onChange={(event) => (looker.value = event.currentTarget.value)}>
            <option value="all">{say("replay.all")}</option>
            {names.map((name, one) => (
              <option key={one} value={String(one)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={at.value === 0} onClick={() => step(-1)}>
          {say("back")}
        </button>
        <label class="wide">
          {say("replay.step", { n: at.value, last })}
          <input
            type="range"
            min={0}
            max={last}
            value={at.value}
            onInput={(event) => (at.value = Number(event.currentTarget.value))}
          />
        </label>
        <button type="button" disabled={at.value === last} onClick={() => step(1)}>
          {say("next")}
        </button>
      </p>
      <Loaded load={load} of={`${at.value} ${looker.value}`}>
        {({ view, told }) => (
          <div class="table">
            <div class="stage">
              <BoardPicture
                face={opened.face}
                view={view}
                seat={seat}
                names={names}
                marks={STILL}
              />
            </div>
            <ol class="side told">
              {told.map(({ seat: who, sentence }, one) => (
                <li key={one}>
                  {who !== undefined && <b>{say("log.by", { name: names[who] ?? "" })} </b>}
                  {sentence}
                </li>
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </section>
  );
}
