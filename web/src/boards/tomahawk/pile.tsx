/** A pile of Tomahawk: its territory, the other player's cards above and one's own below. */
import type { BoardProps } from "../board.ts";
import { Glyph, type Sign } from "../signs.tsx";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { type Battle, type Row, turnOf } from "./battles.ts";
import { CARD, Edge, Picture } from "./card.tsx";
import type { Card, Land, Territory } from "./cards.ts";
import { pileAt, rowAt } from "./places.ts";
import { called, say, short, span } from "./words.ts";
import type { TomahawkState } from "hunch-client/v1/tomahawk";

/** The size of a pile. */
export const PILE = { width: 174, height: 174 } as const;

/** What lives on a land. */
export const ANIMALS: Record<Land, Sign> = { plains: "bison", forest: "caribou", mountain: "eagle" };

const ABOVE = 7;
const BELOW = PILE.height - CARD.height - 7;
const PITCH = CARD.width + 9;

interface PileProps extends BoardProps<TomahawkState> {
  pile: number;
  battle: Battle | undefined;
  at: string;
}

/** A pile at a place of the board. */
export function Pile(props: PileProps) {
  const { pile, battle, at, marks, names, state } = props;
  const label = battle ? ground(battle, names) : say("pile.empty", { pile });
  const lit = battle && battle.winner === undefined && turnOf(state) >= battle.first ? "" : "quiet";
  return (
    <g key={pile} style={{ transform: at }}>
      <Spot place={pileAt(pile)} marks={marks} label={label} class={lit}>
        <rect class="pile" {...PILE} rx="10" />
        {battle && <Ground battle={battle} names={names} />}
        <rect class="edge" x="1" y="1" width={PILE.width - 2} height={PILE.height - 2} rx="10" />
      </Spot>
      <g class="rows">{battle && <Rows {...props} battle={battle} />}</g>
    </g>
  );
}

function Rows({ battle, state, seat, names, marks }: PileProps & { battle: Battle }) {
  const below = seat ?? 0;
  const turns = Array.from({ length: battle.last - battle.first + 1 }, (_, number) => battle.first + number);
  const start = (PILE.width - PITCH * turns.length + 9) / 2;
  return (
    <>
      {turns.map((turn, number) => {
        const row = battle.rows.find((one) => one.turn === turn);
        const at = moved(start + number * PITCH, 0);
        if (!row) return <Empty key={turn} turn={turn} at={at} now={turn === turnOf(state)} />;
        return (
          <Spot key={turn} place={rowAt(turn, battle.pile)} marks={marks} label={facing(row, below, names)} at={at}>
            <Facing row={row} seat={1 - below} y={ABOVE} turn={turn} />
            <Facing row={row} seat={below} y={BELOW} turn={turn} />
          </Spot>
        );
      })}
    </>
  );
}

function Facing({ row, seat, y, turn }: { row: Row; seat: number; y: number; turn: number }) {
  const card = row.cards[seat] ?? "none";
  return (
    <>
      <g transform={`translate(0 ${y})`}>
        <Picture card={card} seat={seat} down={!row.faceUp} seen={row.seenBy.includes(1 - seat)} />
        {card === "none" && <TurnNumber turn={turn} />}
      </g>
      {card !== "none" && <Edge y={y} />}
    </>
  );
}

function Empty({ turn, at, now }: { turn: number; at: string; now: boolean }) {
  return (
    <g class={now ? "now" : ""} style={{ transform: at }} aria-hidden="true">
      {[ABOVE, BELOW].map((y) => (
        <g key={y} transform={`translate(0 ${y})`}>
          <rect class="slot" {...CARD} rx="5" />
          <TurnNumber turn={turn} />
        </g>
      ))}
    </g>
  );
}

function TurnNumber({ turn }: { turn: number }) {
  return (
    <text class="turn" x={CARD.width / 2} y="33">
      {turn}
    </text>
  );
}

function Ground({ battle, names }: { battle: Battle; names: readonly string[] }) {
  const { land, animals, icon } = battle.territory;
  const won = typeof battle.winner === "number" ? `★ ${short(names[battle.winner])}` : say("tie");
  return (
    <g class={land} transform={`translate(5 ${ABOVE + CARD.height + 4})`}>
      <rect class="land" width={PILE.width - 10} height="44" rx="7" />
      <Scenery land={land} />
      <text class="number" x="22" y="28">
        {battle.pile}
      </text>
      {Array.from({ length: animals }, (_, number) => (
        <Glyph key={number} sign={ANIMALS[land]} x={44 + number * 19} y={4} size={20} class="animal" />
      ))}
      {icon !== "none" && <Glyph sign={icon} x={141} y={21} size={20} class="icon" />}
      <text class="span" x="45" y="38">
        {battle.winner === undefined ? span(battle) : won}
      </text>
    </g>
  );
}

const SCENES: Record<Land, string> = {
  plains: "M3 34c8-7 16-7 22-1 5 4 10 4 14 1M8 26c5-4 11-4 16 0M27 22c3-2 6-2 9 0",
  forest: "M9 36V30M3 30l6-9 6 9zM4 23l5-8 5 8zM33 36V28M26 28l7-10 7 10zM28 20l5-8 5 8z",
  mountain: "M2 37 15 13l7 12 6-8 12 20M11 20l4 3 4-3M25 21l3 2 3-2",
};

function Scenery({ land }: { land: Land }) {
  return <path class="scene" d={SCENES[land]} />;
}

/** A territory in words. */
export function territoryCalled({ land, animals, icon }: Territory): string {
  const live = say(`${land}.animals${animals === 1 ? ".one" : ""}`, { n: animals });
  return `${say(land)}, ${live}${icon === "none" ? "" : `, ${say(icon)}`}`;
}

function ground(battle: Battle, names: readonly string[]): string {
  const { winner } = battle;
  const won = typeof winner === "number" ? say("won", { name: names[winner] ?? "" }) : say("tie");
  const result = winner === undefined ? "" : `. ${won}`;
  const where = say("pile", { pile: battle.pile });
  return `${where}: ${territoryCalled(battle.territory)}, ${span(battle)}${result}`;
}

/** Two cards that face each other in words, the other player's first. */
function facing(row: Row, below: number, names: readonly string[]): string {
  const told = (seat: number) => say("card.of", { name: names[seat] ?? "", card: lying(row, seat) });
  return `${say("turn", { turn: row.turn })}: ${told(1 - below)}, ${told(below)}`;
}

function lying(row: Row, seat: number): string {
  const card: Card = row.cards[seat] ?? "none";
  const down = typeof card === "object" && !row.faceUp ? `, ${say("down")}` : "";
  return called(card) + down + (row.seenBy.includes(1 - seat) ? `, ${say("seen")}` : "");
}
