/** Calls are sent again as the Python client sends them, on a clock of the test's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { createHunch, refusalOf } from "hunch-client";
import { DiceService } from "hunch-client/v1/dice";
import { OpponentService } from "hunch-client/v1/opponent";
import { RulesService } from "hunch-client/v1/rules";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "../dist/made/google/rpc/error_details_pb.js";
import { RETRIES, retrying } from "../dist/retries.js";

class FakeClock {
  time = 0;
  pauses: number[] = [];
  now = () => this.time;
  random = () => 0.5;
  sleep = async (ms: number) => {
    this.pauses.push(ms);
    this.time += ms;
  };
}

/** Clients of a server whose answers are these, one a call; the last one again and again. */
function clients(...answers: (() => void)[]) {
  const clock = new FakeClock();
  const timeouts: (string | null)[] = [];
  const answer = (header: Headers) => {
    timeouts.push(header.get("Connect-Timeout-Ms"));
    (answers.length > 1 ? answers.shift()! : answers[0]!)();
  };
  const transport = createRouterTransport(
    ({ service }) => {
      service(RulesService, { listGames: (_, context) => (answer(context.requestHeader), {}) });
      service(DiceService, { commitDice: (_, context) => (answer(context.requestHeader), {}) });
      service(OpponentService, {
        async *watchSuggestions(request, context) {
          answer(context.requestHeader);
          yield { searchId: `${request.intervalMs}` };
          answer(context.requestHeader);
        },
      });
    },
    { transport: { interceptors: [retrying(RETRIES, clock)] } },
  );
  return {
    clock,
    timeouts,
    rules: createClient(RulesService, transport),
    dice: createClient(DiceService, transport),
    opponent: createClient(OpponentService, transport),
  };
}

function refuse(code: Code, retryMs?: number): () => never {
  return () => {
    const details = retryMs ? [{ desc: RetryInfoSchema, value: { retryDelay: durationFromMs(retryMs) } }] : [];
    throw new ConnectError("no", code, undefined, details);
  };
}

const fine = () => {};
const is = (code: Code) => (error: unknown) => ConnectError.from(error).code === code;

test("a call is sent again up to four times, after longer and longer pauses", async () => {
  const { rules, clock, timeouts } = clients(refuse(Code.Unavailable));
  await assert.rejects(rules.listGames({}), is(Code.Unavailable));
  assert.equal(timeouts.length, 4);
  assert.deepEqual(clock.pauses, [100, 200, 400]);
});

test("each status of the Python client is retried, and no other", async () => {
  for (const code of [Code.Unavailable, Code.ResourceExhausted, Code.Canceled]) {
    const { rules, timeouts } = clients(refuse(code), fine);
    await rules.listGames({});
    assert.equal(timeouts.length, 2);
  }
  for (const code of [Code.InvalidArgument, Code.Internal, Code.DeadlineExceeded, Code.Unauthenticated]) {
    const { rules, timeouts } = clients(refuse(code), fine);
    await assert.rejects(rules.listGames({}), is(code));
    assert.equal(timeouts.length, 1);
  }
});

test("a call that opens a game of dice is never sent again", async () => {
  const { dice, timeouts } = clients(refuse(Code.Unavailable), fine);
  await assert.rejects(dice.commitDice({}), is(Code.Unavailable));
  assert.equal(timeouts.length, 1);
});

test("a full server says how long to wait", async () => {
  const { rules, clock } = clients(refuse(Code.ResourceExhausted, 1_234), fine);
  await rules.listGames({});
  assert.deepEqual(clock.pauses, [1_234]);
});

test("all attempts share one deadline, and none begins that could not end before it", async () => {
  const { rules, clock, timeouts } = clients(refuse(Code.ResourceExhausted, 4_000));
  await assert.rejects(rules.listGames({}, { timeoutMs: 10_000 }), is(Code.ResourceExhausted));
  assert.deepEqual(clock.pauses, [4_000, 4_000]);
  assert.deepEqual(timeouts, ["10000", "6000", "2000"]);
});

test("a stream is sent again until its first message, and not afterwards", async () => {
  const early = clients(refuse(Code.Unavailable), fine);
  const seen = await Array.fromAsync(early.opponent.watchSuggestions({ intervalMs: 50 }));
  assert.deepEqual(seen.map((part) => part.searchId), ["50"]);
  assert.equal(early.timeouts.length, 3);

  const late = clients(fine, refuse(Code.Unavailable), fine);
  const parts: string[] = [];
  await assert.rejects(async () => {
    for await (const part of late.opponent.watchSuggestions({ intervalMs: 50 })) {
      parts.push(part.searchId);
    }
  }, is(Code.Unavailable));
  assert.deepEqual([parts, late.timeouts.length], [["50"], 2]);
});

test("a call that its client ends is not sent again", async () => {
  const abort = new AbortController();
  const { rules, timeouts } = clients(() => {
    abort.abort();
    refuse(Code.Unavailable)();
  });
  await assert.rejects(rules.listGames({}, { signal: abort.signal }), is(Code.Canceled));
  assert.equal(timeouts.length, 1);
});

test("no connection is UNAVAILABLE, as over gRPC", async () => {
  const fetch = async () => {
    throw new TypeError("fetch failed", { cause: new Error("refused") });
  };
  const hunch = createHunch({ baseUrl: "http://127.0.0.1:1", fetch });
  await assert.rejects(hunch.dice.commitDice({}), (error) => {
    const { code, says } = refusalOf(error);
    assert.deepEqual([code, says], [Code.Unavailable, "fetch failed: refused"]);
    return true;
  });
});

test("a refusal has its details as plain values", () => {
  const field = { field: "position.state.kuhn", description: "no" };
  const details = [
    { type: BadRequestSchema.typeName, value: toBinary(BadRequestSchema, create(BadRequestSchema, { fieldViolations: [field] })) },
    { type: ErrorInfoSchema.typeName, value: toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason: "BAD_STATE" })) },
  ];
  const error = new ConnectError("no", Code.InvalidArgument);
  error.details = details;
  const expected = { code: Code.InvalidArgument, says: "no", reason: "BAD_STATE", field: "position.state.kuhn" };
  assert.deepEqual(refusalOf(error), expected);
});

test("a key goes over TLS, or to this machine", () => {
  for (const baseUrl of ["https://hunch.example", "http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"]) {
    createHunch({ baseUrl, key: "k" });
  }
  for (const baseUrl of ["http://hunch.example", "http://localhost.example", "http://10.0.0.1:8080"]) {
    assert.throws(() => createHunch({ baseUrl, key: "k" }), /TLS only/);
    createHunch({ baseUrl });
  }
});

test("no client waits for ever", () => {
  for (const timeoutMs of [0, -1, NaN]) {
    assert.throws(() => createHunch({ baseUrl: "https://hunch.example", timeoutMs }), /more than 0/);
  }
});
