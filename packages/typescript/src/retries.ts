/** Which calls are sent again, when, and how often: as the Python client does. */
import type { Message } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type UnaryRequest,
  type UnaryResponse,
} from "@connectrpc/connect";
import { DiceService } from "./made/hunch/v1/dice_pb.js";
import { retryMsOf } from "./refusal.js";

/** How calls are sent again. */
export interface Retries {
  /** How often a call is sent at most. */
  attempts: number;
  /** Milliseconds before the second attempt, unless the server says how long. */
  firstWaitMs: number;
  /** The longest of these pauses, in milliseconds. */
  longestWaitMs: number;
  /** How much longer each pause is than the one before. */
  growth: number;
  /** The statuses after which a call is sent again. */
  codes: readonly Code[];
}

/**
 * Safe for every call except those of `NEVER_RETRIED`: it stores nothing on the server, or it has a request_id. A server
 * that closes its ports may end a call as CANCELED, though its client did not cancel it.
 */
export const RETRIES: Retries = {
  attempts: 4,
  firstWaitMs: 100,
  longestWaitMs: 2_000,
  growth: 2,
  codes: [Code.Unavailable, Code.ResourceExhausted, Code.Canceled],
};

/** Without a request_id, a second attempt would open a second game. */
const NEVER_RETRIED: readonly unknown[] = [DiceService.method.commitDice];

/** By how much a pause is longer or shorter by chance, so that clients do not all come back at once. */
const JITTER = 0.2;

/** The header with the milliseconds that the server has. */
const TIMEOUT = "Connect-Timeout-Ms";

/** Time and chance, for the pauses. */
export interface Clock {
  /** Milliseconds since some moment; it never goes back. */
  now(): number;
  /** Returns after so many milliseconds, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A number from 0 up to 1. */
  random(): number;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
    }),
  random: Math.random,
};

/** An interceptor that sends calls again within their deadline. A stream is sent again only if nothing came of it. */
export function retrying(retries: Retries = RETRIES, clock: Clock = CLOCK): Interceptor {
  return (next) => async (request) => {
    const deadline = clock.now() + Number(request.header.get(TIMEOUT) ?? Infinity);
    const again = await repeatable(request);
    const attempts = NEVER_RETRIED.includes(request.method) ? 1 : retries.attempts;
    for (let attempt = 1; ; attempt++) {
      try {
        return await begun(await next(again()));
      } catch (reason) {
        const error = explained(reason);
        const waitMs = retryMsOf(error) ?? pauseMs(retries, attempt, clock);
        const leftMs = deadline - clock.now() - waitMs;
        if (attempt >= attempts || leftMs < 1 || request.signal.aborted || !retries.codes.includes(error.code)) {
          throw error;
        }
        await clock.sleep(waitMs, request.signal);
        if (Number.isFinite(leftMs)) {
          request.header.set(TIMEOUT, String(Math.floor(leftMs)));
        }
      }
    }
  };
}

function pauseMs(retries: Retries, attempt: number, clock: Clock): number {
  const pause = Math.min(retries.longestWaitMs, retries.firstWaitMs * retries.growth ** (attempt - 1));
  return pause * (1 + JITTER * (2 * clock.random() - 1));
}

/** What gives the same request for each attempt. The messages of a stream can be read only once, so they are kept. */
async function repeatable(request: UnaryRequest | StreamRequest): Promise<() => UnaryRequest | StreamRequest> {
  if (!request.stream) {
    return () => request;
  }
  const messages: Message[] = [];
  for await (const message of request.message) {
    messages.push(message);
  }
  return () => ({ ...request, message: each(messages) });
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** The same response, after the first message of a stream came: a refusal comes in its place. */
async function begun(response: UnaryResponse | StreamResponse): Promise<UnaryResponse | StreamResponse> {
  if (!response.stream) {
    return response;
  }
  const messages = response.message[Symbol.asyncIterator]();
  const first = await messages.next();
  return { ...response, message: following(first, messages) };
}

async function* following<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let part = first; !part.done; part = await rest.next()) {
      yield part.value;
    }
  } catch (reason) {
    throw explained(reason);
  }
}

/** The error as a status. `fetch` throws a TypeError if there is no connection, or if it is lost. */
function explained(reason: unknown): ConnectError {
  if (reason instanceof TypeError) {
    const cause = reason.cause instanceof Error && reason.cause.message ? `: ${reason.cause.message}` : "";
    return new ConnectError(reason.message + cause, Code.Unavailable, undefined, undefined, reason);
  }
  return ConnectError.from(reason);
}
