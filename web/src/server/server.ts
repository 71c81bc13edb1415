/** The server behind this page, and the key that it may ask for. */
import { computed, signal } from "@preact/signals";
import { Code, createHunch, refusalOf } from "hunch-client";

const KEY = "hunch.key";

/** The API key that was typed in, for as long as the tab is open. Empty: none. */
export const key = signal(sessionStorage.getItem(KEY) ?? "");

/** True: the last call was refused for want of a key. */
export const keyWanted = signal(false);

/** The services of the server that sent this page. */
export const hunch = computed(() => createHunch({ baseUrl: location.origin, timeoutMs: 60_000, key: key.value }));

/** Where chance comes from in every game of this page. */
export const CHANCE = { source: { case: "system", value: true } } as const;

/** Takes a key for all calls from here on. */
export function useKey(text: string): void {
  sessionStorage.setItem(KEY, text);
  key.value = text;
  keyWanted.value = false;
}

/** What went wrong, in a sentence. A refusal for want of a key makes the page ask for one. */
export function failure(thrown: unknown): string {
  const refusal = refusalOf(thrown);
  if (refusal.code === Code.Unauthenticated) {
    keyWanted.value = true;
  }
  return refusal.says || String(thrown);
}

/** Whether a call ended because the page itself ended it. */
export function wasAborted(thrown: unknown): boolean {
  return refusalOf(thrown).code === Code.Canceled;
}
