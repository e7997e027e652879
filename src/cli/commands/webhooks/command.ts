import { Command } from "commander";
import { domains } from "../../../model/event.ts";
import { type Launch, addGlobalOptions, repeated } from "../../command-line/command.ts";

/** `hooklens webhooks …` */
export function defineWebhooks(launch: Launch): Command {
  const webhooks = new Command("webhooks")
    .description("List, make, change and delete the webhooks of your account.")
    .summary("list, make, change and delete webhooks");
  webhooks.addCommand(
    addGlobalOptions(new Command("ls").description("List the webhooks of your account.")).action(
      launch(async (invocation) => (await import("./read.ts")).listWebhooks(invocation)),
    ),
  );
  webhooks.addCommand(
    addGlobalOptions(
      new Command("info").description("Show one webhook.").argument("<id>", "the webhook's id"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./read.ts")).showWebhook(invocation, command.processedArgs[0]),
      ),
    ),
  );
  webhooks.addCommand(defineCreate(launch));
  webhooks.addCommand(defineUpdate(launch));
  for (const verb of ["enable", "disable"] as const) {
    webhooks.addCommand(
      addGlobalOptions(
        new Command(verb)
          .description(
            verb === "enable"
              ? "Let a webhook send again; what waited in its queue is sent."
              : "Stop a webhook; what waits in its queue is held.",
          )
          .argument("<id>", "the webhook's id"),
      ).action(
        launch(async (invocation, command) =>
          (await import("./write.ts")).switchWebhook(invocation, verb, command.processedArgs[0]),
        ),
      ),
    );
  }
  webhooks.addCommand(
    addGlobalOptions(
      new Command("delete")
        .description("Delete a webhook for good. Asks first; without a terminal it needs --yes.")
        .argument("<id>", "the webhook's id")
        .option("-y, --yes", "do not ask"),
    ).action(
      launch(async (invocation, command) =>
        (await import("./write.ts")).deleteWebhook(invocation, command.processedArgs[0], {
          yes: command.opts()["yes"] === true,
        }),
      ),
    ),
  );
  webhooks.addCommand(defineActivity(launch));
  webhooks.addCommand(defineReplay(launch));
  return addGlobalOptions(webhooks).addHelpText(
    "after",
    `
Examples:
  hooklens webhooks ls --format json
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus --watch org:acme
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --domain discussion --dry-run
  hooklens webhooks delete 65f1c0ffee65f1c0ffee65f1 --yes`,
  );
}

function defineCreate(launch: Launch): Command {
  const create = new Command("create")
    .description("Make a webhook. It needs at least one --watch and exactly one of --url and --job-id.")
    .option("--url <url>", "where to send")
    .option("--job-id <job>", "the source Job to run instead; it cannot be changed later");
  return addGlobalOptions(addWebhookOptions(create))
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch org:acme --domain repo
  head -c 24 /dev/urandom | base64 | hooklens webhooks create --secret - --url https://example.org/hook --watch user:me`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("./write.ts")).createWebhook(invocation, command.opts()),
      ),
    );
}

function defineUpdate(launch: Launch): Command {
  const update = new Command("update")
    .description(
      "Change a webhook. What is not named stays as it is; --watch and --domain replace the whole list.",
    )
    .argument("<id>", "the webhook's id")
    .option("--url <url>", "where to send");
  return addGlobalOptions(addWebhookOptions(update))
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --url https://example.org/other
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --secret @secret.txt --dry-run`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("./write.ts")).updateWebhook(invocation, command.processedArgs[0], command.opts()),
      ),
    );
}

function addWebhookOptions(command: Command): Command {
  return command
    .option("--watch <type:name>", "what to watch: dataset:me/corpus, org:acme (repeatable)", repeated)
    .option(
      "--domain <domain>",
      `only these events: ${domains.join(", ")} (repeatable; default all)`,
      repeated,
    )
    .option("--secret <secret>", "what it shows to the receiver: the text, @FILE, or - for stdin")
    .option("--dry-run", "print the change, send nothing");
}

/** `hooklens webhooks activity …` */
function defineActivity(launch: Launch): Command {
  return addGlobalOptions(
    new Command("activity")
      .description(
        "Show what a webhook was sent and how that went, newest first; with a dispatch, its payload and its attempts. " +
          "A hub that does not tell: what our own receiver logged of it.",
      )
      .summary("show what a webhook was sent and how that went")
      .argument("<id>", "the webhook's id")
      .argument("[dispatch]", "the id of one dispatch")
      .option("--limit <n>", "at most so many (default 50 in a table)"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 12
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 --format json | jq '.[] | select(.state == "dead")'`,
    )
    .action(
      launch(async (invocation, command) => {
        const [id, dispatch] = command.processedArgs;
        const { showActivity, showDispatch } = await import("./activity.ts");
        return dispatch === undefined
          ? showActivity(invocation, id, command.opts())
          : showDispatch(invocation, id, dispatch);
      }),
    );
}

/** `hooklens webhooks replay …` */
function defineReplay(launch: Launch): Command {
  return addGlobalOptions(
    new Command("replay")
      .description("Send a dispatch again, now, to the webhook's current URL with its current secret.")
      .summary("send a dispatch again")
      .argument("<id>", "the webhook's id")
      .argument("<dispatch>", "the dispatch's id, from webhooks activity"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks replay 65f1c0ffee65f1c0ffee65f1 12`,
    )
    .action(
      launch(async (invocation, command) => {
        const [id, dispatch] = command.processedArgs;
        return (await import("./activity.ts")).replayDispatch(invocation, id, dispatch);
      }),
    );
}
