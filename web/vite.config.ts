/** How the page is built: one script for the first view, one more for each game, no address but the server's own. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { licences } from "./vite/licences.ts";
import { packed } from "./vite/packed.ts";

/** Where rpcs and rules come from while the page is worked on: a server of its own. */
const SERVER = process.env["HUNCH_URL"] ?? "http://127.0.0.1:8080";
/** The module of a game's board. */
const BOARD = /\/boards\/(\w+)\/face\.tsx$/;


export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => `assets/${BOARD.exec(facadeModuleId ?? "")?.[1] ?? "[name]"}-[hash].js`,
      },
    },
  },
  plugins: [licences(), packed()],
  define: { "import.meta.env.VITE_EXAMPLES": JSON.stringify(fileURLToPath(new URL("../examples", import.meta.url))) },
  server: {
    proxy: { "/hunch.v1.": { target: SERVER }, "/rules/": { target: SERVER }, "/about": { target: SERVER } },
    fs: { allow: [".."] },
  },
});
