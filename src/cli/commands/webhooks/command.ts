import { Command } from "commander";
import { domains } from "../../../model/event.ts";
import { addGlobalOptions, repeated, runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";
import { steeringCommands } from "./steer-command.ts";

/** Defines `hooklens webhooks …`. */
export function defineWebhooks(start: Start): Command {
  const webhooks = new Command("webhooks")
    .description("List, create, update and delete the webhooks of your account")
    .summary("List, create, update and delete webhooks")
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks ls --format json
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus --watch org:acme
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --domain discussion --dry-run
  hooklens webhooks delete 65f1c0ffee65f1c0ffee65f1 --yes`,
    );
  webhooks.addCommand(
    runs(
      new Command("ls").alias("list").description("List the webhooks of your account"),
      start,
      standardFormats,
      async (invocation) => (await import("./read.ts")).listWebhooks(invocation),
    ),
  );
  webhooks.addCommand(
    runs(
      new Command("info").description("Show a webhook").argument("<id>", idHelp),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./read.ts")).showWebhook(invocation, command.processedArgs[0]),
    ),
  );
  webhooks.addCommand(defineCreate(start));
  webhooks.addCommand(defineUpdate(start));
  for (const verb of ["enable", "disable"] as const) {
    webhooks.addCommand(
      runs(
        new Command(verb)
          .description(
            verb === "enable"
              ? "Enable a webhook; its held dispatches are sent"
              : "Disable a webhook; its dispatches are held",
          )
          .argument("<id>", idHelp),
        start,
        standardFormats,
        async (invocation, command) =>
          (await import("./write.ts")).switchWebhook(invocation, verb, command.processedArgs[0]),
      ),
    );
  }
  webhooks.addCommand(
    runs(
      new Command("delete")
        .alias("rm")
        .description("Permanently delete a webhook. Asks first; requires --yes without a terminal")
        .argument("<id>", idHelp)
        .option("-y, --yes", "do not ask"),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./write.ts")).deleteWebhook(invocation, command.processedArgs[0], {
          yes: command.opts()["yes"] === true,
        }),
    ),
  );
  webhooks.addCommand(defineActivity(start));
  webhooks.addCommand(defineReplay(start));
  for (const command of steeringCommands(start, idHelp)) webhooks.addCommand(command);
  webhooks.addCommand(defineTest(start));
  webhooks.addCommand(defineCheck(start));
  webhooks.addCommand(defineExport(start));
  webhooks.addCommand(defineApply(start));
  return addGlobalOptions(webhooks);
}

const idHelp = "ID of the webhook, enough of it (6390b or 6390…de93b), or its name";

function defineCreate(start: Start): Command {
  return runs(
    addWebhookOptions(
      new Command("create")
        .description("Create a webhook. Requires --watch, and either --url or --job-id")
        .option("--url <url>", "URL to send to")
        .option("--job-id <job>", "ID of a Job to run instead, or enough of it; cannot be changed later"),
    ).addHelpText(
      "after",
      `
Examples:
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch org:acme --domain repo
  head -c 24 /dev/urandom | base64 | hooklens webhooks create --secret - --url https://example.org/hook --watch user:me`,
    ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./write.ts")).createWebhook(invocation, command.opts()),
  );
}

