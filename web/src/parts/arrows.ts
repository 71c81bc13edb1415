/** Where an arrow key leads: the nearest place in that direction. */

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How much worse it is to be beside the way than far along it. */
const ASIDE = 2;

/** The place that the key leads to from the one that has the focus. */
export function nearest(box: HTMLElement, key: string): SVGGElement | undefined {
  const direction = DIRECTIONS[key];
  const from = document.activeElement;
  if (!direction || !from || !box.contains(from)) {
    return undefined;
  }
  const [x, y] = direction;
  const start = middle(from);
  let best: SVGGElement | undefined;
  let least = Infinity;
  for (const place of box.querySelectorAll<SVGGElement>('[role="button"]')) {
    const end = middle(place);
    const along = (end.x - start.x) * x + (end.y - start.y) * y;
    const aside = Math.abs((end.x - start.x) * y) + Math.abs((end.y - start.y) * x);
    const far = along + ASIDE * aside;
    if (place !== from && along > 1 && far < least) {
      [best, least] = [place, far];
    }
  }
  return best;
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
