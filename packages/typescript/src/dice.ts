/** Checks transcripts of dice where they are shown: no server has to be trusted. */
import { fromHex, toHex } from "./bytes.js";
import {
  Binding,
  binding,
  cupFaces,
  extendChain,
  position,
  rollValues,
  sha256,
  signedBytes,
  startOfChain,
  toPosition,
  type Roll,
  type Seeds,
} from "./derivation.js";

export { Binding, rollValues, type Roll, type Seeds, type Throw } from "./derivation.js";

/** The versions of transcripts that are known. In version 1 no roll is bound to anything but its counter. */
const VERSIONS: readonly number[] = [1, 2];
/** Bytes of what a roll is for. */
const MOST_PURPOSE = 200;
/** Dice of one roll. */
const MOST_DICE = 1_000;
/** Faces of one die. */
const MOST_FACES = 1_000_000;
/** Seeds of players in one game of dice. */
const MOST_PLAYERS = 16;
/** Bytes of one player's seed. */
const MOST_SEED = 64;
/** Kinds of chits in a cup. */
const MOST_KINDS = 1_000;
/** Bytes of a position, which is a SHA-256. */
const POSITION_BYTES = 32;
/** The numbers of Ed25519 are counted modulo this prime. */
const FIELD = 2n ** 255n - 19n;
/** The height of points that are of order 8 on the curve; the others have the negative height. */
const ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** The heights of the eight points of small order. For such a key anybody can make signatures. */
const SMALL_ORDER: readonly bigint[] = [0n, 1n, FIELD - 1n, ORDER_8, FIELD - ORDER_8];

/** A transcript. The message `Transcript` of `hunch-client/v1/dice` is one; join the pages of a long one first. */
export interface Transcript {
  /** The version of its form. */
  version: number;
  /** The game of dice, 32 hexadecimal digits. */
  gameId: string;
  /** SHA-256 of the server's seed, 64 hexadecimal digits. */
  commitment: string;
  /** The secret, 32 bytes. */
  serverSeed: Uint8Array;
  /** One secret of each player. */
  playerSeeds: readonly Uint8Array[];
  /** All rolls, in order. */
  rolls: readonly Roll[];
  /** How many there are. */
  rollCount: bigint;
  /** Ed25519 of all of this. */
  signature: Uint8Array;
  /** The key it was signed with. */
  publicKey: Uint8Array;
}

/** What somebody knows of a game of dice, besides its transcript. */
export interface Expected {
  /** What the players were shown before the first roll. Unset: the transcript's own commitment is compared alone. */
  commitment?: string;
  /** Keys that may have signed it, 64 hexadecimal digits each, as `getServerInfo` returns them. */
  publicKeys?: readonly string[];
  /** True: any key may have signed it. Then nothing shows which server rolled. */
  anyKey?: boolean;
}

/** One check. */
export interface Check {
  /** What was checked. */
  name: "form" | "commitment" | "counters" | "rolls" | "positions" | "signature" | "key";
  /** Whether it passed. */
  passed: boolean;
  /** What is wrong. Empty if it passed. */
  says: string;
}

/** What the checks found. */
export interface Verified {
  /** Whether all checks passed. */
  valid: boolean;
  /** Each check. A transcript without a sound form is not checked further. */
  checks: Check[];
}

/**
 * All checks of a transcript that need no rules of a game: `hunch dice verify --record` compares the rolls with a game.
 *
 * A transcript is right only if you name the key of its server, or accept any.
 */
export async function verifyTranscript(transcript: Transcript, expected: Expected = {}): Promise<Verified> {
  const checks = [check("form", flawOfForm(transcript))];
  if (checks[0]?.passed) {
    checks.push(...(await checkContent(transcript, expected)), check("key", flawOfKey(transcript, expected)));
  }
  return { valid: checks.every((one) => one.passed), checks };
}

function check(name: Check["name"], flaw: string): Check {
  return { name, passed: !flaw, says: flaw };
}

function flawOfForm(transcript: Transcript): string {
  if (!VERSIONS.includes(transcript.version)) {
    return `version ${transcript.version}, known are ${VERSIONS.join(" and ")}`;
  }
  if (!/^[0-9a-f]{32}$/.test(transcript.gameId) || !/^[0-9a-f]{64}$/.test(transcript.commitment)) {
    return "the game's id or the commitment is not hexadecimal of its length";
  }
  if (transcript.serverSeed.length !== 32 || transcript.signature.length !== 64 || transcript.publicKey.length !== 32) {
    return "the server's seed, the signature or the public key has a wrong length";
  }
  const { playerSeeds } = transcript;
  if (playerSeeds.length > MOST_PLAYERS || playerSeeds.some((seed) => seed.length > MOST_SEED)) {
    return "too many or too long players' seeds";
  }
  for (const roll of transcript.rolls) {
    const flaw = flawOfRoll(roll, transcript.version);
    if (flaw) {
      return `roll ${roll.counter}: ${flaw}`;
    }
  }
  return "";
}

