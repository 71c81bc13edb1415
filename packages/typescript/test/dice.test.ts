/** Transcripts are checked as the server checks its own. transcripts.json was written by the server's own derivation. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Binding, rollValues, verifyTranscript, type Roll, type Transcript } from "hunch-client";

const BINDINGS = { UNSPECIFIED: Binding.VERSION_1, COUNTER: Binding.COUNTER, APP: Binding.APP, GAME: Binding.GAME };
const JSONS = JSON.parse(readFileSync(new URL("transcripts.json", import.meta.url), "utf8"));
const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const ANY = { anyKey: true };

function read(version: string): Transcript {
  const { serverSeed, playerSeeds, rolls, rollCount, signature, publicKey, ...rest } = structuredClone(JSONS[version]);
  return {
    ...rest,
    serverSeed: bytes(serverSeed),
    playerSeeds: playerSeeds.map(bytes),
    rolls: rolls.map(({ counter, binding, position, ...roll }: Record<string, string>) => ({
      ...roll,
      counter: BigInt(counter!),
      ...(binding && { binding: BINDINGS[binding.replace("ROLL_BINDING_", "") as keyof typeof BINDINGS] }),
      ...(position && { position: bytes(position) }),
    })),
    rollCount: BigInt(rollCount),
    signature: bytes(signature),
    publicKey: bytes(publicKey),
  };
}

/** The names of the checks that fail. */
async function failing(transcript: Transcript, expected = {}): Promise<string> {
  const verified = await verifyTranscript(transcript, { ...ANY, ...expected });
  const failed = verified.checks.filter((check) => !check.passed);
  assert.equal(verified.valid, failed.length === 0);
  assert.ok(verified.checks.every((check) => check.passed === (check.says === "")));
  return failed.map((check) => check.name).join(" ");
}

test("a die follows from seeds, purpose and what its roll is bound to, as docs/dice.md says", async () => {
  const range = (first: number, count: number) => Uint8Array.from({ length: count }, (_, place) => first + place);
  const players = [Uint8Array.of(0x61), Uint8Array.of(0x62)];
  const seeds = { game: range(100, 16), server: range(0, 32), players };
  const roll = { purpose: "known answer", faces: Array(10).fill(6), position: range(200, 32) };
  const known = {
    COUNTER: [3, 3, 3, 1, 1, 2, 3, 3, 4, 2],
    APP: [6, 3, 5, 3, 2, 3, 5, 2, 1, 5],
    GAME: [4, 6, 6, 1, 5, 6, 2, 6, 3, 5],
    VERSION_1: [4, 5, 3, 4, 5, 3, 4, 3, 4, 2],
  };
  for (const [name, values] of Object.entries(known)) {
    const binding = Binding[name as keyof typeof Binding];
    assert.deepEqual(await rollValues(seeds, { ...roll, binding }, 1n), values, name);
  }
});

test("a right transcript of each version passes, with the key that signed it", async () => {
  for (const version of ["1", "2"]) {
    const transcript = read(version);
    const key = Buffer.from(transcript.publicKey).toString("hex").toUpperCase();
    assert.equal(await failing(transcript, { anyKey: false, publicKeys: [key] }), "");
    assert.equal(await failing(transcript, { commitment: transcript.commitment }), "");
    assert.equal(await failing(transcript, { anyKey: false }), "key");
    assert.equal(await failing(transcript, { anyKey: false, publicKeys: ["00".repeat(32)] }), "key");
    assert.equal(await failing(transcript, { commitment: "00".repeat(32) }), "commitment");
  }
});

test("whatever is changed in a transcript, a check fails", async () => {
  const other = (bytes: Uint8Array) => bytes.map((byte, place) => (place === 9 ? byte ^ 1 : byte));
  const faults: [string, (transcript: Transcript, rolls: Roll[]) => void][] = [
    ["form", (transcript) => (transcript.version = 3)],
    ["form", (transcript) => (transcript.version = 1)],
    ["form", (transcript) => (transcript.gameId = "x".repeat(32))],
    ["form", (transcript) => (transcript.serverSeed = new Uint8Array(31))],
    ["form", (transcript) => (transcript.playerSeeds = Array(17).fill(new Uint8Array(1)))],
    ["form", (_, rolls) => (rolls[0]!.values = [1])],
    ["form", (_, rolls) => (rolls[0]!.faces = Array(10).fill(1_000_001))],
    ["form", (_, rolls) => (rolls[0]!.binding = 4)],
    ["form", (_, rolls) => (rolls[0]!.position = new Uint8Array(32))],
    ["form", (_, rolls) => (rolls[1]!.position = new Uint8Array())],
    ["form", (_, rolls) => (rolls[4]!.cup = [2, 2, 1])],
    ["signature", (transcript) => (transcript.signature = other(transcript.signature))],
    ["signature", (transcript) => (transcript.publicKey = other(transcript.publicKey))],
    ["signature key", (transcript) => (transcript.publicKey = new Uint8Array(32))],
    ["signature key", (transcript) => (transcript.publicKey = new Uint8Array(32).fill(255))],
    ["commitment signature", (transcript) => (transcript.commitment = "00".repeat(32))],
    ["commitment rolls signature", (transcript) => (transcript.serverSeed = other(transcript.serverSeed))],
    ["rolls signature", (transcript) => (transcript.playerSeeds = transcript.playerSeeds.slice(1))],
    ["counters signature", (_, rolls) => rolls.pop()],
    ["counters signature", (_, rolls) => rolls.splice(1, 1)],
    ["counters signature", (_, rolls) => rolls.reverse()],
    ["counters signature", (transcript) => (transcript.rollCount = 4n)],
    ["rolls signature", (_, rolls) => (rolls[0]!.purpose = "another")],
    ["rolls positions signature", (_, rolls) => (rolls[1]!.binding = Binding.GAME)],
    ["rolls signature", (_, rolls) => (rolls[1]!.values = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1])],
    ["counters positions signature", (_, rolls) => rolls.push({ ...rolls[1]!, counter: 6n })],
  ];
  for (const [names, plant] of faults) {
    const transcript = read("2");
    plant(transcript, transcript.rolls as Roll[]);
    assert.equal(await failing(transcript), names, plant.toString());
  }
});
