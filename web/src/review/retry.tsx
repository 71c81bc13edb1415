/** A move of an ended game, to be found anew before the answer is shown. */
import { useSignal } from "@preact/signals";
import type { TurnMove } from "hunch-client/v1/advice";
import { HintGrade, type Judgement } from "hunch-client/v1/opponent";
import type { GameState } from "hunch-client/v1/game";
import type { Place } from "../boards/board.ts";
import { Loaded } from "../parts/loaded.tsx";
import { BoardPicture } from "../parts/picture.tsx";
import { complete, matching, open, type Named } from "../play/picking.ts";
import { namesOf } from "../play/setup.ts";
import { failure, hunch } from "../server/server.ts";
import { digitsFor, spanOnScale, type Scale } from "../server/worth.ts";
import { positionAt, viewOf, type Opened } from "./opened.ts";
import { count, language, number, say } from "../words/words.ts";

/** Milliseconds of thinking about a try. */
const THINK_MS = 1_500;

/** A position to choose in, as its seat saw it. */
interface Before {
  view: GameState;
  state: unknown;
  moves: Named<TurnMove>[];
}

interface RetryProps {
  opened: Opened;
  judgement: Judgement;
  scale: Scale;
}

/** The position before the move. */
export function Retry({ opened, judgement, scale }: RetryProps) {
  return (
    <section class="retry" aria-labelledby="retry-title">
      <h2 id="retry-title">{say("retry", { n: judgement.step + 1 })}</h2>
      <Loaded load={() => before(opened, judgement)} of={String(judgement.step)}>
        {(found) => <Try opened={opened} judgement={judgement} scale={scale} before={found} />}
      </Loaded>
    </section>
  );
}

async function before(opened: Opened, { step, seat }: Judgement): Promise<Before> {
  const view = await viewOf((await positionAt(opened, step)).state, seat);
  const { moves } = await hunch.value.rules.listMoves({ state: view, seat, language: language.value });
  const { face } = opened;
  const state = face?.stateOf(view);
  const places = (move: TurnMove) => (move.move && face && state ? face.placesOf(move.move, state) : []);
  return { view, state, moves: moves.map((move) => ({ move, places: places(move) })) };
}

function Try({ opened, judgement, scale, before: { view, moves } }: RetryProps & { before: Before }) {
  const picked = useSignal<readonly Place[]>([]);
  const tried = useSignal<TurnMove | undefined>(undefined);
  const shown = useSignal(false);
  const answer = useSignal<readonly string[]>([]);
  const attempt = async (move: TurnMove) => {
    tried.value = move;
    answer.value = [];
    answer.value = await compared(view, judgement, move);
  };
  const pick = (place: Place) => {
    const now = picked.value;
    picked.value = now.includes(place) ? now.filter((one) => one !== place) : [...now, place];
    const [only, other] = matching(moves, picked.value);
    if (only && !other && complete(moves, picked.value).length === 1) {
      picked.value = [];
      void attempt(only.move);
    }
  };
  const openPlaces = open(moves, picked.value);
  const left = matching(moves, picked.value);
  return (
    <div class="table">
      <div class="stage">
        <BoardPicture
          face={opened.face}
          view={view}
          seat={judgement.seat}
          names={namesOf(opened.setup)}
          marks={{
            pickable: (place) =>
              picked.value.includes(place) ? "picked" : openPlaces.has(place) ? "open" : undefined,
            pick,
            mark: () => undefined,
          }}
        />
      </div>
      <div class="side">
        <p>{say("retry.says")}</p>
        <div role="status">
          {tried.value && <Verdict tried={tried.value} judgement={judgement} says={answer.value} />}
        </div>
        <details class="list" open={left.length <= 12}>
          <summary>{count("moves.count", left.length)}</summary>
          <ul>
            {left.map((one) => (
              <li key={one.move.notation}>
                <button type="button" class="move" onClick={() => attempt(one.move)}>
                  {one.move.sentence}
                </button>
              </li>
            ))}
          </ul>
        </details>
        {shown.value ? (
          <Answer judgement={judgement} scale={scale} />
        ) : (
          <button type="button" onClick={() => (shown.value = true)}>
            {say("retry.show")}
          </button>
        )}
      </div>
    </div>
  );
}

interface VerdictProps {
  tried: TurnMove;
  judgement: Judgement;
  /** What a search says of the difference. */
  says: readonly string[];
}

function Verdict({ tried, judgement, says }: VerdictProps) {
  const best = judgement.best?.moves[0];
  const words =
    tried.notation === best?.notation
      ? say("retry.best")
      : tried.notation === judgement.played?.notation
        ? say("retry.played")
        : say("retry.other");
  return (
    <>
      <p>
        <b>{tried.sentence}</b> {words}
      </p>
      <ul>
        {says.map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function Answer({ judgement, scale }: { judgement: Judgement; scale: Scale }) {
  const lost = spanOnScale(judgement.loss, scale);
  const error = spanOnScale(judgement.standardError, scale);
  const digits = digitsFor(error);
  return (
    <dl>
      <dt>{say("retry.was")}</dt>
      <dd>{judgement.played?.sentence}</dd>
      <dt>{say("retry.better")}</dt>
      <dd>{judgement.best?.moves.map((move) => move.sentence).join(" ")}</dd>
      <dt>{say(`retry.lost.${scale.kind}`)}</dt>
      <dd>
        {judgement.standardError < 1
          ? `${number(lost, digits)} ± ${number(error, digits)}`
          : say("analysis.unknown")}
      </dd>
    </dl>
  );
}

/** The sentences that compare a try with the advice. */
async function compared(view: GameState, { seat }: Judgement, { move }: TurnMove): Promise<string[]> {
  if (!move) {
    return [];
  }
  try {
    const hint = await hunch.value.opponent.getHint({
      position: { from: { case: "state", value: view }, seat },
      grade: HintGrade.MOVE,
      limits: { timeMs: THINK_MS },
      idea: [move],
      language: language.value,
    });
    return hint.reasons.slice(0, 1).map((reason) => reason.sentence);
  } catch (thrown) {
    return [failure(thrown)];
  }
}
