/** How the page is built: one script for the first view, one more for each game, no address but the server's own. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The server that answers while the page is worked on. */
const SERVER = `http://${process.env["HUNCH_WEB"] ?? "127.0.0.1:8080"}`;

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  define: { "import.meta.env.VITE_EXAMPLES": JSON.stringify(fileURLToPath(new URL("../examples", import.meta.url))) },
  server: {
    proxy: { "/hunch.v1.": { target: SERVER }, "/rules/": { target: SERVER } },
    fs: { allow: [".."] },
  },
});
