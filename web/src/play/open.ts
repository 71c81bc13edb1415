/** The tables that are open at this page, by their names. */
import type { Setup } from "./setup.ts";
import { kept } from "./shelf.ts";
import { Table } from "./table.ts";

const tables = new Map<string, Table>();

/** Begins a game. */
export function open(setup: Setup): Table {
  const table = new Table(newName(), setup);
  tables.set(table.id, table);
  void table.begin();
  return table;
}

/** The table of that name: open, or kept by this browser. */
export async function tableNamed(id: string): Promise<Table | undefined> {
  const known = tables.get(id);
  if (known) {
    return known;
  }
  const before = await kept(id);
  if (!before) {
    return undefined;
  }
  const table = new Table(id, before.setup);
  tables.set(id, table);
  void table.goOn(before);
  return table;
}

/** A random name of 8 hexadecimal digits. */
function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
