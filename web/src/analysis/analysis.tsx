/** Thinking shown while it goes on: a bar for each turn, with its error and how often it would be played. */
import { useEffect, useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Advice, Candidate } from "hunch-client/v1/advice";
import type { Face, Place } from "../boards/board.ts";
import { gameNamed, type Chosen } from "../server/games.ts";
import { digitsFor, onScale, rangeOf, scaleOf, spanOnScale, WINS, type Scale } from "../server/worth.ts";
import { Search, type Asked } from "./search.ts";
import { language, number, say } from "../words/words.ts";

/** Milliseconds that an analysis may take. */
const TIMES = [2_000, 10_000, 30_000] as const;

interface AnalysisProps {
  position: Asked;
  game: string;
  options: Chosen;
  face: Face | undefined;
  /** The game's own state, for the places of moves. */
  state: unknown;
  /** Marks places of the board. */
  point: (places: readonly Place[]) => void;
}

/** The panel. */
export function Analysis({ position, game, options, face, state, point }: AnalysisProps) {
  const search = useMemo(() => new Search(), []);
  const timeMs = useSignal<number>(TIMES[1]);
  const scale = useSignal<Scale>(WINS);
  useEffect(() => {
    void gameNamed(game).then((info) => {
      scale.value = scaleOf(info, options);
    });
  }, [game]);
  useEffect(() => {
    search.end();
    search.advice.value = undefined;
    return () => search.end();
  }, [state, language.value]);
  return (
    <section class="analysis" aria-labelledby="analysis-title">
      <h2 id="analysis-title">{say("analysis")}</h2>
      <p class="row">
        {search.running.value ? (
          <button type="button" onClick={() => search.stop()}>
            {say("analysis.stop")}
          </button>
        ) : (
          <button type="button" onClick={() => search.begin(position, timeMs.value)}>
            {say("analysis.begin")}
          </button>
        )}
        <label>
          {say("analysis.time")}
          <select
            value={String(timeMs.value)}
            onChange={(event) => (timeMs.value = Number(event.currentTarget.value))}
          >
            {TIMES.map((ms) => (
              <option key={ms} value={String(ms)}>
                {say("seconds", { n: ms / 1000 })}
              </option>
            ))}
          </select>
        </label>
      </p>
      {search.wrong.value && (
        <p class="wrong" role="alert">
          {search.wrong.value}
        </p>
      )}
      {search.advice.value && (
        <Found advice={search.advice.value} scale={scale.value} place={placed(face, state)} point={point} />
      )}
    </section>
  );
}

interface FoundProps {
  advice: Advice;
  scale: Scale;
  place: (candidate: Candidate) => Place[];
  point: (places: readonly Place[]) => void;
}

function Found({ advice, scale, place, point }: FoundProps) {
  return (
    <>
      <ol class="bars">
        {advice.candidates.map((candidate) => (
          <Bar key={nameOf(candidate)} candidate={candidate} scale={scale} point={point} place={place} />
        ))}
      </ol>
      <p class="faint">
        {say(`analysis.${scale.kind}`)} {say("analysis.share")}{" "}
        {say("analysis.effort", { n: number(Number(advice.iterations)) })}
      </p>
    </>
  );
}

interface BarProps extends Omit<FoundProps, "advice"> {
  candidate: Candidate;
}

/** One turn. Pointing at it shows where it and what follows go. */
function Bar({ candidate, scale, place, point }: BarProps) {
  const known = candidate.visits > 0n || candidate.standardError < 1;
  const value = onScale(candidate.value, scale);
  const error = spanOnScale(candidate.standardError, scale);
  const digits = digitsFor(error);
  const [least, most] = rangeOf(scale);
  const figures = { value: number(value, digits), error: number(error, digits) };
  const text = known ? say(`analysis.value.${scale.kind}`, figures) : say("analysis.unknown");
  const show = () => point(place(candidate));
  return (
    <li class="bar" tabindex={0} onMouseEnter={show} onFocus={show} onMouseLeave={() => point([])} onBlur={() => point([])}>
      <span class="turn">{candidate.turn?.moves.map((move) => move.sentence).join(" ")}</span>
      <span class="row figures">
        <Measure value={value} error={error} least={least} most={most} text={text} known={known} />
        <output>{text}</output>
        <span>{say("analysis.played", { n: number(100 * candidate.probability) })}</span>
      </span>
      {candidate.line.length > 0 && (
        <details>
          <summary>{say("analysis.line")}</summary>
          <ol>
            {candidate.line.map((step, at) => (
              <li key={at}>{step.sentence}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

interface MeasureProps {
  value: number;
  error: number;
  least: number;
  most: number;
  text: string;
  /** False: it was not tried enough to say anything. */
  known: boolean;
}

/** A bar, with a line over it for what lies within two standard errors. */
function Measure({ value, error, least, most, text, known }: MeasureProps) {
  const at = (shown: number) => Math.min(Math.max((100 * (shown - least)) / (most - least), 0), 100);
  const [low, high] = [at(value - 2 * error), at(value + 2 * error)];
  return (
    <svg
      class="measure"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="meter"
      aria-label={say("analysis.value")}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={known ? value : least}
      aria-valuetext={text}
    >
      <rect class="track" width={100} height={10} />
      {known && (
        <>
          <rect class="fill" width={at(value)} height={10} />
          <line x1={low} x2={high} y1={5} y2={5} />
        </>
      )}
    </svg>
  );
}

/** How to find the places of a turn and of what is expected after it. */
function placed(face: Face | undefined, state: unknown): (candidate: Candidate) => Place[] {
  return (candidate) => {
    if (!face || !state) {
      return [];
    }
    const moves = candidate.turn?.moves ?? [];
    const own = moves.flatMap((one) => (one.move ? face.placesOf(one.move, state) : []));
    return [...own, ...candidate.line.flatMap((step) => (step.event ? face.changedBy(step.event, state) : []))];
  };
}

function nameOf(candidate: Candidate): string {
  return candidate.turn?.moves.map((move) => move.notation).join(" ") ?? "";
}
