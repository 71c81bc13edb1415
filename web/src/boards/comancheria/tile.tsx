/** A place in the text part of the board: a button while it can be picked, plain text otherwise. */
import type { ComponentChildren } from "preact";
import type { Marks, Place } from "../board.ts";

/** The class of a part of a panel that is marked and cannot be picked. */
export function markClass(marks: Marks, place: Place): string {
  const mark = marks.mark(place);
  return mark ? `mark-${mark}` : "";
}

interface TileProps {
  place: Place;
  marks: Marks;
  /** What it is, for people who do not see it; unset if its text says so. */
  label?: string;
  /** More classes. */
  class?: string;
  children: ComponentChildren;
}

/** A part of a panel that can be a place of moves. */
export function Tile({ place, marks, label, class: more = "", children }: TileProps) {
  const pickable = marks.pickable(place);
  const names = ["tile", more, pickable, markClass(marks, place)].filter(Boolean).join(" ");
  if (!pickable) {
    return (
      <div class={names} data-place={place} role={label ? "img" : undefined} aria-label={label}>
        {children}
      </div>
    );
  }
  return (
    <button
      type="button"
      class={names}
      data-place={place}
      aria-label={label}
      aria-pressed={pickable === "picked"}
      onClick={() => marks.pick(place)}
    >
      {children}
    </button>
  );
}
