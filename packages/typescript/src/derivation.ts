/** The bytes of fair dice: what a die follows from, and what a signature covers. docs/dice.md is the same in words. */
import { Bytes, join, type Octets } from "./bytes.js";

/** What the bytes of a die begin with, by whether the roll is of version 1. */
const ROLL_1 = "hunch.dice.v1\0";
const ROLL_2 = "hunch.dice.v2\0";
/** What the bytes of a chain begin with. */
const CHAIN = "hunch.rolls.v1\0";
/** What the bytes of a roll in a chain begin with, unless the roll is of version 1. */
const LINK_2 = "hunch.roll.v2\0";
/** Bytes of a die behind those that all dice of a roll share: the die, its faces and the attempt. */
const BYTES_OF_DIE = 12;
/** All numbers of 8 bytes. */
const NUMBERS = 2n ** 64n;

/** What a roll is bound to. The numbers are those of `RollBinding` on the wire. */
export const Binding = {
  /** Its counter alone, by the bytes of version 1. */
  VERSION_1: 0,
  /** Its counter alone. */
  COUNTER: 1,
  /** A position that the app named. */
  APP: 2,
  /** A whole position of a game, hashed by the server. */
  GAME: 3,
} as const;

/** All that the dice of a game follow from. */
export interface Seeds {
  /** The game's id, 16 bytes. */
  game: Uint8Array;
  /** The secret that the commitment is the hash of. */
  server: Uint8Array;
  /** One secret of each player. */
  players: readonly Uint8Array[];
}

/** Dice to be rolled, and what they are for. */
export interface Throw {
  /** As the app named it. */
  purpose: string;
  /** Of each die. */
  faces: readonly number[];
  /** What the roll is bound to, a number of `Binding`. Unset: `Binding.VERSION_1`. */
  binding?: number;
  /** The position that it is bound to, 32 bytes. Unset or empty: none. */
  position?: Uint8Array;
}

/** A roll of a transcript. */
export interface Roll extends Throw {
  /** Its place in the game, from 1. */
  counter: bigint;
  /** What each die shows. */
  values: readonly number[];
  /** How many chits of each kind were in the cup. Empty for dice. */
  cup: readonly number[];
}

/** Whether rolls with this binding are bound to a position. */
export function toPosition(binding: number): boolean {
  return binding === Binding.APP || binding === Binding.GAME;
}

/** What the dice of a roll show. A roll that is bound to a position needs no counter. */
export async function rollValues(seeds: Seeds, roll: Throw, counter: bigint): Promise<number[]> {
  const head = new Bytes()
    .text(binding(roll) === Binding.VERSION_1 ? ROLL_1 : ROLL_2)
    .raw(seeds.game)
    .sized(2, new TextEncoder().encode(roll.purpose));
  players(head, seeds.players);
  if (binding(roll) !== Binding.VERSION_1) {
    head.number(1, binding(roll));
  }
  const message = (toPosition(binding(roll)) ? head.raw(position(roll)) : head.number(8, counter)).joined();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new Uint8Array(seeds.server), hmac, false, ["sign"]);
  return Promise.all(roll.faces.map((faces, die) => dieValue(key, message, die, faces)));
}

async function dieValue(key: CryptoKey, message: Octets, die: number, faces: number): Promise<number> {
  const bytes = join([message, new Uint8Array(BYTES_OF_DIE)]);
  const tail = new DataView(bytes.buffer, message.length);
  tail.setUint32(0, die);
  tail.setUint32(4, faces);
  const limit = NUMBERS - (NUMBERS % BigInt(faces));
  for (let attempt = 0; ; attempt++) {
    tail.setUint32(8, attempt);
    const number = new DataView(await crypto.subtle.sign("HMAC", key, bytes)).getBigUint64(0);
    if (number < limit) {
      return 1 + Number(number % BigInt(faces));
    }
  }
}

/** The chain before the first roll. */
export function startOfChain(seeds: readonly Uint8Array[]): Promise<Octets> {
  const bytes = new Bytes().text(CHAIN);
  players(bytes, seeds);
  return sha256(bytes.joined());
}

/** The chain after this roll. */
export function extendChain(chain: Uint8Array, roll: Roll): Promise<Octets> {
  const bytes = new Bytes().raw(chain);
  if (binding(roll) !== Binding.VERSION_1) {
    bytes.text(LINK_2);
  }
  bytes.number(8, roll.counter).sized(2, new TextEncoder().encode(roll.purpose));
  if (binding(roll) !== Binding.VERSION_1) {
    bytes.number(1, binding(roll)).sized(1, position(roll));
  }
  for (const numbers of [roll.faces, roll.values, roll.cup]) {
    bytes.number(4, numbers.length);
    for (const number of numbers) {
      bytes.number(4, number);
    }
  }
  return sha256(bytes.joined());
}

/** What the signature of a transcript covers. */
export function signedBytes(
  version: number,
  seeds: Seeds,
  commitment: Uint8Array,
  count: bigint,
  chain: Uint8Array,
): Octets {
  const head = new Bytes().text(`hunch.transcript.v${version}\0`).raw(seeds.game).raw(commitment);
  return head.raw(seeds.server).number(8, count).raw(chain).joined();
}

/** A draw is a die with as many faces as chits are left. */
export function cupFaces(cup: readonly number[], draws: number): number[] {
  const chits = cup.reduce((sum, kind) => sum + kind, 0);
  return Array.from({ length: draws }, (_, drawn) => chits - drawn);
}

/** What a roll is bound to. */
export function binding(roll: Throw): number {
  return roll.binding ?? Binding.VERSION_1;
}

/** The position that a roll is bound to; no bytes if it is bound to none. */
export function position(roll: Throw): Uint8Array {
  return roll.position ?? new Uint8Array();
}

/** SHA-256. */
export async function sha256(bytes: Octets): Promise<Octets> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function players(bytes: Bytes, seeds: readonly Uint8Array[]): void {
  bytes.number(1, seeds.length);
  for (const seed of seeds) {
    bytes.sized(2, seed);
  }
}
