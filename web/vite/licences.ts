/** `licences.txt`: each package whose code is in the page, with the text of its licence. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const OWN = fileURLToPath(new URL("../node_modules", import.meta.url));
/** A module of a package: the folder of the package, and its name. */
const MODULE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
/** The bundler's own code that gets into the page, by the beginning of a module's name, and the package that it is of. */
const BUNDLER = { "\0vite/": "vite", "\0rolldown/": "rolldown" };
/** Where the texts of licences are that a package names but does not contain. */
const TEXTS: Record<string, (folder: string) => string> = {
  "Apache-2.0": () => readFileSync(fileURLToPath(new URL("../../LICENSE", import.meta.url)), "utf8"),
  "BSD-3-Clause": (folder) => openingComment(readFileSync(join(folder, "dist/esm/wire/varint.js"), "utf8")),
};

/** Writes the file. A package without a text fails the build. */
export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") part.moduleIds.map(folderOf).forEach((folder) => folder && folders.add(folder));
      }
      const texts = [...folders].map(licenceOf).sort();
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join(`\n${"=".repeat(100)}\n\n`) });
    },
  };
}

function folderOf(id: string): string | undefined {
  for (const [beginning, name] of Object.entries(BUNDLER)) {
    if (id.startsWith(beginning)) return join(OWN, name);
  }
  return MODULE.exec(id)?.[1];
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? ofPackageAlone(readFileSync(join(folder, file), "utf8")) : named(folder, String(license));
  return `${name} ${version}: ${license}\n\n${text.trim()}\n`;
}

/** A bundler's file goes on with the licences of what it contains itself, none of which is in the page. */
function ofPackageAlone(text: string): string {
  return text.split(/^#+ Licenses? of bundled/m)[0] ?? text;
}

function named(folder: string, license: string): string {
  const ids = license.replace(/[()]/g, "").split(/ AND /);
  return ids.map((id) => {
    const text = TEXTS[id];
    if (!text) throw new Error(`${folder} has no text of its licence, ${id}`);
    return text(folder).trim();
  }).join(`\n\n${"-".repeat(100)}\n\n`);
}

function openingComment(code: string): string {
  const lines = code.split("\n");
  return lines.slice(0, lines.findIndex((line) => !line.startsWith("//"))).map((line) => line.slice(3)).join("\n");
}
