import type { HubClient } from "../../../../hub/client.ts";
import { exitCodes, isHooklensError, UsageError } from "../../../../model/errors.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { plural } from "../../../../text/numbers.ts";
import { command } from "../../../command-line/command-record.ts";
import { WebhooksFileError, WebhooksNotAppliedError } from "../../../errors.ts";
import { useHub } from "../../use-hub.ts";
import { checkTypes } from "../check-types.ts";
import type { Step } from "./plan.ts";

const missingHint =
  "Set the variables and write the files, or delete the secret line of a webhook to keep the secret that the hub has";

export const apply = command("webhooks apply <file>", {
  description:
    "Create and update webhooks as a YAML file declares them. A webhook is matched by its id, or else by its " +
    "target and watched items. Another Job replaces a webhook, which gets a new ID.",
  arguments: { "<file>": "file that webhooks export prints; - for stdin" },
  options: {
    "--dry-run": "print the changes, do not make them",
    "--check": "print the changes, and exit with code 1 if there are any",
    "--prune": "also delete the webhooks that the file does not declare",
    "-y, --yes": "do not refuse to delete",
  },
  help: `
Examples:
  hooklens webhooks apply webhooks.yaml --dry-run
  WEBHOOK_SECRET=... hooklens webhooks apply webhooks.yaml --prune --yes
  hooklens webhooks apply webhooks.yaml --check`,
  async run({ settings, output, streams, print }, { file, dryRun, check, prune, yes }) {
    // Loaded now: the help does not need them.
    const [{ planOf }, { planLines, resultLine, stepJson }, { withSecrets }, { readWebhooksFile }] =
      await Promise.all([
        import("./plan.ts"),
        import("./plan-lines.ts"),
        import("./secret-references.ts"),
        import("./webhooks-file.ts"),
      ]);
    const isOnlyShown = dryRun === true || check === true;
    const { token, hub, receiver, tunnel } = settings;
    const tokens = [token, hub.token, receiver.metricsToken, tunnel.authtoken].map(({ value }) => value);
    const wanted = withSecrets(await readWebhooksFile(file, streams.stdin), file, tokens, (missing) => {
      const what = `secrets are missing: ${missing.join(", ")}`;
      if (!isOnlyShown) throw new WebhooksFileError({ what, hint: missingHint });
      output.logger.warn(`${what}; those of their webhooks are not compared`);
    });
    return useHub({ settings, output }, async ({ client, name, isLocal }) => {
      checkTypes(
        wanted.flatMap(({ watched }) => watched),
        isLocal,
        output,
      );
      const plan = planOf(wanted, await client.listWebhooks(), { prune: prune === true });
      const { steps } = plan;
      const deletions = steps.filter(({ kind }) => kind === "delete").length;
      if (deletions > 0 && !yes && !isOnlyShown) {
        throw new UsageError({
          what: `nothing was changed on ${name}`,
          why: `--prune would delete ${plural(deletions, "webhook")}`,
          hint: "See them with --dry-run, then add --yes",
        });
      }
      const planned = () => planLines(plan, name, output.showSecret);
      if (!isOnlyShown) {
        // Printed before the changes: a failure may end them.
        for (const each of planned()) output.noteLine(each);
        await takeAll(client, steps, isLocal ? stepsAtOnce.local : stepsAtOnce.remote);
      }
      await print({
        table: () => [...(isOnlyShown ? planned() : []), resultLine(steps.length, isOnlyShown, name)],
        json: () => ({ applied: !isOnlyShown, steps: steps.map(stepJson) }),
        quiet: () =>
          steps.map((step) => (step.kind === "create" ? "" : step.before.id)).filter((id) => id !== ""),
      });
      return check && steps.length > 0 ? exitCodes.failed : exitCodes.done;
    });
  },
});

/** Number of concurrent steps: a commit of the local hub serves all of them, other hubs limit their clients. */
const stepsAtOnce = { local: 64, remote: 8 };

/** Takes the steps in their order. @throws the error of the hub, with the number of changes that were made */
async function takeAll(client: HubClient, steps: readonly Step[], atOnce: number): Promise<void> {
  const left = steps.values();
  const failures: unknown[] = [];
  let made = 0;
  async function takeSome(): Promise<void> {
    for (const step of left) {
      try {
        await take(client, step);
        made += 1;
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeSome));
  if (failures.length === 0) return;
  const [failure] = failures;
  if (!isHooklensError(failure) || steps.length === 1) throw failure;
  throw new WebhooksNotAppliedError({
    what: `only ${made} of ${steps.length} changes ${made === 1 ? "was" : "were"} made`,
    why: [failure.what, failure.why].filter((part) => part !== undefined).join(": "),
    hint: `${failure.hint === undefined ? "" : `${failure.hint}. `}Run the command again to make the others`,
    cause: failure,
  });
}

async function take(client: HubClient, step: Step): Promise<void> {
  if (step.kind === "delete") return client.deleteWebhook(step.before.id);
  const webhook = await saved(client, step);
  if (webhook.status !== step.status) await switched(client, webhook.id, step.status);
  if (step.kind === "replace") await client.deleteWebhook(step.before.id);
}

function saved(client: HubClient, step: Exclude<Step, { readonly kind: "delete" }>): Promise<Webhook> {
  if (step.kind !== "update") return client.createWebhook(step.draft);
  const { before, change } = step;
  return change === null ? Promise.resolve(before) : client.updateWebhook(before.id, change, before);
}

function switched(client: HubClient, id: string, status: Webhook["status"]): Promise<Webhook> {
  return status === "enabled" ? client.enableWebhook(id) : client.disableWebhook(id);
}
