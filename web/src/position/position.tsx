/** A position that a link holds: its picture, and what the server thinks of it. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { fromBinary, toJsonString } from "hunch-client";
import { GameStateSchema, type GameState } from "hunch-client/v1/game";
import { Analysis } from "../analysis/analysis.tsx";
import type { Face, Place } from "../boards/board.ts";
import { faceOf } from "../boards/faces.ts";
import { Loaded } from "../parts/loaded.tsx";
import { BoardPicture } from "../parts/picture.tsx";
import { saveFile } from "../parts/files.ts";
import { BoardText } from "../parts/text.tsx";
import { toBytes } from "../server/base64.ts";
import { hunch } from "../server/server.ts";
import { say } from "../words/words.ts";
import { gameName } from "../words/games.ts";

/** What the link holds, as far as the server finds it right. */
interface Held {
  state: GameState;
  game: string;
  face: Face | undefined;
  /** The seat that must choose, if the position says so. */
  chooser: number | undefined;
}

/** The view. */
export function PositionView({ data, seat }: { data: string; seat: string }) {
  return (
    <Loaded load={() => read(data)} of={data}>
      {(held) => <Position held={held} seat={seat ? Number(seat) : undefined} />}
    </Loaded>
  );
}

async function read(data: string): Promise<Held> {
  const state = decoded(data);
  const game = state.state.case;
  if (!game) {
    throw new Error(say("position.bad"));
  }
  const { stage } = await hunch.value.rules.checkState({ state });
  const chooser = stage?.next.case === "seat" ? stage.next.value : undefined;
  return { state, game, face: await faceOf(game), chooser };
}

function decoded(data: string): GameState {
  try {
    return fromBinary(GameStateSchema, toBytes(data));
  } catch {
    throw new Error(say("position.bad"));
  }
}

function Position({ held, seat }: { held: Held; seat: number | undefined }) {
  const { state, game, face, chooser } = held;
  const pointed = useSignal<readonly Place[]>([]);
  const copied = useSignal(false);
  const looking = seat ?? chooser ?? 0;
  useEffect(() => () => void (pointed.value = []), [state]);
  const names = Array.from({ length: 6 }, (_, at) => say("seat", { n: at + 1 }));
  return (
    <div class="table">
      <h1 class="quiet">{say("position.of", { game: gameName(game) })}</h1>
      <section class="stage" aria-labelledby="board">
        <h2 id="board" class="unseen">
          {say("board")}
        </h2>
        <BoardPicture
          face={face}
          view={state}
          seat={looking}
          names={names}
          marks={{
            pickable: () => undefined,
            pick: () => undefined,
            mark: (place) => (pointed.value.includes(place) ? "line" : undefined),
          }}
        />
      </section>
      <section class="side">
        <p>{say("position.says")}</p>
        {chooser === undefined ? (
          <p>{say("position.nothing")}</p>
        ) : (
          <Analysis
            position={{ from: { case: "state", value: state }, seat: looking }}
            game={game}
            options={{}}
            face={face}
            state={face?.stateOf(state)}
            point={(places) => (pointed.value = places)}
          />
        )}
        <BoardText of={{ state }} seat={seat} />
        <p class="row tools">
          <button
            type="button"
            onClick={async () => {
              await navigator.clipboard.writeText(location.href);
              copied.value = true;
            }}
          >
            {say("position.copy")}
          </button>
          <button type="button" onClick={() => saveFile(`${game}.json`, toJsonString(GameStateSchema, state))}>
            {say("save")}
          </button>
          <span role="status">{copied.value && say("position.copied")}</span>
        </p>
      </section>
    </div>
  );
}
