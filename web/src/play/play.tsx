/** A game: the board, whose turn it is, the moves, what happened, and advice for who asks. */
import { useEffect } from "preact/hooks";
import { useComputed, useSignal } from "@preact/signals";
import type { Place } from "../boards/board.ts";
import { link } from "../app/router.ts";
import { Analysis } from "../analysis/analysis.tsx";
import { BoardText } from "../parts/text.tsx";
import { BoardPicture } from "../parts/picture.tsx";
import { GuideBox } from "../parts/guide.tsx";
import { Failure, Loaded } from "../parts/loaded.tsx";
import { Log } from "./log.tsx";
import { MoveList } from "./moves.tsx";
import { Hints } from "./hints.tsx";
import { Result } from "./result.tsx";
import { tableNamed } from "./open.ts";
import { toText } from "../server/base64.ts";
import { toBinary } from "hunch-client";
import { GameStateSchema } from "hunch-client/v1/game";
import type { Table } from "./table.ts";
import { language, say } from "../words/words.ts";
import { gameName } from "../words/games.ts";

/** The view. */
export function PlayView({ id }: { id: string }) {
  return (
    <Loaded load={() => tableNamed(id)} of={id}>
      {(table) => (table ? <Game key={id} table={table} /> : <p>{say("no.table")}</p>)}
    </Loaded>
  );
}

function Game({ table }: { table: Table }) {
  const pointed = useSignal<readonly Place[]>([]);
  const phase = table.phase.value;
  useEffect(() => void table.retell(), [language.value]);
  if (phase.kind === "handover") {
    return <Handover table={table} seat={phase.seat} />;
  }
  return (
    <div class="table" data-phase={phase.kind} data-moments={table.moments.value.length}>
      <h1 class="quiet">{gameName(table.setup.game)}</h1>
      <section class="stage" aria-labelledby="board">
        <h2 id="board" class="unseen">
          {say("board")}
        </h2>
        <Picture table={table} pointed={pointed.value} />
      </section>
      <section class="side">
        <Status table={table} />
        <GuideBox game={table.setup.game} />
        <Choice table={table} />
        <Log table={table} />
        {phase.kind === "choice" && <Hints table={table} point={(places) => (pointed.value = places)} />}
        {phase.kind === "choice" && (
          <Analysis
            position={{ from: { case: "sealed", value: table.token.value }, seat: phase.seat }}
            game={table.setup.game}
            options={table.setup.options}
            face={table.face.value}
            state={table.state.value}
            point={(places) => (pointed.value = places)}
          />
        )}
        <BoardText of={{ sealed: table.token.value }} seat={table.viewer.value} />
        <Tools table={table} />
      </section>
    </div>
  );
}

function Picture({ table, pointed }: { table: Table; pointed: readonly Place[] }) {
  const choosing = table.phase.value.kind === "choice";
  const news = useComputed(() => new Set(table.news.value.flatMap((line) => line.places)));
  return (
    <BoardPicture
      face={table.face.value}
      view={table.view.value}
      seat={table.viewer.value}
      names={table.names.value}
      dropped={(place, on) => on.closest(".hints") && table.consider(place)}
      marks={{
        pickable: (place) => {
          if (!choosing) {
            return undefined;
          }
          return table.picked.value.includes(place) ? "picked" : table.open.value.has(place) ? "open" : undefined;
        },
        pick: (place) => table.pick(place),
        mark: (place) => (pointed.includes(place) ? "line" : news.value.has(place) ? "last" : undefined),
      }}
    />
  );
}

/** Whose turn it is. Screen readers are told each change. In a narrow window it stays in view, with a way to the moves. */
function Status({ table }: { table: Table }) {
  return (
    <div class="standing">
      <p class="status" role="status">
        {statusOf(table)}
      </p>
      {table.phase.value.kind === "choice" && (
        <button type="button" onClick={() => document.getElementById("moves")?.scrollIntoView()}>
          {say("moves.to")}
        </button>
      )}
    </div>
  );
}

function statusOf(table: Table): string {
  const phase = table.phase.value;
  const name = (seat: number) => table.names.value[seat] ?? "";
  switch (phase.kind) {
    case "server":
      return phase.seat === undefined ? say("status.server") : say("status.thinks", { name: name(phase.seat) });
    case "choice":
      return say("status.choice", { name: name(phase.seat) });
    case "over":
      return say("status.over");
    case "failed":
      return say("status.failed");
    case "handover":
      return say("status.handover", { name: name(phase.seat) });
  }
}

function Choice({ table }: { table: Table }) {
  const phase = table.phase.value;
  if (phase.kind === "failed") {
    return <Failure says={phase.says} again={phase.again} />;
  }
  if (phase.kind === "over") {
    return <Result table={table} payoffs={phase.payoffs} />;
  }
  return phase.kind === "choice" ? <MoveList table={table} /> : null;
}

/** Between two people at one screen: nothing of either is shown. */
function Handover({ table, seat }: { table: Table; seat: number }) {
  const name = table.names.value[seat] ?? "";
  return (
    <section class="sheet handover" data-phase="handover">
      <h1>{say("status.handover", { name })}</h1>
      <p>{say("handover.says")}</p>
      <button type="button" class="main" onClick={() => table.takeScreen()}>
        {say("handover.take")}
      </button>
    </section>
  );
}

function Tools({ table }: { table: Table }) {
  const view = table.view.value;
  const seat = table.viewer.value;
  return (
    <p class="row tools">
      <button type="button" disabled={!table.canTakeBack.value} onClick={() => table.takeBack()}>
        {say("take.back")}
      </button>
      {view && (
        <a
          class="button"
          href={link("position", toText(toBinary(GameStateSchema, view)), ...(seat === undefined ? [] : [String(seat)]))}
        >
          {say("position.link")}
        </a>
      )}
      <a class="button" href={link("rules", table.setup.game)}>
        {say("rules")}
      </a>
    </p>
  );
}
