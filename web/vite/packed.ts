/** Each file of the page in brotli and in gzip beside it, so that the server packs nothing. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** The ends of names of files that become smaller. */
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;

/** Packs what was written, the files of `public/` too. */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (TEXT.test(entry) && !entry.startsWith(".")) pack(join(folder, entry));
      }
    },
  };
}

function pack(path: string): void {
  const raw = readFileSync(path);
  const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(raw, { params: best }));
  writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
}
