import { Command, Option } from "commander";
import { exportFormats, exportKinds } from "../../../engine/export/formats.ts";
import { filterStates } from "../../../model/filter.ts";
import { addGlobalOptions, runs, type Start } from "../../command-line/command.ts";
import { type Formats, standardFormats } from "../../output/formats.ts";
import { streamedFormats } from "../../output/streamed.ts";
import type { TailRow } from "./delivery.ts";
import type { DeliveryList } from "./ls.ts";

/** Formats of `deliveries ls`. */
export const listFormats: Formats<DeliveryList> = {
  table: async () => (await import("./ls.ts")).listTable,
  json: async () => (await import("./ls.ts")).listJson,
  quiet: async () => (await import("./ls.ts")).listSeqs,
};

/** Formats of `deliveries tail`. */
const tailFormats: Formats<AsyncIterable<TailRow>> = {
  table: async () => (await import("./tail.ts")).tailText,
  json: async () => (await import("./tail.ts")).tailJson,
  quiet: async () => (await import("./tail.ts")).tailSeqs,
};

const exports = exportKinds.map((kind) => exportFormats[kind].about);

/** Defines `hooklens deliveries …`. */
export function defineDeliveries(start: Start): Command {
  const deliveries = new Command("deliveries")
    .description("List, show, compare, replay, export, back up and prune the deliveries in the log")
    .summary("List, show, replay and prune deliveries")
    .addHelpText("after", filterHelp);
  deliveries.addCommand(
    runs(
      addFilterOptions(
        new Command("ls")
          .description("List deliveries, newest first (in a table at most 50 unless --limit is given)")
          .alias("list"),
      ),
      start,
      listFormats,
      async (invocation, command) => (await import("./ls.ts")).listDeliveries(invocation, command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("show")
        .description("Show a delivery: headers, payload, response, attempts")
        .argument("<seq>", "number of the delivery")
        .option("--raw", "print only the bytes of the body"),
      start,
      standardFormats,
      async (invocation, command) =>
        command.opts()["raw"] === true
          ? (await import("./show-raw.ts")).writeRawBody(invocation, command.processedArgs[0])
          : (await import("./show.ts")).showDelivery(invocation, command.processedArgs[0]),
    ),
  );
  deliveries.addCommand(
    runs(
      addFilterOptions(
        new Command("tail").description(
          "Print deliveries as they arrive, from now or from --since, until --limit is reached or you press Ctrl+C",
        ),
      )
        .option(
          "--forward <url>",
          "send each delivery to a URL, too, and print the result: a URL, localhost:3000/hook or :3000",
        )
        .option("--with-secret", "send the webhook secret even to another machine"),
      start,
      tailFormats,
      async (invocation, command) => (await import("./tail.ts")).tailDeliveries(invocation, command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("replay")
        .description("Replay deliveries through the running receiver, or send them to a URL")
        .argument("[seq...]", "numbers of the deliveries")
        .option("--where <filter>", "replay all matching deliveries, oldest first, instead of numbered ones")
        .option("--to <url>", "URL to send to")
        .option("--with-secret", "send the webhook secret even to another machine")
        .option("--rate <n/s>", "maximum deliveries per second")
        .option("--edit", "edit the headers and the payload of one delivery in $VISUAL, $EDITOR or vi first")
        .option("--body <file>", "send the content of a file instead of the payload of one delivery")
        .option("--dry-run", "print the deliveries, send nothing"),
      start,
      streamedFormats,
      async (invocation, command) =>
        (await import("./replay.ts")).replayDeliveries(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("prune")
        .description(
          "Permanently delete old deliveries, as set by the options or the configuration (default 30 days, 2 GiB). Asks first; requires --yes without a terminal",
        )
        .option(
          "--older-than <age>",
          "delete deliveries older than an age, or received before a time: 30d, 12h, 2026-11-20",
        )
        .option("--keep <size>", "delete the oldest deliveries until the log has this size: 2GiB, 500MB")
        .option("--dry-run", "print the number of deliveries to delete, delete nothing")
        .option("-y, --yes", "do not ask"),
      start,
      standardFormats,
      async (invocation, command) => (await import("./prune.ts")).pruneLog(invocation, command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("backup")
        .description("Copy a consistent snapshot of the log to a file, even while a receiver runs")
        .argument("<file>", "file to write")
        .option("--force", "replace an existing file"),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./backup.ts")).writeBackup(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("import")
        .description(
          "Import deliveries from an NDJSON export, a backup or a damaged log; those already in the log are skipped",
        )
        .argument("<file>", "NDJSON export, backup, or a damaged log that was set aside"),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./backup.ts")).importLog(invocation, command.processedArgs[0]),
    ),
  );
  deliveries.addCommand(
    runs(
      addFilterOptions(
        new Command("export")
          .description(
            `Export deliveries, oldest first: ${exports.slice(0, -1).join(", ")}, or ${exports.at(-1)}`,
          )
          .addOption(new Option("--as <kind>", "kind of export").choices(exportKinds).default("ndjson"))
          .option("-o, --output <path>", "file to write, or directory of the scripts (default: stdout)")
          .option("--force", "replace existing files"),
      ),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./export.ts")).exportDeliveries(invocation, command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("diff")
        .description(
          "Compare two deliveries by their fields, headers, payloads and responses; exits with 1 if they differ",
        )
        .argument("<seq>", "number of the earlier delivery")
        .argument("<seq2>", "number of the later delivery"),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./diff.ts")).diffDeliveries(
          invocation,
          command.processedArgs[0],
          command.processedArgs[1],
        ),
    ),
  );
  deliveries.addCommand(
    runs(
      addPeriodOptions(
        new Command("stats").description(
          "Count deliveries by outcome, route and event, and draw their rate over time",
        ),
      ),
      start,
      standardFormats,
      async (invocation, command) => (await import("./stats.ts")).printStats(invocation, command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("drop")
        .description("Give up deliveries that wait for their forward; they stay in the log as failed")
        .argument("[seq...]", "numbers of the deliveries")
        .option("--where <filter>", "all waiting deliveries that match, instead of numbered ones")
        .option("--dry-run", "print the number of deliveries, change nothing"),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./forwards.ts")).dropForwards(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  deliveries.addCommand(
    runs(
      new Command("retry")
        .description("Send deliveries now that wait for the next attempt of their forward")
        .argument("[seq...]", "numbers of the deliveries")
        .option("--where <filter>", "all waiting deliveries that match, instead of numbered ones"),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./forwards.ts")).retryForwards(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  for (const [name, description] of [
    ["hold", "Hold the forwards of the running receiver; deliveries are stored and wait"],
    ["resume", "Resume the forwards of the running receiver"],
  ] as const) {
    deliveries.addCommand(
      runs(new Command(name).description(description), start, standardFormats, async (invocation) =>
        (await import("./forwards.ts")).holdForward(invocation, name === "hold"),
      ),
    );
  }
  return addGlobalOptions(deliveries);
}

function addFilterOptions(command: Command): Command {
  return addPeriodOptions(command.option("--limit <n>", "maximum number of deliveries"));
}

function addPeriodOptions(command: Command): Command {
  return command
    .option("--where <filter>", "only matching deliveries")
    .option("--since <time>", "only deliveries received at or after: 2h, 7d, 2026-11-20, 2026-11-20T10:00Z")
    .option("--until <time>", "only deliveries received before")
    .addHelpText("after", filterHelp);
}

const filterHelp = `
All terms of a filter must match; words are searched in the payload:
  status:>=400 route:train repo:dataset:me/* scope:repo.content is:failed since:2h -word "a phrase"
  is: takes ${filterStates.join(", ")}; | between values means or

Examples:
  hooklens deliveries ls --where 'is:failed|duplicate' --since 1d
  hooklens deliveries tail --format json | jq .repo.name
  hooklens deliveries tail --forward :3000/hook --where 'repo:me/*'
  hooklens deliveries export --where is:failed -o failed.ndjson
  hooklens deliveries show 41 --raw | jq .repo
  hooklens deliveries replay 41 42 --to http://127.0.0.1:3000/hook
  hooklens deliveries replay 41 --edit
  hooklens deliveries replay --where 'is:dead since:2d' --rate 10/s
  hooklens deliveries prune --older-than 7d --dry-run`;
