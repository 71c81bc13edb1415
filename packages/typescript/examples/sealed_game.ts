// A sealed game: the app sees its own seat only, and the server plays the bot.
//
// node examples/sealed_game.ts http://127.0.0.1:8080
import { createHunch, type Hunch } from "hunch-client";
import type { SealedGame, Stage } from "hunch-client/v1/rules";

/** What `newGame`, `playMoves` and `suggestMove` answer of a sealed game. */
type Answer = { sealed?: SealedGame | undefined; stage?: Stage | undefined };

const ME = 0;
const chance = { source: { case: "system", value: true } } as const;

/** One game of Tomahawk: the app plays its first legal moves. */
async function play(hunch: Hunch): Promise<void> {
  const options = { options: { case: "tomahawk", value: {} } } as const;
  let now: Answer = await hunch.rules.newGame({ options, chance, seal: { seats: [ME] } });
  for (;;) {
    for (const happening of now.sealed?.views[0]?.happenings ?? []) {
      console.log(happening.sentence);
    }
    const sealed = now.sealed?.token;
    const next = now.stage?.next;
    if (!sealed || !next || next.case === "over") {
      console.log("payoffs:", ...(next?.case === "over" ? next.value.payoffs : []));
      return;
    }
    now = next.case === "seat" && next.value !== ME ? await bot(hunch, sealed, next.value) : await first(hunch, sealed);
  }
}

function bot(hunch: Hunch, sealed: Uint8Array, seat: number): Promise<Answer> {
  return hunch.opponent.suggestMove({ position: { from: { case: "sealed", value: sealed }, seat }, level: 3, chance });
}

async function first(hunch: Hunch, sealed: Uint8Array): Promise<Answer> {
  const { moves } = await hunch.rules.listMoves({ sealed });
  const move = moves[0]?.move;
  if (!move) {
    throw new Error("there is no legal move");
  }
  return hunch.rules.playMoves({ sealed, steps: [{ step: { case: "move", value: move } }], chance });
}

const [baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
try {
  await play(createHunch({ baseUrl }));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
