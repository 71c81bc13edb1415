/** What lies before the looking seat in Big Manitou: its tiles, and its hand or the cards to select from. */
import { type ManitouSeat, type ManitouState, ManitouStep } from "hunch-client/v1/manitou";
import type { BoardProps } from "../board.ts";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { CARD, Edge, Picture } from "./card.tsx";
import { type Card, cardOf, type Counted, gathered, selects, sorted } from "./cards.ts";
import type { Layout } from "./layout.ts";
import { groundAt, inHand, inPool, ownTile } from "./places.ts";
import { laidBy, poolOf } from "./seats.ts";
import { Stones, TILE } from "./tile.tsx";
import { called, explained, say, tileCalled } from "./words.ts";

interface TrayProps extends Pick<BoardProps<ManitouState>, "state" | "names" | "marks"> {
  of: number;
  own: ManitouSeat;
  layout: Layout;
  y: number;
}

/** The height of the row of tiles. */
export const TILES = 34;
/** The height of the hand, or of the cards to select from. */
export function trayHeight({ step }: ManitouState, own: ManitouSeat, layout: Layout): number {
  const { pool, hand } = layout.scale;
  const rows = Math.ceil(15 / layout.poolRow);
  if (step === ManitouStep.SELECT) return own.deck?.hidden ? 0 : 24 + rows * (CARD.height * pool + 10);
  const empty = own.spent.length === 0 && (step < ManitouStep.DEAL || step > ManitouStep.EIGHTH);
  return empty ? 0 : CARD.height * hand + (isWide(layout) ? 40 : 66);
}

function isWide({ poolRow }: Layout): boolean {
  return poolRow > 10;
}

/** The tiles that a seat owns, equal ones together. */
export function Owned({ names, marks, of, own, layout, y }: TrayProps) {
  const scale = 0.8;
  const pitch = Math.min(48, layout.width / 9);
  return (
    <>
      {sorted(own.tiles).map((one, number) => (
        <Spot
          key={one.kind.name}
          place={ownTile(of, one.kind.name)}
          marks={marks}
          label={say("own.tile", { name: names[of] ?? "", tile: tileCalled(one) })}
          at={moved(4 + number * pitch, y, scale)}
        >
          <Stones tile={one.kind} count={1} pitch={TILE} />
          {one.count > 1 && (
            <g transform={`translate(${TILE - 1} 3)`}>
              <circle class="many" r="9" />
              <text class="times" y="5.5">
                {one.count}
              </text>
            </g>
          )}
        </Spot>
      ))}
    </>
  );
}

/** The hand, or the cards to select from. */
export function Tray(props: TrayProps) {
  if (props.own.deck?.hidden && props.own.hand?.hidden) return null;
  return props.state.step === ManitouStep.SELECT ? <Pool {...props} /> : <Hand {...props} />;
}

function Pool({ state, marks, of, own, layout, y }: TrayProps) {
  const scale = layout.scale.pool;
  const pitch = layout.width / layout.poolRow;
  const n = selects(state.seats.length, state.hunt, of);
  return (
    <>
      <text class="caption" x="2" y={y + 14}>
        {say("select", { n, chosen: own.deck?.cards.length ?? 0 })}
      </text>
      {poolOf(own).map(({ kind, count, chosen }, number) => {
        const x = (number % layout.poolRow) * pitch + (pitch - CARD.width * scale) / 2;
        const line = Math.floor(number / layout.poolRow) * (CARD.height * scale + 10);
        return (
          <Spot
            key={kind.name}
            place={inPool(kind.name)}
            marks={marks}
            label={say("pool", { card: explained(kind), count, chosen })}
            at={moved(x, y + 24 + line, scale)}
            class={chosen ? "chosen" : count ? "" : "gone"}
          >
            <Picture card={kind} count={count + chosen} />
            {chosen > 0 && <Chosen count={chosen} />}
            <Edge />
          </Spot>
        );
      })}
    </>
  );
}

