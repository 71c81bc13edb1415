/** The words of the page and of the boards: each language says the same things. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";

const SOURCES = new URL("../src/", import.meta.url);

function words(folder: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${folder}/${language}.json`, SOURCES), "utf8")) as Record<string, string>;
}

const folders = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /(^|\/)(en|fr)\.json$/.test(path))
  .map((path) => dirname(path));

for (const folder of new Set(folders)) {
  test(`the words of ${folder} have the same keys and values in both languages`, () => {
    const [english, french] = [words(folder, "en"), words(folder, "fr")];
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
