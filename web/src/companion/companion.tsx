/** The companion of a printed solitaire game: each step of the enemy as a sentence, dice told by tapping. */
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { go, link } from "../app/router.ts";
import { toJsonString } from "hunch-client";
import { TranscriptSchema } from "hunch-client/v1/dice";
import { saveFile } from "../parts/files.ts";
import { Failure, Loaded } from "../parts/loaded.tsx";
import { failure } from "../server/server.ts";
import { BoardPicture } from "../parts/picture.tsx";
import { BoardText } from "../parts/text.tsx";
import { games, type Chosen } from "../server/games.ts";
import type { GameInfo } from "hunch-client/v1/rules";
import { Solo, nameOf, savedGames, type Dice } from "./solo.ts";
import { Options } from "../setup/options.tsx";
import { valueName } from "../setup/words.ts";
import { count, moment, say } from "../words/words.ts";
import { gameName } from "../words/games.ts";

const open = new Map<string, Solo>();

/** The view: without a name, a game is begun. */
export function CompanionView({ id }: { id: string }) {
  return id ? <Beside key={id} id={id} /> : <Begin />;
}

function Begin() {
  return (
    <>
      <h1>{say("companion")}</h1>
      <p class="lead">{say("companion.says")}</p>
      <Loaded load={async () => (await games()).filter((game) => game.solitaire)} of="">
        {(all) => all.map((game) => <BeginForm key={game.name} game={game} />)}
      </Loaded>
      {savedGames().length > 0 && (
        <section aria-labelledby="begun">
          <h2 id="begun">{say("home.begun")}</h2>
          <ul>
            {savedGames().map((id) => (
              <li key={id}>
                <a href={link("companion", id)}>{title(id)}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What people call a game that is kept: its name holds the game, the scenario and the time. */
function title(id: string): string {
  const [game = "", scenario = "", at = ""] = id.split("-");
  return [gameName(game), valueName(game, "scenario", scenario), moment(parseInt(at, 36))].join(", ");
}

function BeginForm({ game }: { game: GameInfo }) {
  const chosen = useSignal<Chosen>({});
  const dice = useSignal<Dice>("own");
  const begin = (event: Event) => {
    event.preventDefault();
    const first = game.options[0];
    const scenario = first ? (chosen.value[first.name] ?? first.values[0] ?? "") : "";
    const id = `${game.name}-${scenario}-${Date.now().toString(36)}`;
    const solo = new Solo(id);
    open.set(id, solo);
    void solo.begin(game.name, chosen.value, dice.value);
    go("companion", id);
  };
  return (
    <form class="setup sheet" onSubmit={begin}>
      <h2>{gameName(game.name)}</h2>
      <Options
        info={game}
        chosen={chosen.value}
        choose={(name, value) => (chosen.value = { ...chosen.value, [name]: value })}
      />
      <label>
        {say("dice.of")}
        <select value={dice.value} onChange={(event) => (dice.value = event.currentTarget.value as Dice)}>
          <option value="own">{say("dice.own")}</option>
          <option value="server">{say("dice.server")}</option>
          <option value="audited">{say("dice.audited")}</option>
        </select>
      </label>
      <button type="submit" class="main">
        {say("setup.begin")}
      </button>
    </form>
  );
}

function Beside({ id }: { id: string }) {
  const solo = useMemo(() => {
    const known = open.get(id);
    if (known) {
      return known;
    }
    const fresh = new Solo(id);
    open.set(id, fresh);
    void fresh.goOn();
    return fresh;
  }, [id]);
  const state = solo.state.value;
  const line = solo.line.value;
  return (
    <div class="table companion" data-phase={solo.next.value.kind}>
      <h1 class="quiet">{gameName(solo.game.value)}</h1>
      <section class="side">
        <Step solo={solo} />
        {!line && <NextUp solo={solo} />}
        <p class="row tools">
          <button type="button" disabled={!solo.canUndo.value} onClick={() => solo.undo()}>
            {say("undo")}
          </button>
          <a class="button" href={link("rules", solo.game.value)}>
            {say("rules")}
          </a>
        </p>
        {solo.ledger.value && <Audit solo={solo} />}
        {state && <BoardText of={{ state }} seat={undefined} />}
      </section>
      <section class="stage" aria-labelledby="board">
        <h2 id="board" class="unseen">
          {say("board")}
        </h2>
        <BoardPicture
          face={solo.face.value}
          view={state}
          seat={0}
          names={[say("you")]}
          marks={{
            pickable: () => undefined,
            pick: () => undefined,
            mark: (place) => (line?.places.includes(place) ? "last" : undefined),
          }}
        />
      </section>
    </div>
  );
}

/** Dice that can be checked: what the server committed itself to, and in the end the transcript. */
function Audit({ solo }: { solo: Solo }) {
  const wrong = useSignal("");
  const reveal = async () => {
    try {
      const transcript = await solo.reveal();
      if (transcript) {
        saveFile("dice.json", toJsonString(TranscriptSchema, transcript));
      }
    } catch (thrown) {
      wrong.value = failure(thrown);
    }
  };
  return (
    <details>
      <summary>{say("dice.of")}</summary>
      <p>
        {say("dice.committed")} <code class="long">{solo.ledger.value?.commitment}</code>
      </p>
      <button type="button" onClick={reveal}>
        {say("dice.reveal")}
      </button>
      <p class="wrong" role="status">
        {wrong.value}
      </p>
    </details>
  );
}

/** What is to be done on the printed board now. */
function Step({ solo }: { solo: Solo }) {
  const line = solo.line.value;
  const { at, lines } = solo;
  const last = lines.value.length;
  return (
    <section class="sheet step" aria-labelledby="step-title">
      <h2 id="step-title">
        {last ? say("companion.step", { n: Math.min(at.value + 1, last), last }) : say("companion.setup")}
      </h2>
      <div role="status">
        {line ? (
          <>
            <p>
              <b>{line.sentence}</b>
            </p>
            <ul>
              {line.effects.map((effect, one) => (
                <li key={one}>{effect}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>{say(last ? "companion.done" : "companion.setup.says")}</p>
        )}
      </div>
      <p class="row">
        <button type="button" disabled={at.value === 0} onClick={() => solo.step(-1)}>
          {say("back")}
        </button>
        <button type="button" class="main" disabled={!line} onClick={() => solo.step(1)}>
          {say("next")}
        </button>
      </p>
    </section>
  );
}

/** The decision or the die that comes next. */
function NextUp({ solo }: { solo: Solo }) {
  const next = solo.next.value;
  switch (next.kind) {
    case "server":
      return <p class="wait">{say("status.server")}</p>;
    case "failed":
      return <Failure says={next.says} again={next.again} />;
    case "over":
      return <h2>{say(next.payoff > 0 ? "result.won" : "result.lost")}</h2>;
    case "roll":
      return (
        <section aria-labelledby="roll-title">
          <h2 id="roll-title">{say("companion.roll")}</h2>
          <div class="row outcomes">
            {solo.wanted.value.map((one) => (
              <button key={nameOf(one.event)} type="button" onClick={() => one.event && solo.tell(one.event)}>
                {one.sentence}
              </button>
            ))}
          </div>
        </section>
      );
    case "choice":
      return (
        <section aria-labelledby="choice-title">
          <h2 id="choice-title">{count("moves.count", solo.moves.value.length)}</h2>
          <ul>
            {solo.moves.value.map((one) => (
              <li key={one.move.notation}>
                <button type="button" class="move" onClick={() => solo.play(one.move)}>
                  {one.move.sentence}
                </button>
              </li>
            ))}
          </ul>
        </section>
      );
  }
}
