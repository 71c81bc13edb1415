/** A hint in three steps: what kind of choice it is, where to look, and the turn with its reasons. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { HintGrade, type GetHintResponse } from "hunch-client/v1/opponent";
import type { TurnMove } from "hunch-client/v1/advice";
import type { Place } from "../boards/board.ts";
import { failure, hunch } from "../server/server.ts";
import type { Table } from "./table.ts";
import { language, say, type Key } from "../words/words.ts";

/** Milliseconds of thinking for a hint. */
const THINK_MS = 1_500;

const STEPS: readonly { grade: HintGrade; key: Key }[] = [
  { grade: HintGrade.NUDGE, key: "hint.nudge" },
  { grade: HintGrade.REGION, key: "hint.region" },
  { grade: HintGrade.MOVE, key: "hint.move" },
];

interface HintsProps {
  table: Table;
  /** Marks places of the board. */
  point: (places: readonly Place[]) => void;
}

/** The hints for the current choice. A new choice begins anew. */
export function Hints({ table, point }: HintsProps) {
  return <HintsOf key={table.moments.value.length} table={table} point={point} />;
}

function HintsOf({ table, point }: HintsProps) {
  const hint = useSignal<GetHintResponse | undefined>(undefined);
  const given = useSignal(0);
  const busy = useSignal(false);
  const wrong = useSignal("");
  const ask = async (step: number, idea: TurnMove | undefined) => {
    busy.value = true;
    wrong.value = "";
    try {
      hint.value = await hunch.value.opponent.getHint(request(table, step, hint.value?.seed, idea));
      given.value = step + 1;
      point(placesOf(table, hint.value.region));
    } catch (thrown) {
      wrong.value = failure(thrown);
    }
    busy.value = false;
  };
  const wanted = table.idea.value;
  useEffect(() => {
    if (wanted) {
      void ask(STEPS.length - 1, wanted);
    }
  }, [wanted]);
  const next = STEPS[given.value];
  const idea = table.ready.value[0]?.move;
  return (
    <section class="hints" aria-labelledby="hints-title">
      <h2 id="hints-title">{say("hints")}</h2>
      <div role="status">
        {hint.value && <Given hint={hint.value} />}
        {busy.value && <p class="wait">{say("hint.thinks")}</p>}
        {wrong.value && <p class="wrong">{wrong.value}</p>}
      </div>
      <p class="row">
        {next && (
          <button type="button" disabled={busy.value} onClick={() => ask(given.value, undefined)}>
            {say(next.key)}
          </button>
        )}
        <IdeaPicker table={table} picked={idea} disabled={busy.value} ask={(move) => (table.idea.value = move)} />
      </p>
      <p class="faint drop">{say("hint.drop")}</p>
    </section>
  );
}

function Given({ hint }: { hint: GetHintResponse }) {
  return (
    <>
      {hint.nudge && <p>{hint.nudge.sentence}</p>}
      {hint.region.length > 0 && !hint.best && (
        <>
          <p>{say("hint.look")}</p>
          <ul>
            {hint.region.map((one) => (
              <li key={one.notation}>{one.sentence}</li>
            ))}
          </ul>
        </>
      )}
      {hint.best?.turn && (
        <p>
          <b>{hint.best.turn.moves.map((one) => one.sentence).join(" ")}</b>
        </p>
      )}
      {hint.reasons.length > 0 && (
        <ul>
          {hint.reasons.map((reason, at) => (
            <li key={at}>{reason.sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface IdeaProps {
  table: Table;
  /** The move that is picked on the board, if there is one. */
  picked: TurnMove | undefined;
  disabled: boolean;
  ask: (idea: TurnMove) => void;
}

/** Compares a move with the advice: the picked one, one of the list, or one that is dropped here. */
function IdeaPicker({ table, picked, disabled, ask }: IdeaProps) {
  const chosen = useSignal("");
  const moves = table.left.value.map((one) => one.move);
  const idea = moves.find((move) => move.notation === chosen.value) ?? picked ?? moves[0];
  return (
    <span class="idea">
      <label>
        {say("hint.idea")}
        <select value={idea?.notation ?? ""} onChange={(event) => (chosen.value = event.currentTarget.value)}>
          {moves.map((move) => (
            <option key={move.notation} value={move.notation}>
              {move.sentence}
            </option>
          ))}
        </select>
      </label>
      <button type="button" disabled={disabled || !idea} onClick={() => idea && ask(idea)}>
        {say("hint.compare")}
      </button>
    </span>
  );
}

function request(table: Table, step: number, seed: number | undefined, idea: TurnMove | undefined) {
  const phase = table.phase.value;
  return {
    position: {
      from: { case: "sealed", value: table.token.value },
      ...(phase.kind === "choice" ? { seat: phase.seat } : {}),
    },
    grade: STEPS[step]?.grade ?? HintGrade.MOVE,
    limits: { timeMs: THINK_MS },
    language: language.value,
    ...(seed === undefined ? {} : { seed }),
    ...(idea?.move ? { idea: [idea.move] } : {}),
  } as const;
}

function placesOf(table: Table, moves: readonly TurnMove[]): Place[] {
  const named = table.moves.value.filter((one) => moves.some((move) => move.notation === one.move.notation));
  return named.flatMap((one) => one.places);
}
