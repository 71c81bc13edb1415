// The enemy's turn with real dice: the server stops at each die, you roll it and type the result.
//
// node examples/enemy.ts comancheria http://127.0.0.1:8080
import { createInterface } from "node:readline";
import { createHunch, fromJson } from "hunch-client";
import { GameOptionsSchema, type GameEvent } from "hunch-client/v1/game";

async function main(game: string, baseUrl: string): Promise<void> {
  const options = fromJson(GameOptionsSchema, { [game]: {} });
  const hunch = createHunch({ baseUrl });
  const { state } = await hunch.rules.newGame({ options });
  if (!state) {
    throw new Error("the server sent no position");
  }
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const told: GameEvent[] = [];
  for (let printed = 0; ; ) {
    const answer = await hunch.enemy.advanceEnemy({ state, told });
    for (const happening of answer.happenings.slice(printed)) {
      console.log(happening.sentence, ...happening.effects.map((effect) => effect.sentence));
    }
    printed = answer.happenings.length;
    if (!answer.wanted.length) {
      console.log("your decision, with", answer.moves, "moves");
      return;
    }
    answer.wanted.forEach((outcome, place) => console.log(String(place + 1).padStart(4), "", outcome.sentence));
    process.stdout.write("which one happened? ");
    const event = answer.wanted[Number((await lines.next()).value) - 1]?.event;
    if (!event) {
      throw new Error("there is no such outcome");
    }
    told.push(event);
  }
}

const [game, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
try {
  if (!game) {
    throw new Error("usage: node examples/enemy.ts GAME [URL]");
  }
  await main(game, baseUrl);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
process.stdin.destroy();
