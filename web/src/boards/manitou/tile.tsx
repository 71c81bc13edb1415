/** A tile of Big Manitou. */
import { Glyph } from "../signs.tsx";
import type { Tile } from "./cards.ts";

/** The side of a tile before it is scaled. */
export const TILE = 34;

/** A tile, its upper left corner at 0, 0, without an edge. */
export function Stone({ tile }: { tile: Tile }) {
  return (
    <g class={tile.sort}>
      <rect class="tile" width={TILE} height={TILE} rx="6" />
      <Glyph
        sign={tile.sort}
        x={tile.value ? 1.5 : 4}
        y={tile.value ? 2 : 4}
        size={tile.value ? 22 : 26}
        class="emblem"
      />
      {tile.value > 0 && (
        <text class="value" x={TILE - 3} y={TILE - 4}>
          {tile.value}
        </text>
      )}
    </g>
  );
}

/** Some equal tiles side by side, with one edge around them. */
export function Stones({ tile, count, pitch }: { tile: Tile; count: number; pitch: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, number) => (
        <g key={number} transform={`translate(${number * pitch} 0)`}>
          <Stone tile={tile} />
        </g>
      ))}
      <rect class="edge" x="-1.5" y="-1.5" width={(count - 1) * pitch + TILE + 3} height={TILE + 3} rx="7" />
    </>
  );
}
