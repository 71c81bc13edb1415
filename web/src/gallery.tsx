/**
 * A board alone, to work on it: `npx vite`, then /gallery.html?game=tomahawk&position=URL. The position is a GameState
 * or a request with one, as JSON; unset: the example of the game. If the JSON is a list, `at` is a number in it. If it
 * has moves, what they name can be picked. Not part of the page.
 */
import { signal } from "@preact/signals";
import { fromJson } from "hunch-client";
import { GameMoveSchema, GameStateSchema } from "hunch-client/v1/game";
import { render } from "preact";
import { faceOf } from "./boards/faces.ts";
import type { Marks, Place } from "./boards/board.ts";
import "./style/page.css";

const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? "tomahawk";
const picked = signal<readonly Place[]>([]);

const marks: Marks = {
  pickable: (place) => (picked.value.includes(place) ? "picked" : named.has(place) ? "open" : undefined),
  pick: (place) => {
    const rest = picked.value.filter((other) => other !== place);
    picked.value = rest.length < picked.value.length ? rest : [...rest, place];
  },
  mark: (place) => (asked.get("mark") === place ? "hint" : undefined),
};

const file = await (await fetch(asked.get("position") ?? `/@fs${import.meta.env.VITE_EXAMPLES}/${game}.json`)).json();
const read = Array.isArray(file) ? file.at(Number(asked.get("at") ?? 0)) : file;
const state = fromJson(GameStateSchema, read.position?.state ?? read.state ?? read);
const face = await faceOf(game);
const moves: unknown[] = read.moves ?? [];
const shown = asked.get("seat") ?? read.seat ?? read.position?.seat ?? 0;
const named = new Set(
  face && moves.flatMap((move) => face.placesOf(fromJson(GameMoveSchema, move as never), face.stateOf(state))),
);
if (face) {
  const own = face.stateOf(state);
  const names = ["You", "Bea", "Cem", "Dan", "Eve", "Fay"];
  const Picture = () => (
    <main>
      <face.Board state={own} seat={Number(shown)} names={names} marks={marks} />
      <p>{picked.value.join(" ")}</p>
    </main>
  );
  render(<Picture />, document.getElementById("page")!);
}
