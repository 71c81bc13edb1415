/**
 * Markdown as the pages of the games use it: headings, paragraphs, flat lists, tables, code, emphasis and links. It becomes
 * plain values, so that what draws them never handles HTML.
 */

/** A piece of a line. A link's target is as it is written. */
export type Piece =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis"; pieces: Piece[] }
  | { kind: "link"; pieces: Piece[]; target: string };

/** A part of a page. */
export type Block =
  | { kind: "heading"; level: number; pieces: Piece[] }
  | { kind: "paragraph"; pieces: Piece[] }
  | { kind: "list"; numbered: boolean; items: Piece[][] }
  | { kind: "table"; head: Piece[][]; rows: Piece[][][] }
  | { kind: "code"; text: string };

const HEADING = /^(#{1,6}) +(.*)$/;
const ITEM = /^([-*]|\d+\.) +(.*)$/;
const ROW = /^\|(.*)\|\s*$/;
const RULE = /^\|[\s:|-]+\|\s*$/;
const FENCE = /^```/;
/** What ends a paragraph without an empty line. */
const BEGINS = [HEADING, ITEM, ROW, FENCE];
/** The pieces of a line, in the order in which they are looked for. */
const PIECES = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** The parts of a page. */
export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  while (lines.length > 0) {
    if (lines[0]!.trim() === "") {
      lines.shift();
    } else {
      blocks.push(nextBlock(lines));
    }
  }
  return blocks;
}

/** The pieces of a line, or of the lines of a paragraph in one. */
export function piecesOf(text: string): Piece[] {
  const found = PIECES.exec(text);
  if (!found) {
    return text ? [{ kind: "text", text }] : [];
  }
  const [whole, code, strong, emphasis, label, target] = found;
  const before = piecesOf(text.slice(0, found.index));
  return [...before, pieceOf({ code, strong, emphasis, label, target }), ...piecesOf(text.slice(found.index + whole.length))];
}

/** The text of pieces, without marks. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ("text" in piece ? piece.text : textOf(piece.pieces))).join("");
}

type Found = Record<"code" | "strong" | "emphasis" | "label" | "target", string | undefined>;

function pieceOf({ code, strong, emphasis, label, target }: Found): Piece {
  if (code !== undefined) {
    return { kind: "code", text: code };
  }
  if (strong !== undefined) {
    return { kind: "strong", pieces: piecesOf(strong) };
  }
  if (emphasis !== undefined) {
    return { kind: "emphasis", pieces: piecesOf(emphasis) };
  }
  return { kind: "link", pieces: piecesOf(label ?? ""), target: target ?? "" };
}

/** Takes the lines of a block away, and returns it. */
function nextBlock(lines: string[]): Block {
  const heading = HEADING.exec(lines[0]!);
  if (heading) {
    lines.shift();
    return { kind: "heading", level: heading[1]!.length, pieces: piecesOf(heading[2]!) };
  }
  if (FENCE.test(lines[0]!)) {
    return nextCode(lines);
  }
  if (ROW.test(lines[0]!)) {
    return nextTable(lines);
  }
  const item = ITEM.exec(lines[0]!);
  return item ? nextList(lines, item[1]!.endsWith(".")) : { kind: "paragraph", pieces: piecesOf(nextParagraph(lines)) };
}

function nextCode(lines: string[]): Block {
  lines.shift();
  const end = lines.findIndex((line) => FENCE.test(line));
  const text = lines.splice(0, end < 0 ? lines.length : end).join("\n");
  lines.shift();
  return { kind: "code", text };
}

function nextTable(lines: string[]): Block {
  const rows: Piece[][][] = [];
  while (lines.length > 0 && ROW.test(lines[0]!)) {
    const line = lines.shift()!;
    if (!RULE.test(line)) {
      rows.push(cellsOf(ROW.exec(line)![1]!).map((cell) => piecesOf(cell.trim())));
    }
  }
  const [head = [], ...rest] = rows;
  return { kind: "table", head, rows: rest };
}

/** The cells of a row. A bar within code belongs to the code. */
function cellsOf(row: string): string[] {
  const cells = [""];
  for (const part of row.split(/(`[^`]*`|\|)/)) {
    if (part === "|") {
      cells.push("");
    } else {
      cells[cells.length - 1] += part;
    }
  }
  return cells;
}

function nextList(lines: string[], numbered: boolean): Block {
  const items: Piece[][] = [];
  let item = ITEM.exec(lines[0] ?? "");
  while (item && item[1]!.endsWith(".") === numbered) {
    lines[0] = item[2]!;
    items.push(piecesOf(nextParagraph(lines)));
    item = ITEM.exec(lines[0] ?? "");
  }
  return { kind: "list", numbered, items };
}

/** The lines up to an empty one or to another block, as one. */
function nextParagraph(lines: string[]): string {
  const taken = [lines.shift()!.trim()];
  while (lines.length > 0 && lines[0]!.trim() !== "" && !BEGINS.some((begins) => begins.test(lines[0]!))) {
    taken.push(lines.shift()!.trim());
  }
  return taken.join(" ");
}
