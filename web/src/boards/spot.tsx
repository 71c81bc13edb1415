/** A place that can be picked by a click, by a touch or by a key. */
import type { ComponentChildren } from "preact";
import type { Marks, Place } from "./board.ts";

interface SpotProps {
  place: Place;
  marks: Marks;
  /** What it is, for people who do not see it: "7 of hearts", "pile 3". */
  label: string;
  /** Where it is drawn, an SVG transform. A change moves it there. */
  at?: string;
  /** More classes. */
  class?: string;
  children: ComponentChildren;
}

/**
 * A group of an SVG picture. It is a button while it can be picked, and a labelled picture otherwise. A child of the class
 * "edge" is the outline that shows what is special about it.
 */
export function Spot({ place, marks, label, at, class: more = "", children }: SpotProps) {
  const pickable = marks.pickable(place);
  const mark = marks.mark(place);
  const names = ["spot", more, pickable, mark && `mark-${mark}`].filter(Boolean).join(" ");
  const style = at ? { transform: at } : undefined;
  if (!pickable) {
    return (
      <g class={names} style={style} data-place={place} role="img" aria-label={label}>
        {children}
      </g>
    );
  }
  const pick = () => marks.pick(place);
  return (
    <g
      class={names}
      style={style}
      data-place={place}
      role="button"
      tabindex={0}
      aria-label={label}
      aria-pressed={pickable === "picked"}
      onClick={pick}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          pick();
        }
      }}
    >
      {children}
    </g>
  );
}
