/** The beginning of Tomahawk: three specials, of which two are kept, and the base cards that leave for them. */
import type { TomahawkSeat, TomahawkState } from "hunch-client/v1/tomahawk";
import type { BoardProps } from "../board.ts";
import { moved } from "../moved.ts";
import { Spot } from "../spot.tsx";
import { CARD, Edge, Picture } from "./card.tsx";
import { indian, type Known, leaving, special, type Special, specialOf } from "./cards.ts";
import { dealt, leaves } from "./places.ts";
import { called, say } from "./words.ts";

interface ChoiceProps extends BoardProps<TomahawkState> {
  own: TomahawkSeat;
  width: number;
  y: number;
}

/** How tall the choice is. */
export const CHOICE = 270;

/** The scale of the specials, and the most letters in a line below them. */
const LARGE = 2;
const LETTERS = 13;

/** The specials of the seat below; backs if they are hidden. */
export function Choice(props: ChoiceProps) {
  const { own, seat, width, y } = props;
  const specials = (own.dealt?.specials ?? []).map(specialOf);
  const pitch = Math.min(width / 3, 150);
  const start = (width - 3 * pitch) / 2;
  return (
    <>
      {[0, 1, 2].map((number) => {
        const name = specials[number];
        const x = start + number * pitch + pitch / 2;
        if (name) return <Offer key={name} {...props} name={name} x={x} />;
        if (!own.dealt?.hidden) return null;
        return (
          <g key={number} style={{ transform: moved(x - CARD.width, y, LARGE) }}>
            <Picture card="hidden" seat={seat ?? 0} />
          </g>
        );
      })}
    </>
  );
}

function Offer({ own, seat, marks, name, x, y }: ChoiceProps & { name: Special; x: number }) {
  const card = special(name);
  const choice = own.choice?.choice;
  const kept = choice?.case === "kept" ? choice.value.specials.map(specialOf) : undefined;
  const refused = kept !== undefined && !kept.includes(name);
  const gone = choice?.case === "kept" ? choice.value.left[kept?.indexOf(name) ?? -1] : undefined;
  const label = say("dealt", { card: called(card), strength: card.strength });
    return (
    <>
      <Spot
        place={dealt(name)}
        marks={marks}
        label={kept && !refused ? `${label}, ${say("kept")}` : label}
        at={moved(x - CARD.width, y, LARGE)}
        class={refused ? "refused" : ""}
      >
        <Picture card={card} seat={seat ?? 0} />
        <Edge />
      </Spot>
      {lines(say(name)).map((line, number) => (
        <text key={number} class={refused ? "special-name refused" : "special-name"} x={x} y={y + 126 + number * 16}>
          {line}
        </text>
      ))}
      {!refused && (
        <text class="instead" x={x} y={y + 166}>
          {kept ? `✓ ${say("instead")}` : say("instead")}
        </text>
      )}
      {!refused && <Leaving {...{ marks, name, x, y: y + 178, seat }} of={gone ? [indian(gone)] : leaving(name)} />}
    </>
  );
}

interface LeavingProps extends Pick<ChoiceProps, "marks" | "seat" | "y"> {
  name: Special;
  x: number;
  of: readonly Known[];
}

function Leaving({ marks, seat, name, x, y, of }: LeavingProps) {
  const pitch = CARD.width + 8;
  return (
    <>
      {of.map((card, number) => (
        <Spot
          key={card.name}
          place={leaves(name, card.name)}
          marks={marks}
          label={say("leaves", { card: called(card), special: say(name) })}
          at={moved(x - (pitch * of.length - 8) / 2 + number * pitch, y)}
        >
          <Picture card={card} seat={seat ?? 0} />
          <Edge />
        </Spot>
      ))}
    </>
  );
}

/** A name in lines that fit under a card. */
function lines(name: string): string[] {
  return name.split(" ").reduce<string[]>((done, word) => {
    const longer = `${done.at(-1) ?? ""} ${word}`.trim();
    return longer.length <= LETTERS ? [...done.slice(0, -1), longer] : [...done, word];
  }, []);
}