function defineUpdate(start: Start): Command {
  return runs(
    addWebhookOptions(
      new Command("update")
        .description("Update the given parts of a webhook; --watch and --domain replace the whole list")
        .argument("<id>", idHelp)
        .option("--url <url>", "URL to send to"),
    ).addHelpText(
      "after",
      `
Examples:
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --url https://example.org/other
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --secret @secret.txt --dry-run`,
    ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./write.ts")).updateWebhook(invocation, command.processedArgs[0], command.opts()),
  );
}

function addWebhookOptions(command: Command): Command {
  return command
    .option("--watch <type:name>", "item to watch: dataset:me/corpus, org:acme (repeatable)", repeated)
    .option(
      "--domain <domain>",
      `send only events of this domain: ${domains.join(", ")} (repeatable; default all)`,
      repeated,
    )
    .option("--secret <secret>", "secret to send with each dispatch: the text, @FILE, or - for stdin")
    .option("--dry-run", "print the change, do not save it");
}

function defineActivity(start: Start): Command {
  return runs(
    new Command("activity")
      .description(
        "List the dispatches of a webhook, newest first, or show one with its payload and attempts. " +
          "On a hub that does not list dispatches, list the deliveries in the log of this data directory.",
      )
      .summary("List the dispatches of a webhook")
      .argument("<id>", idHelp)
      .argument("[dispatch]", "ID of a dispatch")
      .option("--limit <n>", "maximum number of dispatches (default: 50 in a table, else all)")
      .addHelpText(
        "after",
        `
Examples:
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 12
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 --format json | jq '.[] | select(.state == "dead")'`,
      ),
    start,
    standardFormats,
    async (invocation, command) => {
      const [id, dispatch] = command.processedArgs;
      const { showActivity, showDispatch } = await import("./activity.ts");
      return dispatch === undefined
        ? showActivity(invocation, id, command.opts())
        : showDispatch(invocation, id, dispatch);
    },
  );
}

function defineReplay(start: Start): Command {
  return runs(
    new Command("replay")
      .description(
        "Replay a dispatch at once, to the current URL or Job of its webhook, with the current secret",
      )
      .summary("Replay a dispatch")
      .argument("<id>", idHelp)
      .argument("<dispatch>", "ID of the dispatch, as listed by webhooks activity")
      .addHelpText(
        "after",
        `
Examples:
  hooklens webhooks replay 65f1c0ffee65f1c0ffee65f1 12`,
      ),
    start,
    standardFormats,
    async (invocation, command) => {
      const [id, dispatch] = command.processedArgs;
      return (await import("./activity.ts")).replayDispatch(invocation, id, dispatch);
    },
  );
}

function defineTest(start: Start): Command {
  return runs(
    new Command("test")
      .description(
        "Send a synthetic event from this machine to the URL of a webhook, marked with X-Hooklens-Test: 1. The hub " +
          "is not involved and does not know about it. Asks first; requires --yes without a terminal",
      )
      .summary("Send a test to the URL of a webhook")
      .argument("<id>", idHelp)
      .option("--event <scope.action>", "event of the test (default: the first that the webhook wants)")
      .option("--repo <type:owner/name>", "repo of the event (default: the first that the webhook watches)")
      .option("--set <path=value>", "change the payload: discussion.title=Hello (repeatable)", repeated)
      .option("--payload <file>", "use this JSON file instead of the synthetic payload")
      .option("--with-secret", "also send the secret of the webhook")
      .option("-y, --yes", "do not ask")
      .addHelpText(
        "after",
        `
The exit code is 0 after a 2xx response, else 1. Redirects are shown, not followed.

Examples:
  hooklens webhooks test 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks test 65f1c0ffee65f1c0ffee65f1 --event discussion.create --set discussion.num=7
  hooklens webhooks test 65f1c0ffee65f1c0ffee65f1 --with-secret --yes --format json | jq .status`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./test.ts")).testWebhook(invocation, command.processedArgs[0], command.opts()),
  );
}

function defineCheck(start: Start): Command {
  return runs(
    new Command("check")
      .description(
        "Check why nothing arrives from a webhook, or from any: its status, address, route and secret, the responses it " +
          "got, and what it watches. Exits with code 1 if a check fails. Sends nothing to its target.",
      )
      .summary("Check why nothing arrives")
      .argument("[id]", idHelp)
      .addHelpText(
        "after",
        `
Examples:
  hooklens webhooks check
  hooklens webhooks check 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks check --format json | jq '.[] | select(.ok | not) | .failed'`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./check.ts")).checkWebhooks(invocation, command.processedArgs[0]),
  );
}

function defineExport(start: Start): Command {
  return runs(
    new Command("export")
      .description(
        "Print the webhooks of your account as YAML for webhooks apply, with secrets as names of variables",
      )
      .summary("Print all webhooks as YAML")
      .addHelpText(
        "after",
        `
Examples:
  hooklens webhooks export > webhooks.yaml`,
      ),
    start,
    { yaml: async () => (await import("./as-code/export.ts")).writeYaml },
    async (invocation) => (await import("./as-code/export.ts")).exportWebhooks(invocation),
  );
}

function defineApply(start: Start): Command {
  return runs(
    new Command("apply")
      .description(
        "Create and update webhooks as a YAML file declares them. A webhook is matched by its id, or else by its " +
          "target and watched items. Another Job replaces a webhook, which gets a new ID.",
      )
      .summary("Make the webhooks as a file declares")
      .argument("<file>", "file that webhooks export prints; - for stdin")
      .option("--dry-run", "print the changes, do not make them")
      .option("--check", "print the changes, and exit with code 1 if there are any")
      .option("--prune", "also delete the webhooks that the file does not declare")
      .option("-y, --yes", "do not refuse to delete")
      .addHelpText(
        "after",
        `
Examples:
  hooklens webhooks apply webhooks.yaml --dry-run
  WEBHOOK_SECRET=... hooklens webhooks apply webhooks.yaml --prune --yes
  hooklens webhooks apply webhooks.yaml --check`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./as-code/apply.ts")).applyWebhooks(
        invocation,
        command.processedArgs[0],
        command.opts(),
      ),
  );
}
