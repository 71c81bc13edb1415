// A bot move: asks a running server (`hunch serve`) what to play in a position from a file.
//
// node examples/move.ts ../../examples/tomahawk.json http://127.0.0.1:8080
import { readFileSync } from "node:fs";
import { createHunch, fromJsonString } from "hunch-client";
import { SuggestMoveRequestSchema } from "hunch-client/v1/opponent";

async function main(file: string, baseUrl: string): Promise<void> {
  const request = fromJsonString(SuggestMoveRequestSchema, readFileSync(file, "utf8"));
  const { advice } = await createHunch({ baseUrl }).opponent.suggestMove(request);
  for (const move of advice?.play?.moves ?? []) {
    console.log(move.notation, "-", move.sentence);
  }
}

const [file, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
try {
  if (!file) {
    throw new Error("usage: node examples/move.ts FILE [URL]");
  }
  await main(file, baseUrl);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