function flawOfRoll(roll: Roll, version: number): string {
  const dice = roll.faces.length;
  if (dice === 0 || dice > MOST_DICE || roll.values.length !== dice) {
    return "not as many values as dice";
  }
  const purpose = new TextEncoder().encode(roll.purpose);
  if (roll.faces.some((faces) => faces < 1 || faces > MOST_FACES) || purpose.length > MOST_PURPOSE) {
    return "a die that cannot be, or too long a purpose";
  }
  if (roll.cup.length > MOST_KINDS || (roll.cup.length > 0 && !same(roll.faces, cupFaces(roll.cup, dice)))) {
    return "the draws do not fit the cup";
  }
  const known = Object.values(Binding).some((one) => one === binding(roll));
  if (!known || (version === 1 && binding(roll) !== Binding.VERSION_1)) {
    return "not bound as a roll of this version is";
  }
  if (position(roll).length !== (toPosition(binding(roll)) ? POSITION_BYTES : 0)) {
    return "bound to a position that is not there, or to none though there is one";
  }
  return "";
}

async function checkContent(transcript: Transcript, expected: Expected): Promise<Check[]> {
  const game = fromHex(transcript.gameId);
  const seeds: Seeds = { game, server: transcript.serverSeed, players: transcript.playerSeeds };
  const [wrong, twice, bound] = [[] as bigint[], [] as bigint[], new Set<string>()];
  let chain = await startOfChain(seeds.players);
  for (const roll of transcript.rolls) {
    if (!same(await rollValues(seeds, roll, roll.counter), roll.values)) {
      wrong.push(roll.counter);
    }
    if (toPosition(binding(roll))) {
      const name = `${binding(roll)} ${toHex(position(roll))} ${roll.purpose}`;
      if (bound.has(name)) {
        twice.push(roll.counter);
      }
      bound.add(name);
    }
    chain = await extendChain(chain, roll);
  }
  const { version, commitment, rollCount } = transcript;
  const signed = signedBytes(version, seeds, fromHex(commitment), rollCount, chain);
  return [
    check("commitment", await flawOfCommitment(transcript, expected)),
    check("counters", flawOfCounters(transcript)),
    check("rolls", wrong.length ? `do not follow from the seeds: ${wrong.join(", ")}` : ""),
    check("positions", twice.length ? `rolled a second time: ${twice.join(", ")}` : ""),
    check("signature", (await isSigned(transcript, signed)) ? "" : "the signature is not of this transcript"),
  ];
}

async function flawOfCommitment(transcript: Transcript, expected: Expected): Promise<string> {
  if (toHex(await sha256(new Uint8Array(transcript.serverSeed))) !== transcript.commitment) {
    return "the server's seed is not the one it committed to";
  }
  const shown = expected.commitment?.toLowerCase();
  return shown && shown !== transcript.commitment ? "it is not the one that the players were shown" : "";
}

/** The gaps. A game has none: a request that is refused uses no counter, and every roll is kept. */
function flawOfCounters(transcript: Transcript): string {
  const gaps: [bigint, bigint][] = [];
  let last = 0n;
  for (const { counter } of transcript.rolls) {
    if (counter <= last) {
      return `roll ${counter} is out of order or there twice`;
    }
    gaps.push([last + 1n, counter - 1n]);
    last = counter;
  }
  if (last > transcript.rollCount) {
    return `${transcript.rollCount} rolls are signed, and there is a roll ${last}`;
  }
  gaps.push([last + 1n, transcript.rollCount]);
  const missing = gaps.filter(([first, end]) => first <= end);
  const words = missing.map(([first, end]) => (first === end ? `${first}` : `${first} to ${end}`));
  return words.length ? `missing: rolls ${words.join(", ")}. A game has no gaps, so pages were left out` : "";
}

async function isSigned(transcript: Transcript, message: BufferSource): Promise<boolean> {
  if (flawOfPoint(transcript.publicKey)) {
    return false;
  }
  const raw = new Uint8Array(transcript.publicKey);
  const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]).catch(() => undefined);
  return key !== undefined && crypto.subtle.verify("Ed25519", key, new Uint8Array(transcript.signature), message);
}

function flawOfKey(transcript: Transcript, expected: Expected): string {
  const point = flawOfPoint(transcript.publicKey);
  const keys = (expected.publicKeys ?? []).map((key) => key.toLowerCase());
  if (point || expected.anyKey || keys.includes(toHex(transcript.publicKey))) {
    return point;
  }
  const known = keys.length ? "it is none of the keys that you named" : "you named no key";
  return `signed with ${toHex(transcript.publicKey)}, and ${known}: not proved is whose transcript this is`;
}

/** Why a public key proves nothing, whatever it signed. Empty for one that can. */
function flawOfPoint(publicKey: Uint8Array): string {
  const height = BigInt(`0x${toHex(publicKey.slice().reverse())}`) & (2n ** 255n - 1n);
  if (height >= FIELD) {
    return "the public key is not written as a point of the curve is";
  }
  return SMALL_ORDER.includes(height) ? "the public key is of small order: anybody can sign for it" : "";
}

function same(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}
