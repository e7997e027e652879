import { Command, Option } from "commander";
import { type DefineCommand, namedAlone, runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Defines `hooklens store` and its commands. */
export function defineStore(start: Start, args: readonly string[]): Command {
  const store = new Command("store").description(
    "Manage where deliveries and forwards are stored: SQLite on this machine, or NATS JetStream, which receivers and readers on several machines share",
  );
  store.summary("Manage the store of deliveries and forwards");
  for (const define of namedAlone(commands, args[0])) store.addCommand(define(start, args.slice(1)));
  return store;
}

const commands: Readonly<Record<string, DefineCommand>> = {
  init: defineInit,
  status: defineStatus,
  migrate: defineMigrate,
  bench: defineBench,
};

function defineInit(start: Start): Command {
  return runs(
    new Command("init")
      .description(
        "Create the streams, the queue and the list of receivers of a NATS store. Run it again to change the limits; it asks before a change that deletes deliveries",
      )
      .summary("Create what a NATS store needs")
      .option("--replicas <n>", "servers that keep each message: 1, 3 or 5 (default: 3 on a cluster, else 1)")
      .option("--max-age <duration>", "age at which deliveries are deleted, such as 30d (default 30d)")
      .option("--max-bytes <size>", "size above which the oldest are deleted, such as 50GB (default: none)")
      .option(
        "--max-ack-pending <n>",
        "number of waiting forwards at which the queue stalls (default 100,000)",
      )
      .option("--ack-wait <duration>", "time after which another receiver resumes a forward (default 60s)")
      .option("--dry-run", "print what would be created and changed")
      .option("-y, --yes", "do not ask before a change that deletes deliveries")
      .addHelpText(
        "after",
        `
Examples:
  hooklens store init --store nats://10.0.0.1:4222,10.0.0.2:4222,10.0.0.3:4222
  hooklens store init --max-age 7d --max-bytes 50GB`,
      ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./init.ts")).initStore(invocation, command.opts()),
  );
}

function defineStatus(start: Start): Command {
  return runs(
    new Command("status")
      .description(
        "Print the streams with their replicas and limits, the waiting forwards, the running receivers, the copy in this data directory, and what a 2xx survives. Exits with 1 if a stream has too few servers, with 3 if the store cannot be reached",
      )
      .summary("Print the condition of the store")
      .option(
        "--monitor <url>",
        "monitoring address of a NATS server, such as http://10.0.0.1:8222; only it tells how often the server syncs its disk",
      ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./status.ts")).printStatus(invocation, command.opts()),
  );
}

function defineMigrate(start: Start): Command {
  return runs(
    new Command("migrate")
      .description(
        "Copy all deliveries from this store to another one, or from there to here, and compare the copies. What is there already is skipped, so that an interrupted migration is resumed by the same command",
      )
      .summary("Copy all deliveries to another store")
      .addOption(new Option("--to <store>", "store to copy to: sqlite, or nats://HOST:PORT"))
      .addOption(new Option("--from <store>", "store to copy from").conflicts("to"))
      .addHelpText(
        "after",
        `
Examples:
  hooklens store migrate --to nats://10.0.0.1:4222
  hooklens store migrate --from nats://10.0.0.1:4222     back to SQLite`,
      ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./migrate.ts")).runMigration(invocation, command.opts()),
  );
}

function defineBench(start: Start): Command {
  return runs(
    new Command("bench")
      .description(
        "Measure how many deliveries a second this store takes, and how long each one waits. Writes to a log of its own, which is removed afterwards",
      )
      .summary("Measure the store")
      .option("--seconds <n>", "duration (default 5)")
      .option("--in-flight <n>", "deliveries that wait at the same time (default 64)")
      .option("--bytes <size>", "size of a body (default 2kB)"),
    start,
    standardFormats,
    async (invocation, command) => (await import("./bench.ts")).benchStore(invocation, command.opts()),
  );
}
