/** The course of a game: what each judged move was worth, with its error, and the list of mistakes. */
import type { Judgement } from "hunch-client/v1/opponent";
import { digitsFor, onScale, rangeOf, spanOnScale } from "../server/worth.ts";
import { isMistake, type Review } from "./judged.ts";
import { useWidth } from "../boards/width.ts";
import { number, say } from "../words/words.ts";

const HEIGHT = 160;
const EDGE = 32;
/** The least width that is drawn; in a narrower box the graph is made smaller. */
const LEAST_WIDTH = 240;

interface CourseProps {
  review: Review;
  /** The step that is looked at. */
  chosen: number | undefined;
  choose: (step: number) => void;
}

/** The graph and the list. */
export function Course({ review, chosen, choose }: CourseProps) {
  const mistakes = review.mistakes.value;
  const shown = (span: number) => {
    const value = spanOnScale(span, review.scale.value);
    return number(value, digitsFor(value));
  };
  return (
    <section class="course" aria-labelledby="course-title">
      <h2 id="course-title">{say("course")}</h2>
      <p class="faint">{say(`course.${review.scale.value.kind}`)}</p>
      <Graph review={review} chosen={chosen} choose={choose} />
      <h3>{say("mistakes")}</h3>
      {mistakes.length === 0 && !review.running.value && <p>{say("mistakes.none")}</p>}
      <ol class="mistakes">
        {mistakes.map((one) => (
          <li key={one.step}>
            <button type="button" aria-pressed={one.step === chosen} onClick={() => choose(one.step)}>
              {say(`mistake.${review.scale.value.kind}`, {
                n: one.step + 1,
                lost: shown(one.loss),
                error: shown(one.standardError),
              })}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Graph({ review, chosen, choose }: CourseProps) {
  const { box, width: measured } = useWidth();
  const width = Math.max(measured, LEAST_WIDTH);
  const all = review.judgements.value;
  const scale = review.scale.value;
  const x = (at: number) => EDGE + (at * (width - 2 * EDGE)) / Math.max(all.length - 1, 1);
  const [least, most] = rangeOf(scale);
  const high = (span: number) => (span * (HEIGHT - 2 * EDGE)) / (most - least);
  const y = (value: number) => HEIGHT - EDGE - high(value - least);
  const heights = all.map((one) => y(onScale(one.value, scale)));
  return (
    <div ref={box} class="graph">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={say("course")}>
        {[least, (least + most) / 2, most].map((value) => (
          <g key={value} aria-hidden="true">
            <line class="grid" x1={EDGE} x2={width - EDGE} y1={y(value)} y2={y(value)} />
            <text class="scale" x={EDGE - 4} y={y(value) + 4} text-anchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        <polyline class="curve" points={heights.map((height, at) => `${x(at)},${height}`).join(" ")} />
        {all.map((one, at) => (
          <Point
            key={one.step}
            judgement={one}
            chosen={one.step === chosen}
            choose={choose}
            x={x(at)}
            y={heights[at] ?? 0}
            error={Math.min(high(spanOnScale(one.standardError, scale)), HEIGHT)}
          />
        ))}
      </svg>
    </div>
  );
}

interface PointProps {
  judgement: Judgement;
  chosen: boolean;
  choose: (step: number) => void;
  x: number;
  y: number;
  /** Half the height of its error bar. */
  error: number;
}

function Point({ judgement, chosen, choose, x, y, error }: PointProps) {
  const known = judgement.standardError < 1;
  const kind = !known ? "unknown" : isMistake(judgement) ? "mistake" : "sound";
  const pick = () => choose(judgement.step);
  return (
    <g
      class={`point ${kind} ${chosen ? "chosen" : ""}`}
      role="button"
      tabindex={0}
      aria-pressed={chosen}
      aria-label={`${judgement.step + 1}: ${judgement.played?.sentence ?? ""} ${say(`point.${kind}`)}`}
      onClick={pick}
      onKeyDown={(event: KeyboardEvent) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick())}
    >
      <line x1={x} x2={x} y1={Math.max(y - error, 4)} y2={Math.min(y + error, HEIGHT - 4)} />
      {kind === "mistake" ? <path d={`M${x - 6} ${y + 5}h12l-6 -11z`} /> : <circle cx={x} cy={y} r={4.5} />}
      <rect class="reach" x={x - 8} y={y - 14} width={16} height={28} />
    </g>
  );
}
