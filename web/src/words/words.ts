/** The page's own words. Sentences about moves, events and hints come from the server in the same language. */
import { computed, signal } from "@preact/signals";
import en from "./en.json";
import fr from "./fr.json";

/** A key of a text. Both files have the same keys. */
export type Key = keyof typeof en;

const TEXTS: Record<string, Record<Key, string>> = { en, fr };

/** The languages of the page. */
export const LANGUAGES = Object.keys(TEXTS);

/** The language of everything, a BCP 47 tag. */
export const language = signal(first());

const texts = computed(() => TEXTS[language.value] ?? en);

/** A text in the language of the page. "{name}" in it is replaced by the value of that name. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return filled(texts.value[key], values);
}

/** The same for a board's own words, which are loaded with it: one table for each language, with the same keys. */
export function wordsOf<Table extends Record<string, string>>(
  tables: Record<"en" | "fr", Table>,
): (key: keyof Table, values?: Record<string, string | number>) => string {
  return (key, values = {}) => filled(tables[language.value === "fr" ? "fr" : "en"][key] as string, values);
}

/** A text that depends on a number: the key with ".one" or ".other", after the rules of the language. */
export function count(key: string, n: number, values: Record<string, string | number> = {}): string {
  const form = new Intl.PluralRules(language.value).select(n) === "one" ? "one" : "other";
  return say(`${key}.${form}` as Key, { n: number(n), ...values });
}

/** A number as people write it. */
export function number(value: number, digits = 0): string {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language.value, style).format(value);
}

/** A day and a time as people write them, from milliseconds since 1970. */
export function moment(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function first(): string {
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in TEXTS) ?? "en";
}
