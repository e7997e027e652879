import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Everything we use is bundled: a start reads a handful of files instead of hundreds.
 * The app is its own lazy chunk, so a command never loads React.
 */
export default defineConfig({
  entry: {
    index: "src/index.ts",
    cli: "src/cli/main.ts",
    reader: "src/engine/reader/thread.ts",
    policies: "src/app/policies/thread.ts",
    "index-thread": "src/store/sqlite/index-thread.ts",
    "handler-thread": "src/receiver/handlers/handler-thread.ts",
  },
  format: "esm",
  platform: "node",
  target: "node24",
  fixedExtension: false,
  clean: true,
  // The names of error classes are read by people: in stacks, in the log file.
  minify: {
    compress: { keepNames: { class: true, function: false } },
    mangle: { keepNames: { class: true, function: false } },
  },
  dts: false,
  report: false,
  // The tunnel's SDK is a native library, and may not be installed.
  deps: { alwaysBundle: [/^(?!@ngrok\/)/], neverBundle: [/^@ngrok\//], onlyBundle: false },
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  alias: {
    "react-devtools-core": here("scripts/bundle/no-devtools.js"),
    "string-width": here("scripts/bundle/string-width.js"),
    "@alcalzone/ansi-tokenize": here("scripts/bundle/ansi-tokenize.js"),
  },
});
