/** The games that this browser keeps, in its own database. */
import type { Line } from "./lines.ts";
import type { Setup } from "./setup.ts";

/** A moment to come back to: a token, and how much had been told by then. */
export interface Moment {
  token: Uint8Array;
  /** Lines told so far, by viewer. */
  told: Record<string, number>;
}

/** A game that is kept. */
export interface Kept {
  id: string;
  setup: Setup;
  /** When it was last played, in milliseconds since 1970. */
  at: number;
  /** True: it has ended. */
  over: boolean;
  /** Where it stands. */
  token: Uint8Array;
  /** The moments at which a person had a choice, and the last one. */
  moments: Moment[];
  /** What each viewer was told. */
  lines: Record<string, Line[]>;
}

const NAME = "hunch";
const STORE = "games";

/** Keeps a game, in place of what was kept of it before. */
export async function keep(game: Kept): Promise<void> {
  await done((await store("readwrite")).put(game));
}

/** A game that was kept. */
export async function kept(id: string): Promise<Kept | undefined> {
  return done<Kept | undefined>((await store("readonly")).get(id));
}

/** All games, the last played first. */
export async function allKept(): Promise<Kept[]> {
  const all = await done<Kept[]>((await store("readonly")).getAll());
  return all.sort((one, other) => other.at - one.at);
}

/** Forgets a game. */
export async function forget(id: string): Promise<void> {
  await done((await store("readwrite")).delete(id));
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
  const base = await done(opening);
  const transaction = base.transaction(STORE, mode);
  transaction.oncomplete = () => base.close();
  return transaction.objectStore(STORE);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
