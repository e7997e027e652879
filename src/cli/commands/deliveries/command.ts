import { Command } from "commander";
import { type Launch, addGlobalOptions } from "../../command-line/command.ts";

/** `hooklens deliveries …` */
export function defineDeliveries(launch: Launch): Command {
  const deliveries = new Command("deliveries")
    .description("Look at what the receiver got, replay it, and remove what is old.")
    .summary("look at what the receiver got, and replay it");
  deliveries.addCommand(
    addFilterOptions(
      new Command("ls").description("List deliveries, newest first (a table: 50, unless --limit says more)."),
    ).action(
      launch(async (invocation, command) =>
        (await import("./ls.ts")).listDeliveries(invocation, command.opts()),
      ),
    ),
  );
  deliveries.addCommand(
    addGlobalOptions(
      new Command("show")
        .description("Show one delivery: headers, payload, attempts.")
        .argument("<seq>", "the delivery's number"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./show.ts")).showDelivery(invocation, command.processedArgs[0]),
      ),
    ),
  );
  deliveries.addCommand(
    addFilterOptions(
      new Command("tail").description(
        "Print deliveries as they come, from now on (with --since: from then on), until interrupted or --limit is reached.",
      ),
    ).action(
      launch(async (invocation, command) =>
        (await import("./tail.ts")).tailDeliveries(invocation, command.opts()),
      ),
    ),
  );
  deliveries.addCommand(
    addGlobalOptions(
      new Command("replay")
        .description("Send deliveries again: through their route by the running receiver, or to a URL.")
        .argument("[seq...]", "the deliveries' numbers")
        .option("--where <filter>", "in place of numbers: all that match, oldest first")
        .option("--to <url>", "send them there")
        .option("--with-secret", "send the webhook's secret to another machine too")
        .option("--rate <n/s>", "at most so many a second")
        .option("--dry-run", "send nothing, print which would be sent"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./replay.ts")).replayDeliveries(invocation, command.processedArgs[0], command.opts()),
      ),
    ),
  );
  deliveries.addCommand(
    addGlobalOptions(
      new Command("prune")
        .description(
          "Remove old deliveries for good: by the options, or as the configuration says (30 days, 2 GiB). Asks first; without a terminal it needs --yes.",
        )
        .option("--older-than <age>", "those received longer ago than this: 30d, 12h, 2026-11-20")
        .option("--keep <size>", "the oldest, until the log takes no more than this: 2GiB, 500MB")
        .option("--dry-run", "remove nothing, print how many would go")
        .option("-y, --yes", "do not ask"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./prune.ts")).pruneLog(invocation, command.opts()),
      ),
    ),
  );
  deliveries.addCommand(
    addGlobalOptions(
      new Command("backup")
        .description("Copy the log, as it is at one moment, to a file; a receiver may run meanwhile.")
        .argument("<file>", "the file to write")
        .option("--force", "replace a file that is there"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./backup.ts")).writeBackup(invocation, command.processedArgs[0], command.opts()),
      ),
    ),
  );
  deliveries.addCommand(
    addGlobalOptions(
      new Command("import")
        .description(
          "Add the deliveries of a backup, or of a damaged log that was set aside; those the log has are skipped.",
        )
        .argument("<file>", "the backup or the set-aside log"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./backup.ts")).importLog(invocation, command.processedArgs[0]),
      ),
    ),
  );
  return addGlobalOptions(deliveries).addHelpText("after", filterHelp);
}

function addFilterOptions(command: Command): Command {
  return addGlobalOptions(
    command
      .option("--where <filter>", "only those that match")
      .option("--limit <n>", "at most so many")
      .option("--since <time>", "received at or after: 2h, 7d, 2026-11-20, 2026-11-20T10:00Z")
      .option("--until <time>", "received before"),
  ).addHelpText("after", filterHelp);
}

const filterHelp = `
A filter's terms must all match; words are looked for in the payload:
  status:>=400 route:train repo:dataset:me/* scope:repo.content is:failed since:2h -word "a phrase"
  is: takes failed, duplicate, replay, rejected, accepted, handled, pending, interrupted, invalid, waiting, dead; | between values means or

Examples:
  hooklens deliveries ls --where 'is:failed|duplicate' --since 1d
  hooklens deliveries tail --format json | jq .repo.name
  hooklens deliveries replay 41 42 --to http://127.0.0.1:3000/hook
  hooklens deliveries replay --where 'is:dead since:2d' --rate 10/s
  hooklens deliveries prune --older-than 7d --dry-run`;
