/**
 * A board alone, to work on it: `npx vite`, then /gallery.html?game=tomahawk&position=URL. The position is a GameState
 * or a request with one, as JSON; unset: the example of the game. &open=PLACE,PLACE names what can be picked; unset:
 * everything. Not part of the page.
 */
import { signal } from "@preact/signals";
import { fromJson } from "hunch-client";
import { GameStateSchema } from "hunch-client/v1/game";
import { render } from "preact";
import { faceOf } from "./boards/faces.ts";
import type { Marks, Place } from "./boards/board.ts";
import "./style/page.css";

const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? "tomahawk";
const seat = asked.get("seat");
const open = asked.get("open")?.split(",");
const picked = signal<readonly Place[]>([]);

const marks: Marks = {
  pickable: (place) => picked.value.includes(place) ? "picked" : (open?.includes(place) ?? true) ? "open" : undefined,
  pick: (place) => {
    const rest = picked.value.filter((other) => other !== place);
    picked.value = rest.length < picked.value.length ? rest : [...rest, place];
  },
  mark: (place) => (asked.get("mark") === place ? "hint" : undefined),
};

const read = await (await fetch(asked.get("position") ?? `/@fs${import.meta.env.VITE_EXAMPLES}/${game}.json`)).json();
const state = fromJson(GameStateSchema, read.position?.state ?? read.state ?? read);
const face = await faceOf(game);
if (face) {
  const own = face.stateOf(state);
  const names = ["You", "Bea", "Cem", "Dan", "Eve", "Fay"];
  const Picture = () => (
    <main>
      <face.Board state={own} seat={seat === null ? 0 : Number(seat)} names={names} marks={marks} />
      <p>{picked.value.join(" ")}</p>
    </main>
  );
  render(<Picture />, document.getElementById("page")!);
}
