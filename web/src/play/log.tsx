/** What happened, the latest at the end, and the latest turn told to screen readers. */
import { useEffect, useRef } from "preact/hooks";
import type { Line } from "./lines.ts";
import type { Table } from "./table.ts";
import { say } from "../words/words.ts";

/** Lines that are shown before somebody scrolls up. */
const MOST = 200;

/** The log. */
export function Log({ table }: { table: Table }) {
  const box = useRef<HTMLDivElement>(null);
  const told = table.told.value;
  const news = table.news.value.length;
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [told.length]);
  return (
    <section class="log" aria-labelledby="log-title">
      <h2 id="log-title">{say("log")}</h2>
      <div ref={box} class="scroll" tabIndex={0} role="log" aria-labelledby="log-title">
        <ol>
        {told.slice(-MOST).map((line, at, shown) => (
          <LogLine key={told.length - shown.length + at} line={line} fresh={at >= shown.length - news} table={table} />
        ))}
        </ol>
      </div>
    </section>
  );
}

function LogLine({ line, fresh, table }: { line: Line; fresh: boolean; table: Table }) {
  const name = line.seat === undefined ? undefined : table.names.value[line.seat];
  return (
    <li class={fresh ? "fresh" : ""}>
      {name && table.names.value.length > 1 && <b>{say("log.by", { name })} </b>}
      {line.sentence}
      {line.effects.length > 0 && (
        <ul>
          {line.effects.map((effect, at) => (
            <li key={at}>{effect}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
