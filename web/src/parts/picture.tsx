/** The picture of a position, or a sentence if there is none. */
import { useRef } from "preact/hooks";
import type { GameState } from "hunch-client/v1/game";
import type { Face, Marks, Place } from "../boards/board.ts";
import { say } from "../words/words.ts";
import { nearest } from "./arrows.ts";
import { follow } from "./drag.ts";

interface PictureProps {
  face: Face | undefined;
  view: GameState | undefined;
  seat: number | undefined;
  names: readonly string[];
  marks: Marks;
  /** What happens to a place that is dragged off the board. Unset: nothing. */
  dropped?: (place: Place, on: Element) => void;
}

/** Draws a board. The arrow keys go from one place that can be picked to the next. */
export function BoardPicture({ face, view, seat, names, marks, dropped }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const state = view && face?.stateOf(view);
  if (!face || !state) {
    return <p class="wait">{say("loading")}</p>;
  }
  const step = (event: KeyboardEvent) => {
    const next = box.current && nearest(box.current, event.key);
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };
  const drag = (event: PointerEvent) =>
    follow(event, {
      onPlace: (from, to) => [from, to].filter((place) => marks.pickable(place) === "open").forEach(marks.pick),
      onOther: (from, on) => dropped?.(from, on),
    });
  return (
    <div ref={box} class="picture" onKeyDown={step} onPointerDown={drag}>
      <face.Board state={state} seat={seat} names={names} marks={marks} />
    </div>
  );
}
