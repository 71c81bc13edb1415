/** The tepee: five rings in five segments, with numbers, dark fields and the five stones. */
import { PowwowDark, type PowwowState } from "hunch-client/v1/powwow";
import type { Marks } from "../board.ts";
import { Spot } from "../spot.tsx";
import { fieldAt, fieldName, SEGMENTS } from "./names.ts";
import { fieldOutline, fieldPoint, hubOutline } from "./ring.ts";
import { say } from "./words.ts";

const ORDER = [0, 1, 2, 3, 4];

/** Fields and stones. */
export function Tepee({ state, marks }: { state: PowwowState; marks: Marks }) {
  return (
    <g class="tepee">
      {ORDER.map((segment) => (
        <Grounds key={segment} segment={segment} />
      ))}
      {ORDER.map((segment) => (
        <Segment key={segment} segment={segment} state={state} marks={marks} />
      ))}
      <path class="hub" d={hubOutline()} />
      {ORDER.map((segment) => (
        <Stone key={segment} segment={segment} ring={state.rings[segment] ?? 0} />
      ))}
    </g>
  );
}

/** What is printed below the fields, so that no field hides the outline of another. */
function Grounds({ segment }: { segment: number }) {
  return (
    <g>
      {ORDER.map((ring) => (
        <path
          key={ring}
          class={fieldAt(segment, ring + 1).dark ? "base dark" : "base"}
          d={fieldOutline(segment, ring + 1)}
        />
      ))}
    </g>
  );
}

function Segment({ segment, state, marks }: { segment: number; state: PowwowState; marks: Marks }) {
  const [x, y] = fieldPoint(segment, 6);
  return (
    <g>
      {ORDER.map((ring) => (
        <Field key={ring} segment={segment} ring={ring + 1} state={state} marks={marks} />
      ))}
      <text class="dim-text" x={x} y={y + 7} text-anchor="middle" font-size="20" font-weight="700">
        {SEGMENTS[segment]}
      </text>
    </g>
  );
}

interface FieldProps {
  segment: number;
  ring: number;
  state: PowwowState;
  marks: Marks;
}

function Field({ segment, ring, state, marks }: FieldProps) {
  const { number, dark } = fieldAt(segment, ring);
  const [x, y] = fieldPoint(segment, ring);
  const outline = fieldOutline(segment, ring);
  const sign = !dark ? "" : state.options?.dark === PowwowDark.BACK ? "−" : "±";
  const name = fieldName(segment, ring);
  const label = say(dark ? "field.dark" : "field", { segment: SEGMENTS[segment] ?? "", ring, n: `${sign}${number}` });
  const lies = state.rings[segment] === ring ? `; ${say("field.stone", { field: name })}` : "";
  return (
    <Spot place={`field:${name}`} marks={marks} label={label + lies} class={dark ? "field dark" : "field"}>
      <path class="touch" d={outline} />
      <text x={x} y={y + 8} text-anchor="middle" font-size="24" font-weight={dark ? 700 : 500}>
        {sign}
        {number}
      </text>
      <path class="edge" d={outline} />
    </Spot>
  );
}

function Stone({ segment, ring }: { segment: number; ring: number }) {
  const [x, y] = fieldPoint(segment, ring);
  return (
    <g class="stone" style={{ transform: `translate(${x}px, ${y}px)` }} aria-hidden="true">
      <ellipse rx={ring ? 17 : 10} ry={ring ? 15 : 9} />
    </g>
  );
}
