// A hint in three steps. Each gives away a little more, and one seed makes them agree.
//
// node examples/hint.ts ../../examples/powwow.json http://127.0.0.1:8080
import { readFileSync } from "node:fs";
import { createHunch, fromJsonString } from "hunch-client";
import { HintGrade, SuggestMoveRequestSchema } from "hunch-client/v1/opponent";

async function main(file: string, baseUrl: string): Promise<void> {
  const { position } = fromJsonString(SuggestMoveRequestSchema, readFileSync(file, "utf8"));
  if (!position) {
    throw new Error(`${file}: there is no position`);
  }
  const hunch = createHunch({ baseUrl });
  for (const grade of [HintGrade.NUDGE, HintGrade.REGION, HintGrade.MOVE]) {
    const hint = await hunch.opponent.getHint({ position, grade, seed: 1, limits: { iterations: 2_000n } });
    console.log("nudge: ", hint.nudge?.sentence);
    if (hint.region.length) {
      console.log("region:", hint.region.map((move) => move.notation).join(", "));
    }
    if (hint.best) {
      console.log("move:  ", hint.best.turn?.moves.map((move) => move.notation).join(" "));
      for (const reason of hint.reasons) {
        console.log("        ", reason.sentence);
      }
    }
  }
}

const [file, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
try {
  if (!file) {
    throw new Error("usage: node examples/hint.ts FILE [URL]");
  }
  await main(file, baseUrl);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
