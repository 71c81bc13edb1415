// Fair dice from commitment to transcript, which is checked here. The commitment before the first roll binds the server.
//
// node examples/dice.ts transcript.json http://127.0.0.1:8080
import { writeFileSync } from "node:fs";
import { createHunch, toJsonString, verifyTranscript } from "hunch-client";
import { TranscriptSchema } from "hunch-client/v1/dice";

async function main(file: string, baseUrl: string): Promise<void> {
  const hunch = createHunch({ baseUrl });
  const { publicKeys } = await hunch.operations.getServerInfo({});
  const { commitment, gameId, ownerToken } = await hunch.dice.commitDice({ requestId: crypto.randomUUID() });
  console.log("commitment", commitment); // show it to the players, then ask them for their seeds
  const owner = { gameId, ownerToken };
  const playerSeeds = ["alice's", "bob's"].map((secret) => new TextEncoder().encode(secret));
  const { roll } = await hunch.dice.rollDice({
    ...owner,
    requestId: "attack-1",
    purpose: "attack",
    faces: [6, 6],
    playerSeeds,
  });
  console.log("attack    ", ...(roll?.values ?? []));
  const drawn = await hunch.dice.drawChits({ ...owner, requestId: "cup-1", cup: [3, 2, 1], draws: 2 });
  console.log("chits     ", ...drawn.kinds);
  const { transcript } = await hunch.dice.revealDice(owner);
  if (!transcript) {
    throw new Error("the server sent no transcript");
  }
  writeFileSync(file, toJsonString(TranscriptSchema, transcript, { prettySpaces: 2 }) + "\n");
  const { valid, checks } = await verifyTranscript(transcript, { commitment, publicKeys });
  for (const check of checks) {
    console.log(check.name.padEnd(10), check.passed ? "right" : check.says);
  }
  if (!valid) {
    throw new Error("the dice were not fair");
  }
}

const [file, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
try {
  if (!file) {
    throw new Error("usage: node examples/dice.ts FILE [URL]");
  }
  await main(file, baseUrl);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
