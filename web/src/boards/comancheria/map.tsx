/** The map: territories, lines and spaces with all that stands on them. It can be enlarged and scrolled. */
import { useSignal } from "@preact/signals";
import {
  ComancheriaGate,
  ComancheriaPiece,
  type ComancheriaSpace,
  type ComancheriaState,
} from "hunch-client/v1/comancheria";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Marks } from "../board.ts";
import { Spot } from "../spot.tsx";
import { BandSign, ColumnSign, Herd, SettlementSign, Tent, TribeSign } from "./glyphs.tsx";
import { areaOf, groundOf, HEIGHT, LINES, type Line, pointOf, type Point, RADIUS, titleAt, WIDTH } from "./layout.ts";
import { AREAS, type Enemy, enemyOf, spaceOf } from "./names.ts";
import table from "./table.json" with { type: "json" };
import { enemyLetter, nameOf, say, titleOf } from "./words.ts";

interface MapProps {
  state: ComancheriaState;
  marks: Marks;
}

const SIZES = 4;

/** The map in a frame of its own. */
export function MapPanel({ state, marks }: MapProps) {
  const size = useSignal(1);
  const resize = (by: number) => {
    size.value = Math.max(0, Math.min(SIZES - 1, size.value + by));
  };
  const frame = useRef<HTMLDivElement>(null);
  useShown(frame);
  return (
    <section class="panel map">
      <div class="zoom">
        <h3>{say("map")}</h3>
        <button type="button" aria-label={say("zoom.out")} disabled={size.value === 0} onClick={() => resize(-1)}>
          −
        </button>
        <button type="button" aria-label={say("zoom.in")} disabled={size.value === SIZES - 1} onClick={() => resize(1)}>
          +
        </button>
      </div>
      <div class="pane" role="region" tabIndex={0} aria-label={say("scroll")} ref={frame}>
        <svg class={`board size-${size.value}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={say("map")}>
          <Areas marks={marks} />
          <Lines gates={state.gates} />
          {state.spaces.map((space) => (
            <Space key={space.space} space={space} state={state} marks={marks} />
          ))}
          <Counters state={state} marks={marks} />
          <Camps state={state} marks={marks} />
          <Bands state={state} marks={marks} />
          <Columns state={state} marks={marks} />
        </svg>
      </div>
    </section>
  );
}

/** Scrolls the frame to what is marked on the map, once for each new mark. */
function useShown(frame: RefObject<HTMLDivElement | null>): void {
  const shown = useRef("");
  useEffect(() => {
    const marked = frame.current?.querySelector<SVGElement>('[class*="mark-"]');
    const place = marked?.dataset.place ?? "";
    if (frame.current && marked && place !== shown.current) {
      const [outer, inner] = [frame.current.getBoundingClientRect(), marked.getBoundingClientRect()];
      frame.current.scrollBy({
        left: inner.x + inner.width / 2 - outer.x - outer.width / 2,
        top: inner.y + inner.height / 2 - outer.y - outer.height / 2,
      });
    }
    shown.current = place;
  });
}

function Areas({ marks }: { marks: Marks }) {
  return (
    <g>
      {AREAS.map((area, i) => {
        const [x, y] = titleAt(area);
        const name = `${i + 1} ${nameOf(area)}`;
        return (
          <g key={area}>
            <g class={`area of-${area}`}>
              {groundOf(area).map(({ from, to }) => (
                <line key={from + to} {...ends(pointOf(from), pointOf(to))} />
              ))}
            </g>
            <Spot place={`area:${area}`} marks={marks} label={name} class="area-name">
              <text x={x} y={y} text-anchor="middle" font-size="19" font-weight="600">
                {name}
              </text>
              <rect class="edge" x={x - 100} y={y - 22} width="200" height="32" rx="8" />
            </Spot>
          </g>
        );
      })}
    </g>
  );
}

function ends([x1, y1]: Point, [x2, y2]: Point) {
  return { x1, y1, x2, y2 };
}

const GATES: Record<string, ComancheriaGate> = {
  santa_fe: ComancheriaGate.SANTA_FE,
  removal: ComancheriaGate.REMOVAL,
  mexican_war: ComancheriaGate.MEXICAN_WAR,
};

function Lines({ gates }: { gates: readonly ComancheriaGate[] }) {
  const kind = ({ line, until }: Line) => (until && gates.includes(GATES[until] ?? 0) ? "solid" : line);
  return (
    <g class="lines" aria-hidden="true">
      {LINES.map((line) => (
        <line key={line.from + line.to} class={kind(line)} {...ends(pointOf(line.from), pointOf(line.to))} />
      ))}
    </g>
  );
}

const SETTLERS: Partial<Record<ComancheriaPiece, Enemy>> = {
  [ComancheriaPiece.SETTLEMENT_WEST]: "west",
  [ComancheriaPiece.SETTLEMENT_SOUTH]: "south",
  [ComancheriaPiece.SETTLEMENT_EAST]: "east",
};

/** What people call a space. */
function spaceName(space: string): string {
  return areaOf(space) ? space : `${space}, ${nameOf(space)}`;
}

function Space({ space, state, marks }: { space: ComancheriaSpace; state: ComancheriaState; marks: Marks }) {
  const name = spaceOf(space.space);
  const [x, y] = pointOf(name);
  const label = [spaceName(name), ...standing(space, state)].join("; ");
  const round = areaOf(name) !== undefined;
  return (
    <Spot place={`space:${name}`} marks={marks} label={label} at={`translate(${x}px, ${y}px)`} class="space">
      <Shape name={name} trail={table.trail.includes(name)} />
      <text class="dim-text" y={round ? -21 : -20} text-anchor="middle" font-size="15" font-weight="700">
        {name}
      </text>
      <Piece piece={space.piece} />
      {space.ravaged > 0 && <Ravaged n={space.ravaged} />}
      {space.unknown && (
        <g transform="translate(27 14)">
          <circle class="face-down" r="13" />
          <text class="light" y="6" text-anchor="middle" font-size="18" font-weight="700">
            ?
          </text>
        </g>
      )}
    </Spot>
  );
}

/** What stands on a space, in words. */
function standing(space: ComancheriaSpace, state: ComancheriaState): string[] {
  const settler = SETTLERS[space.piece];
  const counter = state.instructions.find(({ place }) => place.case === "space" && place.value === space.space);
  return [
    space.piece === ComancheriaPiece.BISON && say("space.bison"),
    space.piece === ComancheriaPiece.TRIBE && say("space.tribe"),
    settler && say("space.settlement", { enemy: nameOf(settler) }),
    space.ravaged > 0 && say("space.ravaged", { n: space.ravaged }),
    space.unknown && say("space.unknown"),
    counter && say("space.counter", { letter: counter.letter }),
    ...state.camps.filter((camp) => camp.space === space.space).map(({ letter }) => say("camp", { letter })),
  ].filter((text) => typeof text === "string");
}

/** Whose squares they are. */
const SQUARES: Record<string, Enemy> = { W: "west", S: "south", EN: "east", ES: "east" };

function Shape({ name, trail }: { name: string; trail: boolean }) {
  const area = areaOf(name);
  if (area) {
    return (
      <>
        <circle class={trail ? `base trail of-${area}` : `base of-${area}`} r={RADIUS} />
        <circle class="edge" r={RADIUS + 3} />
      </>
    );
  }
  if (name === "PD") {
    const hexagon = "M-40 0 L-21 -36 H21 L40 0 L21 36 H-21 Z";
    return (
      <>
        <path class="base canyon" d={hexagon} />
        <path class="edge" d={hexagon} />
      </>
    );
  }
  const owner = SQUARES[name];
  const [x, y, width, height] = name === "RES" ? [-70, -42, 140, 84] : [-40, -40, 80, 80];
  return (
    <>
      <rect class={owner ? `base square of-${owner}` : "base"} x={x} y={y} width={width} height={height} rx="8" />
      <rect class="edge" x={x - 3} y={y - 3} width={width + 6} height={height + 6} rx="10" />
      {name === "RES" && (
        <text class="dim-text" y="36" text-anchor="middle" font-size="15">
          {titleOf("RES")}
        </text>
      )}
    </>
  );
}

function Piece({ piece }: { piece: ComancheriaPiece }) {
  const settler = SETTLERS[piece];
  return (
    <g transform="translate(0 8)">
      {piece === ComancheriaPiece.BISON && <Herd />}
      {piece === ComancheriaPiece.TRIBE && <TribeSign />}
      {settler && <SettlementSign enemy={settler} letter={enemyLetter(settler)} />}
    </g>
  );
}

function Ravaged({ n }: { n: number }) {
  return (
    <g transform="translate(-28 14)">
      <path class="ravaged" d="M0 -16 L4 -6 L14 -8 L8 1 L14 10 L4 8 L0 16 L-4 8 L-14 10 L-8 1 L-14 -8 L-4 -6 Z" />
      <text class="light" y="5" text-anchor="middle" font-size="14" font-weight="700">
        {n}
      </text>
    </g>
  );
}

/** Peace and Ally counters on the map. */
function Counters({ state, marks }: MapProps) {
  return (
    <g>
      {state.instructions.map(({ letter, place }) => {
        if (place.case !== "space") {
          return null;
        }
        const [x, y] = pointOf(spaceOf(place.value));
        return (
          <Spot
            key={letter}
            place={`counter:${letter}`}
            marks={marks}
            label={say("space.counter", { letter })}
            at={`translate(${x - 29}px, ${y - 20}px)`}
          >
            <rect class="counter-sign" x="-12" y="-12" width="24" height="24" rx="4" />
            <text y="6" text-anchor="middle" font-size="17" font-weight="700">
              {letter}
            </text>
            <rect class="edge" x="-14" y="-14" width="28" height="28" rx="6" />
          </Spot>
        );
      })}
    </g>
  );
}

function Camps({ state, marks }: MapProps) {
  return (
    <g>
      {state.camps.map(({ letter, space }) => {
        if (!space) {
          return null;
        }
        const name = spaceOf(space);
        const [x, y] = pointOf(name);
        const before = state.camps.filter((camp) => camp.space === space && camp.letter < letter).length;
        const aside = name === "RES" ? 44 * (before - 1) : 0;
        return (
          <Spot
            key={letter}
            place={`camp:${letter}`}
            marks={marks}
            label={say("camp.at", { letter, space: spaceName(name) })}
            at={`translate(${x + aside}px, ${y + 12}px) scale(0.9)`}
            class="token"
          >
            <Tent letter={letter} />
            <path class="edge" d="M0 -26 L27 21 H-27 Z" />
          </Spot>
        );
      })}
    </g>
  );
}

function Bands({ state, marks }: MapProps) {
  const outside = state.bands.filter(({ place, strength }) => strength > 0 && place.case === "space");
  return (
    <g>
      {outside.map((band) => {
        const space = band.place.value as number;
        const beside = outside.filter((other) => other.place.value === space);
        const [x, y] = pointOf(spaceOf(space));
        const shift = 30 * (beside.indexOf(band) - (beside.length - 1) / 2);
        return (
          <Spot
            key={band.number}
            place={`band:${band.number}`}
            marks={marks}
            label={say("band.is", { n: band.number, strength: band.strength })}
            at={`translate(${x + shift}px, ${y + 34}px)`}
            class={state.activation?.band === band.number ? "token active" : "token"}
          >
            <BandSign {...band} />
            <circle class="edge" r="17" />
          </Spot>
        );
      })}
    </g>
  );
}

function Columns({ state, marks }: MapProps) {
  const columns = state.enemies.filter(({ columnStrength }) => columnStrength > 0);
  return (
    <g>
      {columns.map((each) => {
        const enemy = enemyOf(each.enemy);
        const [x, y] = pointOf(spaceOf(each.columnSpace));
        const beside = columns.filter((other) => other.columnSpace === each.columnSpace);
        const below = beside.indexOf(each);
        return (
          <Spot
            key={enemy}
            place={`column:${enemy}`}
            marks={marks}
            label={say("column", { enemy: titleOf(enemy), n: each.columnStrength })}
            at={`translate(${x + 38}px, ${y - 36 - 27 * below}px)`}
            class="token"
          >
            <ColumnSign enemy={enemy} letter={enemyLetter(enemy)} strength={each.columnStrength} />
            <path class="edge" d="M-23 -16 H17 L26 0 L17 16 H-23 Z" />
          </Spot>
        );
      })}
    </g>
  );
}
