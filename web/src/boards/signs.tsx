/** Small drawings in a field of 24 by 24, which several boards use. */
import "./signs.css";

/** The lines of each drawing. Those of LINED are not filled. */
const SHAPES = {
  bison:
    "M12 21.5c-3.6 0-4.8-3.4-5.2-6.6C3.6 14 1.6 10.6 2.4 5.2c1.2 2.7 2.9 3.7 5 3.4C8.8 6.8 10.4 6 12 6s3.2.8 4.6 2.6" +
    "c2.1.3 3.8-.7 5-3.4.8 5.4-1.2 8.8-4.4 9.7-.4 3.2-1.6 6.6-5.2 6.6zM9 12.2v2M15 12.2v2",
  caribou:
    "M12 22.5c-1.6 0-2.4-1-2.7-2.6l-1-4.6-3-1.6 3.4-.4c.8-.9 1.8-1.3 3.3-1.3s2.5.4 3.3 1.3l3.4.4-3 1.6-1 4.6" +
    "c-.3 1.6-1.1 2.6-2.7 2.6zM9.6 11.6C5.4 10.2 4 6.4 5 1.8l1.3 2.5 1.4-1.4-.6 3.5c.5 2.1 1.6 3.3 3.6 4.3zM14.4 11.6" +
    "c4.2-1.4 5.6-5.2 4.6-9.8l-1.3 2.5-1.4-1.4.6 3.5c-.5 2.1-1.6 3.3-3.6 4.3z",
  eagle:
    "M12 3.6c1.3 0 2.2.9 2.2 2.1 0 .5-.1.9-.3 1.3C16.4 5 19.7 4.2 23 5c-.6 4.7-3.3 7.9-7.6 8.700l.9 6.3-4.3-2" +
    "-4.3 2 .9-6.300C4.3 12.9 1.6 9.7 1 5c3.3-.8 6.6 0 9.1 2-.2-.4-.3-.8-.3-1.300C9.8 4.5 10.7 3.6 12 3.600z",
  puma:
    "M4 3l4.2 3.300C9.4 5.8 10.7 5.6 12 5.600s2.6.2 3.8.7L20 3l.3 8.600c0 5-3.7 9.4-8.3 9.400s-8.3-4.4-8.3-9.400zM8.3 12.5" +
    "l2 1M15.7 12.500l-2 1M10.6 16.200h2.800L12 17.800z",
  picking:
    "M8 20.500a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM16.5 18.500a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM12.5 11C13 6.5 9 4 5 4.5 5 9 8 11 12.5 11z" +
    "M12.5 11c.5-3 2.5-5.5 6.5-7",
  feather: "M5 22c1-4 2-6.5 4-9C7.5 8 11 3 18.5 1.5 19.5 8 16.5 13.5 11 15c-2.5 2-4 4-6 7zM9 13l6-7.5",
  eye: "M1.5 12C4 7.5 7.5 5.2 12 5.200s8 2.3 10.5 6.800c-2.5 4.5-6 6.8-10.5 6.800S4 16.5 1.5 12zM12 8.500v7",
  deck: "M6 7h12v14.500H6zM8 4.500h12V17M10 2h12v12.5",
  hand: "M3 8.500l6-2.5 4.5 13-6 2.500zM10 5.500h6v7.500M15.5 6l5.5 2-4 12-3-1",
  manitou:
    "M12 6.8a5.2 5.2 0 1 1 0 10.4 5.2 5.2 0 0 1 0-10.4z" +
    "M19.1 9.8 24.4 12.0 19.1 14.2zM18.5 15.5 20.8 20.8 15.5 18.5zM14.2 19.1 12.0 24.4 9.8 19.1zM8.5 18.5 3.2 20.8 5.5 15.5z" +
    "M4.9 14.2 -0.4 12.0 4.9 9.8zM5.5 8.5 3.2 3.2 8.5 5.5zM9.8 4.9 12.0 -0.4 14.2 4.9zM15.5 5.5 20.8 3.2 18.5 8.5z",
  soaring: "M12 10C10 5.5 6 3.5 1 4.500c1.5 1 2.2 2 2.6 3.300C5 11.5 8 13.5 12 14c4-.5 7-2.5 8.4-6.2.4-1.3 1.1-2.3 2.6-3.3-5-1-9 1-11 5.500zM9 17c1 2.5 2 4 3 5 1-1 2-2.5 3-5-2 .5-4 .5-6 0z",
  redwood: "M12 1l5 7h-3l5 6.500h-3.500L20 20h-6.500v3h-3v-3H4l4.5-5.500H5L10 8H7z",
  twilight: "M15 2.500A9.8 9.8 0 1 0 22 17 8.5 8.5 0 0 1 15 2.500zM19 5l.8 2.200L22 8l-2.2.8L19 11l-.8-2.200L16 8l2.2-.8z",
  skull:
    "M12 2c5 0 8.5 3.5 8.5 8 0 3.2-1.6 5.3-4 6.500V21h-9v-4.500c-2.4-1.2-4-3.3-4-6.5 0-4.5 3.5-8 8.5-8zM8.5 9.500v2.5" +
    "M15.5 9.500v2.500M12 14v1.500M10.5 18v3M13.5 18v3",
  storm: "M14 1 5 13.500h5.500L8.5 23 19 9.500h-6z",
  cloud: "M6.5 19.500a5 5 0 0 1-.6-9.900A6.5 6.5 0 0 1 18 8.400a5.6 5.6 0 0 1-.5 11.100zM9 14.500c1.5 1.5 4.5 1.5 6 0",
} as const;

const LINED: readonly Sign[] = ["deck", "hand"];

/** The name of a drawing. */
export type Sign = keyof typeof SHAPES;

interface SignProps {
  sign: Sign;
  x?: number;
  y?: number;
  /** Width and height. Unset: 24. */
  size?: number;
  class?: string;
}

/** A drawing within a picture, its upper left corner at x, y. */
export function Glyph({ sign, x = 0, y = 0, size = 24, class: more = "" }: SignProps) {
  const kind = LINED.includes(sign) ? "sign lined" : "sign";
  return <path class={`${kind} ${more}`} transform={`translate(${x} ${y}) scale(${size / 24})`} d={SHAPES[sign]} />;
}

/** A drawing within text. */
export function Inline({ sign, class: more = "" }: { sign: Sign; class?: string }) {
  return (
    <svg class="inline-sign" viewBox="0 0 24 24" aria-hidden="true">
      <Glyph sign={sign} class={more} />
    </svg>
  );
}
