/** A player of Big Manitou: what they have, and their cards on the three grounds. */
import type { ManitouSeat, ManitouState } from "hunch-client/v1/manitou";
import type { BoardProps } from "../board.ts";
import { Glyph, type Sign } from "../signs.tsx";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { CARD, Edge, Picture } from "./card.tsx";
import type { Layout } from "./layout.ts";
import { laidAt, seatAt } from "./places.ts";
import { handSize, type Laid, laidBy, type Score, totalOn } from "./seats.ts";
import { called, say } from "./words.ts";

interface RowProps extends BoardProps<ManitouState> {
  of: number;
  own: ManitouSeat;
  score: Score;
  /** Whether it is this player's turn. */
  moves: boolean;
  layout: Layout;
  y: number;
}

/** How tall the row of a player is: as many lines as the fullest ground needs. */
export function rowHeight(own: ManitouSeat, layout: Layout): number {
  const cards = [1, 2, 3].map((ground) => laidBy(own).filter((one) => one.ground === ground).length);
  return layout.row + layout.line * (Math.max(1, Math.ceil(Math.max(...cards) / layout.inLine)) - 1);
}

/** The row of a player. */
export function Row(props: RowProps) {
  return (
    <>
      <Info {...props} />
      {[1, 2, 3].map((ground) => (
        <Cell key={ground} {...props} ground={ground} />
      ))}
    </>
  );
}

function Info({ state, names, marks, of, own, score, moves, layout, y }: RowProps) {
  const hand = handSize(own, state.step);
  const { total, bison, tipi, horse, totem, tomahawk, brown, white } = score;
  const counts: [Sign, number][] = [
    ["bison", bison],
    ["tipi", tipi],
    ["horse", horse],
    ["totem", totem],
    ["tomahawk", tomahawk],
    ["hand", hand],
  ];
  const held = [brown && say("brown"), white && say("white")].filter(Boolean);
  const label = say("seat", { name: names[of] ?? "", total, bison, tipi, horse, totem, tomahawk, hand });
  const { points, letters, info } = layout;
  const height = layout.cards > 20 ? layout.cards - 3 : layout.row - 4;
  return (
    <Spot place={seatAt(of)} marks={marks} label={[label, ...held].join("; ")} at={moved(0, y)}>
      <rect class={moves ? "info moves" : "info"} width={info} height={height} rx="6" />
      <text class="name" x="12" y={points.y}>
        {`${moves ? "▸ " : ""}${short(names[of] ?? "", letters)}`}
      </text>
      {brown && <Glyph sign="cylinder" class="brown" x={points.x - 62} y={points.y - 13} size={15} />}
      {white && <Glyph sign="cylinder" class="white" x={points.x - 48} y={points.y - 13} size={15} />}
      <text class="points" x={points.x} y={points.y}>
        {`★ ${total}`}
      </text>
      <Counts counts={counts} layout={layout} />
      <rect class="edge" x="1" y="1" width={info - 2} height={height - 2} rx="6" />
    </Spot>
  );
}

function Counts({ counts, layout }: { counts: readonly [Sign, number][]; layout: Layout }) {
  const { x, y, pitch } = layout.counts;
  return (
    <>
      {counts.map(([sign, count], number) => (
        <g key={sign} class={count ? "count" : "count nothing"} transform={`translate(${x + number * pitch} ${y})`}>
          <Glyph sign={sign} size={15} />
          <text x="16.5" y="12.5">
            {count}
          </text>
        </g>
      ))}
    </>
  );
}

function Cell(props: RowProps & { ground: number }) {
  const { state, names, of, own, ground, layout, y } = props;
  const cards = laidBy(own).filter((one) => one.ground === ground);
  const total = totalOn(own, ground);
  const scale = layout.scale.laid;
  const pitch = CARD.width * scale + 1.5;
  const x = (layout.columns[ground - 1] ?? 0) + 4;
  const top = y + layout.cards;
  const others = state.seats.filter((other) => other !== own).map((other) => totalOn(other, ground) ?? 0);
  const placed = (number: number) =>
    moved(x + (number % layout.inLine) * pitch, top + Math.floor(number / layout.inLine) * layout.line, scale);
  const leads = total !== undefined && total > Math.max(0, ...others);
  return (
    <g class="cell">
      {cards.map((one, number) => (
        <Card key={one.name} {...props} one={one} at={placed(number)} />
      ))}
      {total !== undefined && (
        <text
          class={leads ? "hunters leads" : "hunters"}
          x={x + layout.column - 10}
          y={top + (CARD.height * scale) / 2 + 6}
          role="img"
          aria-label={say("total", { name: names[of] ?? "", ground, total })}
        >
          {total}
        </text>
      )}
    </g>
  );
}

function Card({ marks, names, of, one, at }: RowProps & { one: Laid; at: string }) {
  const card = one.faceDown ? `${called(one.card)}, ${say("down")}` : called(one.card);
  return (
    <Spot
      place={laidAt(of, one.name)}
      marks={marks}
      label={say("laid", { name: names[of] ?? "", ground: one.ground, card })}
      at={at}
    >
      <Picture card={one.card} down={one.faceDown} />
      <Edge />
    </Spot>
  );
}

/** A name that fits into a small field. */
function short(name: string, most: number): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}
