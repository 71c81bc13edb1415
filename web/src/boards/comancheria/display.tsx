/** The Enemy Instruction Display: a column of counters for each enemy and the Inactive one, and the draw cup. */
import type { ComancheriaCounters, ComancheriaInstruction, ComancheriaState } from "hunch-client/v1/comancheria";
import { ComancheriaNation } from "hunch-client/v1/comancheria";
import type { Marks } from "../board.ts";
import { ENEMIES, type Enemy, LETTERS } from "./names.ts";
import table from "./table.json" with { type: "json" };
import { markClass, Tile } from "./tile.tsx";
import { nameOf, say, titleOf } from "./words.ts";

interface DisplayProps {
  state: ComancheriaState;
  marks: Marks;
}

const ROWS = [1, 2, 3, 4, 5, 6];
const NATIONS: Partial<Record<ComancheriaNation, string>> = {
  [ComancheriaNation.SPAIN]: "spain",
  [ComancheriaNation.MEXICO]: "mexico",
  [ComancheriaNation.TEXAS]: "texas",
  [ComancheriaNation.USA]: "usa",
};

/** The panel. */
export function Display({ state, marks }: DisplayProps) {
  const inactive = state.instructions.some(({ place }) => place.case === "cell" && place.value.inactive);
  const present = ENEMIES.filter((_, i) => state.enemies[i]?.present);
  const columns = inactive ? [...present, undefined] : present;
  return (
    <section class="panel display">
      <h3>{say("display")}</h3>
      <div
        class={`pane ${markClass(marks, "display")}`}
        data-place="display"
        role="region"
        tabIndex={0}
        aria-label={say("display")}
      >
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((enemy) => (
                <th key={enemy ?? "inactive"} scope="col">
                  {enemy ? <Head enemy={enemy} state={state} marks={marks} /> : say("inactive")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <tr key={row}>
                <th scope="row" aria-label={say("row", { n: row })}>
                  {row}
                </th>
                {columns.map((enemy) => (
                  <Cell key={enemy ?? "inactive"} enemy={enemy} row={row} state={state} marks={marks} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Cup state={state} marks={marks} />
    </section>
  );
}

/** An enemy with its flag, and what lies under its column on the map. */
function Head({ enemy, state, marks }: { enemy: Enemy; state: ComancheriaState; marks: Marks }) {
  const is = state.enemies[ENEMIES.indexOf(enemy)];
  const flag = NATIONS[is?.flag ?? 0];
  return (
    <Tile place={`enemy:${enemy}`} marks={marks} class={`enemy of-${enemy}`}>
      <strong>{titleOf(enemy)}</strong>
      {flag && <small>{titleOf(flag)}</small>}
    </Tile>
  );
}

interface CellProps {
  /** Unset: the Inactive column. */
  enemy: Enemy | undefined;
  row: number;
  state: ComancheriaState;
  marks: Marks;
}

function Cell({ enemy, row, state, marks }: CellProps) {
  const here = state.instructions.find(
    ({ letter, place }) =>
      place.case === "cell" &&
      place.value.row === row &&
      (enemy ? !place.value.inactive && enemyOfCounter(letter) === enemy : place.value.inactive),
  );
  const place = `cell:${enemy ?? "inactive"}:${row}`;
  return (
    <td class={markClass(marks, place)} data-place={place}>
      {here && <Counter counter={here} marks={marks} />}
    </td>
  );
}

function enemyOfCounter(letter: string): string {
  return table.instructions[LETTERS.indexOf(letter)]?.enemy ?? "";
}

/** An Instruction counter: letter, what it does, and its cost. */
export function Counter({ counter, marks }: { counter: ComancheriaInstruction; marks: Marks }) {
  const known = table.instructions[LETTERS.indexOf(counter.letter)];
  const face = counter.back ? known?.back : known?.front;
  const names = `counter of-${known?.enemy} ${counter.back ? "barred" : ""}`;
  return (
    <Tile place={`counter:${counter.letter}`} marks={marks} class={names}>
      <span class="letter">{counter.letter}</span>
      <span class="what">
        {nameOf(face?.instruction ?? "")} {face?.cost}
      </span>
      {counter.back && <span class="unseen">{say("barred")}</span>}
    </Tile>
  );
}

/** The draw cup, the counters of a Success Check, and the boxes beside the display. */
function Cup({ state, marks }: DisplayProps) {
  const inCup = state.instructions.filter(({ place }) => place.case === "cup");
  const inHand = state.instructions.filter(({ place }) => place.case === "hand");
  const under = state.instructions.filter(({ place }) => place.case === "column");
  const drawing = total(state.drawn) > 0 || inHand.length > 0;
  return (
    <div class="cups">
      <Supply place="cup" title={say("cup")} counters={state.cup} instructions={inCup} marks={marks} />
      {drawing && <Drawn state={state} inHand={inHand} marks={marks} />}
      <Supply place="available" title={say("available")} counters={state.available} instructions={[]} marks={marks} />
      {state.outOfPlay > 0 && (
        <Tile place="out" marks={marks} class="supply">
          <strong>{say("out")}</strong> {say("successes", { n: state.outOfPlay })}
        </Tile>
      )}
      {under.map((counter) => (
        <div key={counter.letter} class="supply">
          <Counter counter={counter} marks={marks} />
        </div>
      ))}
    </div>
  );
}

interface SupplyProps {
  place: string;
  title: string;
  counters: ComancheriaCounters | undefined;
  instructions: readonly ComancheriaInstruction[];
  marks: Marks;
}

function Supply({ place, title, counters, instructions, marks }: SupplyProps) {
  const parts = [
    counters?.success ? say("successes", { n: counters.success }) : "",
    ...values(counters).map(([value, n]) => (n > 0 ? say("enemyap", { value, n }) : "")),
    instructions.length > 0 ? say("counters", { letters: instructions.map(({ letter }) => letter).join(" ") }) : "",
  ].filter(Boolean);
  return (
    <Tile place={place} marks={marks} class="supply">
      <strong>{title}</strong> {parts.join(", ") || say("nothing")}
    </Tile>
  );
}

/** Enemy AP counters by what they are worth. */
function values(counters: ComancheriaCounters | undefined): [number, number][] {
  return [counters?.two, counters?.three, counters?.four].map((n, i) => [table.enemyAp[i] ?? 0, n ?? 0]);
}

function total(counters: ComancheriaCounters | undefined): number {
  return (counters?.success ?? 0) + values(counters).reduce((sum, [, n]) => sum + n, 0);
}

/** What the Success Check drew. Guns may be used against a value. */
function Drawn({ state, inHand, marks }: DisplayProps & { inHand: readonly ComancheriaInstruction[] }) {
  return (
    <div class="supply">
      <Tile place="drawn" marks={marks} class="plain">
        <strong>{say("drawn")}</strong> {state.drawn?.success ? say("successes", { n: state.drawn.success }) : ""}
      </Tile>
      {values(state.drawn).map(([value, n], i) =>
        n > 0 ? (
          <Tile key={value} place={`drawn:${i + 2}`} marks={marks} class="goods named">
            {say("enemyap", { value, n })}
          </Tile>
        ) : null,
      )}
      {inHand.map((counter) => (
        <Counter key={counter.letter} counter={counter} marks={marks} />
      ))}
    </div>
  );
}
