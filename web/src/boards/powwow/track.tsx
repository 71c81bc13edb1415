/** The track: its spaces in a circle, the start and the end at the top, and the six Indians. */
import type { PowwowState } from "hunch-client/v1/powwow";
import { PowwowStep } from "hunch-client/v1/powwow";
import type { Marks } from "../board.ts";
import { Spot } from "../spot.tsx";
import { COLOURS, OUT } from "./names.ts";
import { Indian, Moccasin, Pebble } from "./pieces.tsx";
import { anglesOf, point, sector, standing, TRACK } from "./ring.ts";
import table from "./table.json" with { type: "json" };
import { say } from "./words.ts";

/** What is printed on a space. */
type Printed = "stone" | "moccasin" | undefined;

function printedOn(space: number): Printed {
  return table.stone.includes(space) ? "stone" : table.moccasin.includes(space) ? "moccasin" : undefined;
}

function groundOf(space: number): string {
  return space === 0 || space >= OUT ? "end" : (printedOn(space) ?? "");
}

/** What people call a space. */
export function spaceName(space: number): string {
  if (space === 0) {
    return say("space.start");
  }
  const printed = printedOn(space);
  return space >= OUT ? say("space.out") : say(printed ? `space.${printed}` : "space", { n: space });
}

/** All spaces, without the Indians. */
export function Spaces({ marks }: { marks: Marks }) {
  const spaces = Array.from({ length: OUT + 1 }, (_, space) => space);
  return (
    <g>
      {spaces.map((space) => (
        <path key={space} class={`base ${groundOf(space)}`} d={sector(TRACK, anglesOf(space))} />
      ))}
      {spaces.map((space) => (
        <Space key={space} space={space} marks={marks} />
      ))}
    </g>
  );
}

function Space({ space, marks }: { space: number; marks: Marks }) {
  const angles = anglesOf(space);
  const middle = (angles[0] + angles[1]) / 2;
  const outline = sector(TRACK, angles);
  const printed = printedOn(space);
  const end = space === 0 || space >= OUT;
  return (
    <Spot place={`space:${space}`} marks={marks} label={spaceName(space)} class="space">
      <path class="touch" d={outline} />
      {printed && (
        <g transform={`translate(${point(middle, 336)}) scale(0.9)`}>
          {printed === "stone" ? <Pebble /> : <Moccasin />}
        </g>
      )}
      {end && <EndName space={space} angle={middle} />}
      {(space % 4 === 0 || printed) && !end && <SpaceNumber space={space} angle={middle} />}
      <path class="edge" d={outline} />
    </Spot>
  );
}

function EndName({ space, angle }: { space: number; angle: number }) {
  const [x, y] = point(angle, 362);
  return (
    <text x={x} y={y} text-anchor="middle" font-size="15" font-weight="700">
      {say(space === 0 ? "start" : "end")}
    </text>
  );
}

function SpaceNumber({ space, angle }: { space: number; angle: number }) {
  const [x, y] = point(angle, 366);
  return (
    <text class="dim-text" x={x} y={y + 6} text-anchor="middle" font-size="17">
      {space}
    </text>
  );
}

/** The two sticks between the last space and the start. */
export function Sticks() {
  const [from] = anglesOf(OUT);
  const [inner, outer] = [TRACK[0] - 6, TRACK[1] + 6];
  const lines = [from - 0.5, from + 0.7].map((angle) => [point(angle, inner), point(angle, outer)] as const);
  return (
    <g class="sticks">
      {lines.map(([[x1, y1], [x2, y2]]) => (
        <line key={x1} x1={x1} y1={y1} x2={x2} y2={y2} />
      ))}
    </g>
  );
}

/** The Indians where they stand. The one that is to move has a ring around it. */
export function Indians({ state, marks }: { state: PowwowState; marks: Marks }) {
  const due = state.step === PowwowStep.MOVING ? state.seats[state.mover]?.die : undefined;
  return (
    <g>
      {COLOURS.map((colour, i) => {
        const space = state.places[i] ?? 0;
        const index = state.places.slice(0, i).filter((other) => other === space).length;
        const label = say("indian", { colour: say(`colour.${colour}`), space: spaceName(space) });
        return (
          <Spot
            key={colour}
            place={`indian:${colour}`}
            marks={marks}
            label={label}
            at={`translate(${standing(space, index).map((x) => `${x}px`).join(", ")})`}
            class={due === i + 1 ? "indian due" : "indian"}
          >
            <circle class="edge" r="24" />
            <Indian colour={colour} />
          </Spot>
        );
      })}
    </g>
  );
}
