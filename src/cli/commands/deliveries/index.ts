import { exportFormats, exportKinds } from "../../../engine/export/formats.ts";
import { group } from "../../command-line/command-tree.ts";
import { filterHelp } from "./filter-help.ts";

const exports = exportKinds.map((kind) => exportFormats[kind].about);
const backup = () => import("./backup.ts");
const forwards = () => import("./forwards.ts");

export const deliveries = group("deliveries", {
  description: "List, show, compare, replay, export, back up and prune the deliveries in the log",
  help: filterHelp,
  commands: {
    "ls|list": {
      summary: "List deliveries, newest first (in a table at most 50 unless --limit is given)",
      load: async () => (await import("./ls.ts")).ls,
    },
    "show <seq>": {
      summary: "Show a delivery: headers, payload, response, attempts",
      load: async () => (await import("./show.ts")).show,
    },
    tail: {
      summary:
        "Print deliveries as they arrive, from now or from --since, until --limit is reached or you press Ctrl+C",
      load: async () => (await import("./tail.ts")).tail,
    },
    "replay [seq...]": {
      summary: "Replay deliveries through the running receiver, or send them to a URL",
      load: async () => (await import("./replay.ts")).replay,
    },
    prune: {
      summary:
        "Permanently delete old deliveries, as set by the options or the configuration (default 30 days, 2 GiB). Asks first; requires --yes without a terminal",
      load: async () => (await import("./prune.ts")).prune,
    },
    "backup <file>": {
      summary: "Copy a consistent snapshot of the log to a file, even while a receiver runs",
      load: async () => (await backup()).backup,
    },
    "import <file>": {
      summary:
        "Import deliveries from an NDJSON export, a backup or a damaged log; those already in the log are skipped",
      load: async () => (await backup()).importCommand,
    },
    export: {
      summary: `Export deliveries, oldest first: ${exports.slice(0, -1).join(", ")}, or ${exports.at(-1)}`,
      load: async () => (await import("./export.ts")).exportCommand,
    },
    "diff <seq> <seq2>": {
      summary:
        "Compare two deliveries by their fields, headers, payloads and responses; exits with 1 if they differ",
      load: async () => (await import("./diff.ts")).diff,
    },
    stats: {
      summary: "Count deliveries by outcome, route and event, and draw their rate over time",
      load: async () => (await import("./stats.ts")).stats,
    },
    "drop [seq...]": {
      summary: "Give up deliveries that wait for their forward; they stay in the log as failed",
      load: async () => (await forwards()).drop,
    },
    "retry [seq...]": {
      summary: "Send deliveries now that wait for the next attempt of their forward",
      load: async () => (await forwards()).retry,
    },
    hold: {
      summary: "Hold the forwards of the running receiver; deliveries are stored and wait",
      load: async () => (await forwards()).hold,
    },
    resume: {
      summary: "Resume the forwards of the running receiver",
      load: async () => (await forwards()).resume,
    },
  },
});
