/** Scenario and objective, and the tracks. */
import { ComancheriaOutcome, type ComancheriaState } from "hunch-client/v1/comancheria";
import type { Marks } from "../board.ts";
import { GoodsList } from "./goods.tsx";
import type { Enemy } from "./names.ts";
import { Successes } from "./people.tsx";
import table from "./table.json" with { type: "json" };
import { Tile } from "./tile.tsx";
import { enemyLetter, nameOf, named, say, textOf, titleOf } from "./words.ts";

interface TracksProps {
  state: ComancheriaState;
  marks: Marks;
}

/** Which scenario is played, in which period, and what its Victory Check demands. */
export function Header({ state, marks }: TracksProps) {
  const scenario = Math.max(0, (state.options?.scenario ?? 1) - 1);
  const [, last = 1] = table.scenarios[scenario] ?? [];
  const period = table.periods[state.period - 1];
  const rule = textOf(`period.${state.period}.rule`);
  const actors = period?.enemy_action.map((enemy, i) => `${i + 1} ${enemyLetter(enemy as Enemy)}`);
  return (
    <section class="panel header">
      <Tile place="period" marks={marks} class="plain">
        <strong>{named().scenarios[scenario]}</strong>
        <span>
          {say("period", { n: state.period, years: period?.years.replace("-", "–") ?? "" })} (
          {state.period === last ? say("last") : say("last.is", { n: last })})
        </span>
        <span class="aim">{say("objective", { text: named().objectives[state.period - 1] ?? "" })}</span>
        {rule && <span>{say("rule", { text: rule })}</span>}
        {state.outcome !== ComancheriaOutcome.UNSPECIFIED && (
          <strong class="outcome">{say(state.outcome === ComancheriaOutcome.WON ? "won" : "lost")}</strong>
        )}
      </Tile>
      <p class="dim">
        {say("enemy.die", { list: actors?.join(" · ") ?? "" })}
      </p>
    </section>
  );
}

/** The panel of the tracks. */
export function Tracks({ state, marks }: TracksProps) {
  const tracks = state.tracks;
  const { military, culture, ap } = table.most;
  return (
    <section class="panel tracks">
      <h3>{say("tracks")}</h3>
      <Strip track="military" at={tracks?.military ?? 0} spaces={upTo(military)} marks={marks} />
      <Strip track="culture" at={tracks?.culture ?? 0} spaces={upTo(culture)} marks={marks} />
      <Strip track="ap" at={tracks?.ap ?? 0} spaces={upTo(ap)} marks={marks} />
      <Tile place="track:enemy_ap" marks={marks} class="rail">
        <span class="label">{nameOf("enemy_ap")}</span>
        <strong class="figure">{tracks?.enemyAp ?? 0}</strong>
      </Tile>
      <Operations state={state} marks={marks} />
      <Strip
        track="passage"
        at={tracks?.passage ?? 0}
        spaces={[say("start"), ...table.passage.map(String), say("check")]}
        marks={marks}
      />
    </section>
  );
}

function upTo(most: number): string[] {
  return Array.from({ length: most + 1 }, (_, i) => String(i));
}

interface StripProps {
  track: "military" | "culture" | "ap" | "passage";
  /** The space on which the counter is. */
  at: number;
  /** What is printed on the spaces. */
  spaces: readonly string[];
  marks: Marks;
}

function Strip({ track, at, spaces, marks }: StripProps) {
  const name = titleOf(track);
  return (
    <Tile place={`track:${track}`} marks={marks} label={`${name}: ${spaces[at]}`} class="rail">
      <span class="label">{name}</span>
      <span class={`spaces of-${track}`}>
        {spaces.map((text, i) => (
          <span key={i} class={i === at ? "here" : i < at ? "filled" : ""}>
            {text}
          </span>
        ))}
      </span>
    </Tile>
  );
}

/** The Operations Track, whose spaces hold Successes and goods. */
function Operations({ state, marks }: TracksProps) {
  const names = [say("start"), ...table.operations.map(String), say("must")];
  const at = state.tracks?.operations ?? 0;
  return (
    <div class="rail">
      <Tile place="track:operations" marks={marks} label={`${say("operations")}: ${names[at]}`} class="label plain">
        {say("operations")}
      </Tile>
      <div class="spaces of-operations">
        {names.map((name, i) => {
          const space = state.operationsTrack[i];
          return (
            <Tile key={i} place={`ops:${i}`} marks={marks} class={i === at ? "here" : i < at ? "filled" : ""}>
              <span>{name}</span>
              <Successes n={space?.success ?? 0} />
              <GoodsList goods={space?.goods} owner={`track:${i}`} marks={marks} />
            </Tile>
          );
        })}
      </div>
    </div>
  );
}
