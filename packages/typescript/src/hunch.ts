/** The services of one server, with a deadline for each call, a key, and retries. */
import { createClient, type Client, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { DiceService } from "./made/hunch/v1/dice_pb.js";
import { EnemyService } from "./made/hunch/v1/enemy_pb.js";
import { OperationsService } from "./made/hunch/v1/operations_pb.js";
import { OpponentService } from "./made/hunch/v1/opponent_pb.js";
import { RulesService } from "./made/hunch/v1/rules_pb.js";
import { SolverService } from "./made/hunch/v1/solver_pb.js";
import { retrying } from "./retries.js";

/** Milliseconds of a call that names no `timeoutMs`, unless the client has another. No call waits for ever. */
export const TIMEOUT_MS = 30_000;

/** The names of this machine, to which a key may go in plain text. */
const LOOPBACK = /^(localhost|127\.[0-9.]+|\[::1\])$/;

/** How to reach a server. */
export interface HunchOptions {
  /** The server's HTTP port, such as "http://127.0.0.1:8080". In a page it may be relative to the page. */
  baseUrl: string;
  /** API key. It is sent over TLS only, except to a server on this machine. */
  key?: string;
  /** Milliseconds of each call that names none, more than 0. Default: `TIMEOUT_MS`. */
  timeoutMs?: number;
  /** True: messages travel as JSON, which is larger, but can be read in a browser's tools. */
  json?: boolean;
  /** What makes the HTTP requests. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** All services of a server. Each rpc is a method, and takes a plain object or a message. */
export interface Hunch {
  /** Moves, hints and reviews. What a browser cannot send is left out: `watchSuggestions` does the same. */
  opponent: Omit<Client<typeof OpponentService>, "streamSuggestions">;
  /** Games, moves, views and checks of positions. */
  rules: Client<typeof RulesService>;
  /** The exact rest of a small game. */
  solver: Client<typeof SolverService>;
  /** Fair dice. */
  dice: Client<typeof DiceService>;
  /** The enemy of a solitaire game. */
  enemy: Client<typeof EnemyService>;
  /** What a server is and does. */
  operations: Client<typeof OperationsService>;
}

/**
 * A client of one server. Make one and keep it.
 *
 * Every call has a deadline. A refusal is a `ConnectError`; `refusalOf` has its details. To end a call early, and a
 * stream that is not read to its end, pass a `signal` and abort it.
 */
export function createHunch(options: HunchOptions): Hunch {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  if (!(timeoutMs > 0)) {
    throw new RangeError("timeoutMs must be more than 0");
  }
  const key = options.key?.trim();
  if (key && !mayTakeKey(options.baseUrl)) {
    throw new Error("a key is sent over TLS only: begin baseUrl with https");
  }
  const transport = createConnectTransport({
    baseUrl: options.baseUrl,
    useBinaryFormat: !options.json,
    defaultTimeoutMs: timeoutMs,
    interceptors: [retrying(), ...(key ? [withKey(key)] : [])],
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  return {
    opponent: createClient(OpponentService, transport),
    rules: createClient(RulesService, transport),
    solver: createClient(SolverService, transport),
    dice: createClient(DiceService, transport),
    enemy: createClient(EnemyService, transport),
    operations: createClient(OperationsService, transport),
  };
}

function mayTakeKey(baseUrl: string): boolean {
  const url = new URL(baseUrl, globalThis.location?.href);
  return url.protocol === "https:" || LOOPBACK.test(url.hostname);
}

function withKey(key: string): Interceptor {
  return (next) => (request) => {
    request.header.set("Authorization", `Bearer ${key}`);
    return next(request);
  };
}
