/** Dragging a place of the board with a mouse or a pen: onto another place, or off the board. */
import type { Place } from "../boards/board.ts";

/** Pixels that a pointer must go before it drags. */
const LEAST = 10;

/** What a drag leads to. */
export interface Drops {
  /** On another place. */
  onPlace(from: Place, to: Place): void;
  /** On something beside the board. */
  onOther(from: Place, on: Element): void;
}

/** Follows the pointer from a place on until it is let go. */
export function follow(event: PointerEvent, drops: Drops): void {
  const from = placeOf(event.target);
  if (event.pointerType === "touch" || event.button !== 0 || !from) {
    return;
  }
  const { clientX, clientY } = event;
  const root = document.documentElement;
  const move = (now: PointerEvent) => {
    if (Math.hypot(now.clientX - clientX, now.clientY - clientY) > LEAST) {
      root.setAttribute("data-dragging", "");
    }
  };
  const end = (last: PointerEvent) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    const dragged = root.hasAttribute("data-dragging");
    root.removeAttribute("data-dragging");
    const on = document.elementFromPoint(last.clientX, last.clientY);
    const to = placeOf(on);
    if (!dragged || last.type === "pointercancel" || !on || to === from) {
      return;
    }
    if (to) {
      drops.onPlace(from, to);
    } else {
      drops.onOther(from, on);
    }
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function placeOf(target: EventTarget | null): Place | undefined {
  const place = target instanceof Element ? target.closest<SVGGElement>('[data-place][role="button"]') : null;
  return place?.dataset["place"];
}
