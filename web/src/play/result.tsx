/** How a game ended. */
import { go, link } from "../app/router.ts";
import { open } from "./open.ts";
import type { Table } from "./table.ts";
import { ownSeats } from "./setup.ts";
import { say } from "../words/words.ts";

/** Who won, and what to do next. */
export function Result({ table, payoffs }: { table: Table; payoffs: readonly number[] }) {
  const again = () => go("play", open(table.setup).id);
  return (
    <section class="sheet result" aria-labelledby="result-title">
      <h2 id="result-title">{winner(table, payoffs)}</h2>
      <p class="row">
        <a class="button main" href={link("review", table.id)}>
          {say("review")}
        </a>
        <button type="button" onClick={again}>
          {say("play.again")}
        </button>
      </p>
    </section>
  );
}

function winner(table: Table, payoffs: readonly number[]): string {
  const best = Math.max(...payoffs);
  const winners = payoffs.flatMap((payoff, seat) => (payoff === best ? [seat] : []));
  const [own, other] = ownSeats(table.setup);
  if (payoffs.length === 1) {
    return say(best > 0 ? "result.won" : "result.lost");
  }
  if (winners.length === payoffs.length) {
    return say("result.tie");
  }
  if (winners.length === 1 && winners[0] === own && other === undefined) {
    return say("result.won");
  }
  const name = winners.map((seat) => table.names.value[seat]).join(", ");
  return say(winners.length > 1 ? "result.share" : "result.wins", { name });
}
