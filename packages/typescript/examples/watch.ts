// Watches a search and stops it: the answer so far comes every 50 ms, and the final one after the stop.
//
// node examples/watch.ts ../../examples/tomahawk.json http://127.0.0.1:8080
import { readFileSync } from "node:fs";
import { create, createHunch, fromJsonString } from "hunch-client";
import { LimitsSchema } from "hunch-client/v1/advice";
import { SuggestMoveRequestSchema } from "hunch-client/v1/opponent";

async function main(file: string, baseUrl: string): Promise<void> {
  const request = fromJsonString(SuggestMoveRequestSchema, readFileSync(file, "utf8"));
  const hunch = createHunch({ baseUrl });
  request.limits = create(LimitsSchema, { timeMs: 10_000 });
  let [searchId, interim] = ["", 0];
  for await (const answer of hunch.opponent.watchSuggestions({ ask: request, intervalMs: 50 })) {
    searchId ||= answer.searchId; // the first message names the search
    const turn = answer.advice?.play?.moves.map((move) => move.notation).join(" ");
    if (turn) {
      console.log(answer.final ? "final:  " : "so far: ", turn);
    }
    if (turn && !answer.final && ++interim === 2) {
      await hunch.opponent.stopSearch({ searchId });
    }
  }
}

const [file, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
try {
  if (!file) {
    throw new Error("usage: node examples/watch.ts FILE [URL]");
  }
  await main(file, baseUrl);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