function Chosen({ count }: { count: number }) {
  return (
    <g transform={`translate(${CARD.width - 9} 9)`}>
      <circle class="badge" r="9.5" />
      {count > 1 ? (
        <text class="badge-text" y="5">
          {count}
        </text>
      ) : (
        <path class="tick" d="M-4 0l3 3.500 5.500-7" />
      )}
    </g>
  );
}

function Hand(props: TrayProps) {
  const { marks, own, layout, y } = props;
  const scale = layout.scale.hand;
  const pitch = CARD.width * scale + 16;
  const held = gathered((own.hand?.cards ?? []).map(cardOf));
  return (
    <>
      {held.map(({ kind, count }, number) => (
        <g key={kind.name}>
          <Spot
            place={inHand(kind.name)}
            marks={marks}
            label={say("hand", { card: count > 1 ? say("many", { what: explained(kind), count }) : explained(kind) })}
            at={moved(8 + number * pitch, y + 4, scale)}
          >
            <Picture card={kind} count={count} />
            <Edge />
          </Spot>
          {kind.hero && (
            <Called
              name={called(kind)}
              x={8 + number * pitch + (CARD.width * scale) / 2}
              y={y + CARD.height * scale + 20}
            />
          )}
        </g>
      ))}
      <Rest {...props} x={held.length ? 8 + 3 * pitch : 2} />
    </>
  );
}

/** A name under a card, in two lines if it is long. */
function Called({ name, x, y }: { name: string; x: number; y: number }) {
  const cut = name.length > 10 ? name.lastIndexOf(" ") : -1;
  const lines = cut < 0 ? [name] : [name.slice(0, cut), name.slice(cut + 1)];
  return (
    <>
      {lines.map((line, number) => (
        <text key={number} class="caption middle" x={x} y={y + number * 14}>
          {line}
        </text>
      ))}
    </>
  );
}

/** What comes after the hand: cards to be drawn, cards of the hunt before, and the place for a card put aside. */
function Rest({ state, marks, own, layout, x, y }: TrayProps & { x: number }) {
  const deck = gathered((own.deck?.cards ?? []).map(cardOf));
  const spent = gathered(own.spent.map(cardOf));
  const aside = laidBy(own)
    .filter(({ ground }) => ground === 0)
    .map(({ card }) => called(card))
    .join(", ");
  const playing = [ManitouStep.PLAY, ManitouStep.DRAW, ManitouStep.EIGHTH].includes(state.step);
  const wide = isWide(layout);
  const room = wide ? (layout.width - x) / 2 - 8 : layout.width - x;
  return (
    <>
      <Small cards={deck} caption={say("deck.short")} x={x} y={y} room={room} />
      <Small cards={spent} caption={say("spent.short")} x={wide ? x + room + 8 : x} y={wide ? y : y + 52} room={room} />
      {(playing || aside) && (
        <Spot
          place={groundAt(0)}
          marks={marks}
          label={aside ? say("aside.with", { cards: aside }) : say("aside")}
          at={moved(wide ? x : layout.width - 112, y + (wide ? 78 : 106))}
        >
          <rect class="slot" width="110" height="24" rx="6" />
          <text class="caption middle" x="55" y="16">
            {aside || say("aside")}
          </text>
          <rect class="edge" width="110" height="24" rx="6" />
        </Spot>
      )}
    </>
  );
}

interface SmallProps {
  cards: readonly Counted<Card>[];
  caption: string;
  x: number;
  y: number;
  room: number;
}

/** Cards in small, which cannot be picked. */
function Small({ cards, caption, x, y, room }: SmallProps) {
  if (cards.length === 0) return null;
  const scale = 0.5;
  const pitch = Math.min(CARD.width * scale + 5, room / cards.length);
  const told = cards.map(({ kind, count }) => (count > 1 ? say("many", { what: called(kind), count }) : called(kind)));
  return (
    <g role="img" aria-label={`${caption}: ${told.join(", ")}`}>
      <text class="caption" x={x} y={y + 13}>
        {caption}
      </text>
      {cards.map(({ kind, count }, number) => (
        <g key={kind.name} transform={`translate(${x + number * pitch} ${y + 20}) scale(${scale})`}>
          <Picture card={kind} count={count} />
        </g>
      ))}
    </g>
  );
}
