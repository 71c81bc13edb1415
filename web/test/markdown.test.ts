/** Markdown as the pages of the games use it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Block, blocksOf, type Piece, piecesOf, textOf } from "../src/app/blocks.ts";

const PAGES = new URL("../../docs/games/", import.meta.url);

const text = (said: string): Piece => ({ kind: "text", text: said });

test("a page is read into its parts, in their order", () => {
  const page = "# Title\n\nTwo lines\nof one paragraph.\n\n## Part\n- one\n  goes on\n- two\n\n1. first\n2. second\n";
  assert.deepEqual(blocksOf(page), [
    { kind: "heading", level: 1, pieces: [text("Title")] },
    { kind: "paragraph", pieces: [text("Two lines of one paragraph.")] },
    { kind: "heading", level: 2, pieces: [text("Part")] },
    { kind: "list", numbered: false, items: [[text("one goes on")], [text("two")]] },
    { kind: "list", numbered: true, items: [[text("first")], [text("second")]] },
  ]);
});

test("a table has a head and rows, and a bar in code is no border", () => {
  assert.deepEqual(blocksOf("| a | b |\n| --- | :-: |\n| `x | y` | |\nafter"), [
    { kind: "table", head: [[text("a")], [text("b")]], rows: [[[{ kind: "code", text: "x | y" }], []]] },
    { kind: "paragraph", pieces: [text("after")] },
  ]);
});

test("code is kept as it is, also if it is never closed", () => {
  const code = { kind: "code", text: "{\n  **a**\n\n| b |" };
  assert.deepEqual(blocksOf(`\`\`\`json\n${code.text}\n\`\`\`\n`), [code]);
  assert.deepEqual(blocksOf(`\`\`\`json\n${code.text}`), [code]);
});

test("marks within a line nest, and what is no mark stays", () => {
  assert.deepEqual(piecesOf("**a `*b*`** and *c* at 2 * 3 * 4, [*d*](e.md)."), [
    { kind: "strong", pieces: [text("a "), { kind: "code", text: "*b*" }] },
    text(" and "),
    { kind: "emphasis", pieces: [text("c")] },
    text(" at 2 * 3 * 4, "),
    { kind: "link", pieces: [{ kind: "emphasis", pieces: [text("d")] }], target: "e.md" },
    text("."),
  ]);
});

test("what looks like HTML is text", () => {
  const script = "<script>alert(1)</script> &amp; <img src=x onerror=alert(1)>";
  assert.deepEqual(blocksOf(script), [{ kind: "paragraph", pieces: [text(script)] }]);
});

for (const name of readdirSync(PAGES)) {
  test(`nothing of ${name} is left out or left as marks`, () => {
    const page = readFileSync(new URL(name, PAGES), "utf8");
    const blocks = blocksOf(page);
    const written = letters(page.replace(/\]\([^)]*\)/g, "").replace(/^```\w*$/gm, ""));
    const drawn = letters(blocks.map(plain).join("\n"));
    const at = [...written].findIndex((letter, index) => letter !== drawn[index]);
    assert.ok(written === drawn, `it differs at ${written.slice(at, at + 40)}`);
    const left = /.*(?:\*\*|`|\]\(|^\||^#).*/m.exec(blocks.flatMap(texts).join("\n"));
    assert.equal(left?.[0], undefined);
    assert.ok(blocks.filter((block) => block.kind === "heading").length >= 9);
  });
}

/** The letters of a text, in their order. */
function letters(said: string): string {
  return said.replace(/[^\p{L}]/gu, "");
}

function rowsOf(block: Block): Piece[][] {
  switch (block.kind) {
    case "list":
      return block.items;
    case "table":
      return [...block.head, ...block.rows.flat()];
    case "code":
      return [[text(block.text)]];
    default:
      return [block.pieces];
  }
}

function plain(block: Block): string {
  return rowsOf(block).map(textOf).join("\n");
}

/** The texts of a block that are no code. */
function texts(block: Block): string[] {
  return block.kind === "code" ? [] : rowsOf(block).flat().flatMap(textsOf);
}

function textsOf(piece: Piece): string[] {
  if ("pieces" in piece) {
    return piece.pieces.flatMap(textsOf);
  }
  return piece.kind === "text" ? [piece.text] : [];
}
