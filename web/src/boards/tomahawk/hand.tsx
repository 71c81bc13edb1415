/** A hand of Tomahawk, as cards in a row. */
import type { TomahawkCards, TomahawkState } from "hunch-client/v1/tomahawk";
import type { BoardProps } from "../board.ts";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { CARD, Edge, Picture } from "./card.tsx";
import { counted } from "./cards.ts";
import { inHand } from "./places.ts";
import { called, say } from "./words.ts";

interface HandProps extends BoardProps<TomahawkState> {
  cards: TomahawkCards | undefined;
  of: number;
  width: number;
  /** How large the cards are. */
  scale: number;
  y: number;
}

/** The hand of a seat, in the middle of the width. Only one's own can be picked from. */
export function Hand({ cards, of, seat, names, marks, width, scale, y }: HandProps) {
  const own = of === (seat ?? 0);
  const held = counted(cards?.cards);
  const pitch = Math.min(CARD.width * scale + 8, (width - 4) / Math.max(held.length, 1));
  const start = (width - pitch * held.length) / 2 + (pitch - CARD.width * scale) / 2;
  return (
    <>
      {held.map(({ card, count }, number) => {
        const many = count > 1 ? say("card.many", { card: called(card), count }) : called(card);
        const at = moved(start + number * pitch, y, scale);
        const picture = <Picture card={card} seat={of} count={count} />;
        if (!own) {
          return (
            <g
              key={card.name}
              style={{ transform: at }}
              role="img"
              aria-label={say("hand.of", { name: names[of] ?? "", card: many })}
            >
              {picture}
            </g>
          );
        }
        return (
          <Spot key={card.name} place={inHand(card)} marks={marks} label={say("hand", { card: many })} at={at}>
            {picture}
            <Edge />
          </Spot>
        );
      })}
    </>
  );
}
