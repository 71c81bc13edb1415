/** The legal moves as sentences, narrowed by what was picked and by what is typed. */
import { useSignal } from "@preact/signals";
import type { TurnMove } from "hunch-client/v1/advice";
import { SAID, type Named } from "./picking.ts";
import type { Table } from "./table.ts";
import { count, say } from "../words/words.ts";

/** Moves that are listed before somebody asks for all. */
const MOST = 40;

/** The moves of the person who must choose. */
export function MoveList({ table }: { table: Table }) {
  const typed = useSignal("");
  const all = useSignal(false);
  const left = table.left.value.filter((one) => contains(one.move, typed.value));
  const onBoard = [...table.open.value].some((place) => !place.startsWith(SAID));
  const shown = all.value ? left : left.slice(0, MOST);
  return (
    <section class="moves" id="moves" aria-label={say("moves")}>
      {onBoard && !table.picked.value.length && <p class="faint">{say("moves.how")}</p>}
      <Said table={table} />
      <Ready table={table} />
      <details class="list" open={left.length <= 12}>
        <summary>{count("moves.count", left.length)}</summary>
        {table.moves.value.length > 12 && (
          <label>
            {say("moves.find")}
            <input type="search" value={typed.value} onInput={(event) => (typed.value = event.currentTarget.value)} />
          </label>
        )}
        <ul>
          {shown.map((one) => (
            <li key={one.move.notation}>
              <MoveButton table={table} move={one.move} />
            </li>
          ))}
        </ul>
        {left.length > shown.length && (
          <button type="button" onClick={() => (all.value = true)}>
            {count("moves.more", left.length - shown.length)}
          </button>
        )}
      </details>
    </section>
  );
}

/** The moves that the picked places name, if there is more than one or a bigger one goes on. */
function Ready({ table }: { table: Table }) {
  if (!table.picked.value.length) {
    return null;
  }
  return (
    <div class="row">
      {table.ready.value.map((one) => (
        <MoveButton key={one.move.notation} table={table} move={one.move} main />
      ))}
      <button type="button" onClick={() => table.clear()}>
        {say("picked.clear")}
      </button>
    </div>
  );
}

/** The places that the board does not draw. */
function Said({ table }: { table: Table }) {
  const places = [...table.open.value].filter((place) => place.startsWith(SAID));
  const naming = (place: string) => table.left.value.filter((one: Named<TurnMove>) => one.places.includes(place));
  return (
    <div class="row">
      {places.map((place) => {
        const [only, other] = naming(place);
        return (
          only && (
            <button key={place} type="button" onClick={() => table.pick(place)}>
              {other ? place.slice(SAID.length) : only.move.sentence}
            </button>
          )
        );
      })}
    </div>
  );
}

function MoveButton({ table, move, main = false }: { table: Table; move: TurnMove; main?: boolean }) {
  return (
    <button type="button" class={main ? "main" : "move"} onClick={() => table.play(move)}>
      {move.sentence} <span class="notation">{move.localNotation || move.notation}</span>
    </button>
  );
}

function contains(move: TurnMove, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return `${move.sentence} ${move.localNotation || move.notation}`.toLowerCase().includes(wanted);
}
