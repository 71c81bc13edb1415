/** The boards' own words: each language says the same things. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const BOARDS = new URL("../src/boards/", import.meta.url);

function words(board: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${board}/${language}.json`, BOARDS), "utf8")) as Record<string, string>;
}

const boards = readdirSync(BOARDS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/en.json`, BOARDS)))
  .map(({ name }) => name);

for (const board of boards) {
  test(`the words of ${board} have the same keys and values in both languages`, () => {
    const [english, french] = [words(board, "en"), words(board, "fr")];
    assert.deepEqual(Object.keys(french), Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      assert.deepEqual(valuesOf(french[key]!), valuesOf(text), key);
    }
  });
}

/** The names in braces, sorted. */
function valuesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}
