import { fileURLToPath } from "node:url";
import type { UserConfig } from "tsdown";
import { englishZod } from "./scripts/bundle/english-zod.ts";
import { firstFrameChunks } from "./scripts/bundle/first-frame.ts";
import { lazyStringWidth } from "./scripts/bundle/lazy-string-width.ts";
import { replacedOutput } from "./scripts/bundle/replaced-output.ts";
import { thirdPartyNotices } from "./scripts/bundle/third-party-notices.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const shared: UserConfig = {
  format: "esm",
  platform: "node",
  target: "node24",
  fixedExtension: false,
  report: false,
  logLevel: "warn",
  // ngrok's SDK is a native library and may not be installed.
  deps: { alwaysBundle: [/^(?!@ngrok\/)/], neverBundle: [/^@ngrok\//], onlyBundle: false },
};

/**
 * Modules that starts share, each with its imports in one chunk, since each file costs a start about a millisecond.
 * Chunks of their own keep the rest out of `--version`, the parser of commands out of the app, the tables out of the
 * help, the client of the hub out of the threads, the check of policies out of their screen, and the parser of YAML
 * out of a check of JSON.
 */
const startChunks = [
  { name: "version", test: /[\\/]src[\\/]engine[\\/]version\.ts$/ },
  {
    name: "settings",
    test: /[\\/]src[\\/](cli[\\/](signals|settings[\\/]load-settings|output[\\/]output)|model[\\/](delivery|filter)|text[\\/]exact-json)\.ts$/,
  },
  {
    name: "files",
    test: /[\\/]src[\\/](files[\\/](json-file|write-file-atomic)|text[\\/]machine-json)\.ts$/,
  },
  { name: "json", test: /[\\/]src[\\/]text[\\/](placed-value|scan-json)\.ts$/ },
  {
    name: "policy",
    test: /[\\/]src[\\/](policy[\\/](policy|json-pointer|lines|quoted|characters[\\/]piled-marks|fields[\\/](levels|quorum)|matrix[\\/]coverage|report[\\/]checked-text)|policy-files[\\/](errors|beside-policy))\.ts$/,
  },
  { name: "checker", test: /[\\/]src[\\/]policy-files[\\/](read-policy-file|find-policies)\.ts$/ },
  { name: "yaml", test: /[\\/](node_modules[\\/]js-yaml[\\/]|src[\\/]text[\\/]yaml-tree\.ts$)/ },
  { name: "program", test: /[\\/]src[\\/]cli[\\/]command-line[\\/](program|command-record)\.ts$/ },
  { name: "output", test: /[\\/]src[\\/]cli[\\/]output[\\/]/ },
  ...firstFrameChunks(),
  { name: "hub", test: /[\\/]src[\\/]cli[\\/]commands[\\/](use-hub|find-id)\.ts$/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/**
 * The program: every package is bundled, so that a start reads a handful of files instead of hundreds. The app is a lazy chunk of its
 * own, so that a command never loads React.
 */
const program: UserConfig = {
  ...shared,
  entry: {
    index: "src/index.ts",
    cli: "src/cli/main.ts",
    reader: "src/engine/reader/thread.ts",
    policies: "src/policy-service/thread.ts",
    projector: "src/store/nats/projection/thread.ts",
    "index-thread": "src/store/sqlite/deliveries/search/index-thread.ts",
    "handler-thread": "src/receiver/handlers/handler-thread.ts",
  },
  clean: true,
  dts: false,
  // Stacks and the log file name error classes.
  minify: {
    compress: { keepNames: { class: true, function: false } },
    mangle: { keepNames: { class: true, function: false } },
  },
  plugins: [replacedOutput, lazyStringWidth, englishZod, thirdPartyNotices()],
  outputOptions: { codeSplitting: { groups: startChunks } },
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  alias: {
    "node:http": here("scripts/bundle/node-http.js"),
    "prom-client": here("scripts/bundle/prom-client.js"),
    "react-devtools-core": here("scripts/bundle/no-devtools.js"),
    "string-width": here("scripts/bundle/string-width.ts"),
  },
};

/** The types of the library in one file: what src/index.ts exports, with the types of bundled packages. */
const types: UserConfig = {
  ...shared,
  entry: { index: "src/index.ts" },
  clean: false,
  dts: { emitDtsOnly: true },
  // The bundler warns of each locale of zod: it reads their CommonJS declarations, which the types do not use.
  logLevel: "error",
};

export default [program, types];
