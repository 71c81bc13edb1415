/** The client against the server that HUNCH_URL names: `npm run test:server`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { equals } from "@bufbuild/protobuf";
import { Code, create, createHunch, fromJsonString, refusalOf, verifyTranscript } from "hunch-client";
import { AdviceSchema, LimitsSchema } from "hunch-client/v1/advice";
import { SuggestMoveRequestSchema } from "hunch-client/v1/opponent";

const baseUrl = process.env["HUNCH_URL"] ?? "";
const hunch = createHunch({ baseUrl });
const { games } = await hunch.rules.listGames({});
const examples = new URL(process.env["HUNCH_EXAMPLES"] ?? "", "file:");

function question(game: string) {
  const text = readFileSync(new URL(`${game}.json`, examples), "utf8");
  return fromJsonString(SuggestMoveRequestSchema, text);
}

test("every game's example gets the same advice in bytes and as JSON", async () => {
  const json = createHunch({ baseUrl, json: true });
  assert.ok(games.length >= 7);
  for (const { name } of games) {
    const request = question(name);
    request.seed = 1;
    request.limits = create(LimitsSchema, { iterations: 200n });
    const advice = await Promise.all(
      [hunch, json].map(async (client) => (await client.opponent.suggestMove(request)).advice),
    );
    assert.ok(advice[0]?.play?.moves.length, name);
    assert.ok(advice[1] && equals(AdviceSchema, advice[0], advice[1]), name);
  }
});

test("a refusal names the field, and is not sent again", async () => {
  const request = question("kuhn");
  request.position!.seat = 7;
  const refused = await hunch.opponent.suggestMove(request).catch(refusalOf);
  assert.ok("code" in refused);
  assert.deepEqual([refused.code, refused.field], [Code.InvalidArgument, "position.seat"]);
  assert.ok(refused.reason && refused.says);
});

test("a call ends at its deadline", async () => {
  const late = await hunch.opponent.suggestMove(question("tomahawk"), { timeoutMs: 1 }).catch(refusalOf);
  assert.ok("code" in late);
  assert.equal(late.code, Code.DeadlineExceeded);
});

test("a stopped search brings its final answer, and an aborted one ends", async () => {
  const ask = question("tomahawk");
  ask.limits = create(LimitsSchema, { timeMs: 20_000 });
  let [searchId, final] = ["", false];
  for await (const answer of hunch.opponent.watchSuggestions({ ask, intervalMs: 20 })) {
    searchId ||= answer.searchId;
    final = answer.final;
    if (answer.advice && !final) {
      await hunch.opponent.stopSearch({ searchId });
    }
  }
  assert.ok(final);

  const abort = new AbortController();
  await assert.rejects(async () => {
    for await (const answer of hunch.opponent.watchSuggestions({ ask, intervalMs: 20 }, { signal: abort.signal })) {
      assert.ok(!answer.final);
      abort.abort();
    }
  });
});

test("the server's transcripts are right, and wrong with another die", async () => {
  const { publicKeys } = await hunch.operations.getServerInfo({});
  const { commitment, ...owner } = await hunch.dice.commitDice({ requestId: crypto.randomUUID() });
  const { gameId, ownerToken } = owner;
  for (let roll = 0; roll < 5; roll++) {
    await hunch.dice.rollDice({ gameId, ownerToken, requestId: `roll ${roll}`, purpose: "Würfel", faces: [6, 20] });
  }
  await hunch.dice.drawChits({ gameId, ownerToken, requestId: "cup", cup: [5, 3], draws: 4 });
  const { transcript } = await hunch.dice.revealDice({ gameId, ownerToken });
  assert.ok(transcript);
  assert.deepEqual((await verifyTranscript(transcript, { commitment, publicKeys })).checks.filter((one) => !one.passed), []);
  const values = transcript.rolls[3]!.values;
  values[0] = (values[0]! % 6) + 1;
  const { checks } = await verifyTranscript(transcript, { commitment, publicKeys });
  assert.deepEqual(checks.filter((one) => !one.passed).map((one) => one.name), ["rolls", "signature"]);
});
