/** A hunting ground: its tiles above, and a column that all players' cards lie in. */
import type { ManitouState } from "hunch-client/v1/manitou";
import type { BoardProps } from "../board.ts";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { sorted } from "./cards.ts";
import type { Layout } from "./layout.ts";
import { groundAt, prize } from "./places.ts";
import { Stones, TILE } from "./tile.tsx";
import { say, tileCalled } from "./words.ts";

interface GroundProps extends Pick<BoardProps<ManitouState>, "state" | "marks"> {
  ground: number;
  layout: Layout;
  top: number;
  height: number;
}

/** The column of a ground, from 1. */
export function Ground({ marks, ground, layout, top, height }: GroundProps) {
  const x = layout.columns[ground - 1] ?? 0;
  return (
    <Spot place={groundAt(ground)} marks={marks} label={say("ground", { ground })} at={moved(x, top)}>
      <rect class="ground" width={layout.column} height={height} rx="9" />
      <text class="ground-name" x={layout.column / 2} y="14">
        {say("ground", { ground })}
      </text>
      <rect class="edge" x="1" y="1" width={layout.column - 2} height={height - 2} rx="9" />
    </Spot>
  );
}

/** The tiles of a ground. */
export function Prizes({ state, marks, ground, layout, top }: Omit<GroundProps, "height">) {
  const tiles = sorted(state.grounds[ground - 1]?.tiles ?? []);
  const size = layout.scale.tile;
  const pitch = TILE + 2;
  const all = tiles.reduce((sum, { count }) => sum + count, 0);
  const start = (layout.columns[ground - 1] ?? 0) + (layout.column - size * (pitch * all - 2)) / 2;
  return (
    <>
      {tiles.map((one, number) => {
        const before = tiles.slice(0, number).reduce((sum, { count }) => sum + count, 0);
        return (
          <Spot
            key={one.kind.name}
            place={prize(ground, one.kind.name)}
            marks={marks}
            label={say("prize", { ground, tile: tileCalled(one) })}
            at={moved(start + before * pitch * size, top + 20, size)}
          >
            <Stones tile={one.kind} count={one.count} pitch={pitch} />
          </Spot>
        );
      })}
    </>
  );
}
