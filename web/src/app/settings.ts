/** What a person sets for the whole page. It is kept in this browser. */
import { effect, signal, type Signal } from "@preact/signals";
import { language, LANGUAGES } from "../words/words.ts";

/** Colours: of the system, or one of the two. */
export const scheme = kept<"system" | "light" | "dark">("hunch.scheme", "system");

/** True: nothing moves. */
export const still = kept("hunch.still", false);

/** How long bots take, as a share of what a person would: 0 is at once. */
export const pace = kept("hunch.pace", 1);

/** Applies the settings to the page, and keeps them. */
export function applySettings(): void {
  const root = document.documentElement;
  const spoken = localStorage.getItem("hunch.language");
  if (spoken && LANGUAGES.includes(spoken)) {
    language.value = spoken;
  }
  effect(() => {
    root.lang = language.value;
    localStorage.setItem("hunch.language", language.value);
  });
  effect(() => {
    root.toggleAttribute("data-still", still.value);
    root.setAttribute("data-scheme", scheme.value);
  });
}

function kept<T>(name: string, first: T): Signal<T> {
  const before = localStorage.getItem(name);
  const value = signal<T>(before === null ? first : (JSON.parse(before) as T));
  effect(() => localStorage.setItem(name, JSON.stringify(value.value)));
  return value;
}
