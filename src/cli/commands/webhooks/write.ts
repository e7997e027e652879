import { webhookJson } from "../../../exports/webhook-json.ts";
import { UsageError } from "../../../model/errors.ts";
import { domains, parseDomain } from "../../../model/event.ts";
import { secretProblem } from "../../../model/secret.ts";
import { parseWebhookUrl } from "../../../model/url.ts";
import { parseWatchedItem } from "../../../model/watched-item.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../../../model/webhook.ts";
import { targetText, watchedText } from "../../../tables/webhooks.ts";
import { redactUrl, withCredentialsOf } from "../../../text/credential-names.ts";
import { hideSecrets } from "../../../text/redact.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import { secretFromArgumentOrInput } from "../../command-line/secret-argument.ts";
import type { Views } from "../../output/formats.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { canAsk, type Streams } from "../../streams.ts";
import { confirm } from "../confirm.ts";
import { findJobId, findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { changeLines } from "./change-lines.ts";
import { checkTypes } from "./check-types.ts";
import { idHelp } from "./id-help.ts";
import { webhookLines } from "./webhook.ts";

/** Options of `webhooks create` and `webhooks update`. */
const changeOptions = {
  "--watch <type:name>": {
    about: "item to watch: dataset:me/corpus, org:acme (repeatable)",
    repeatable: true,
  },
  "--domain <domain>": {
    about: `send only events of this domain: ${domains.join(", ")} (repeatable; default all)`,
    repeatable: true,
  },
  "--secret <secret>": "secret to send with each dispatch: the text, @FILE, or - for stdin",
  "--dry-run": "print the change, do not save it",
} as const;
type ChangeValues = OptionValues<typeof changeOptions> & { readonly url?: string };

export const create = command("webhooks create", {
  options: {
    "--url <url>": "URL to send to",
    "--job-id <job>": "ID of a Job to run instead, or enough of it; cannot be changed later",
    ...changeOptions,
  },
  help: `
Examples:
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch org:acme --domain repo
  head -c 24 /dev/urandom | base64 | hooklens webhooks create --secret - --url https://example.org/hook --watch user:me`,
  async run({ settings, output, streams, print }, options) {
    if ((options.url === undefined) === (options.jobId === undefined)) {
      throw new UsageError({
        what: "a webhook needs exactly one of --url and --job-id",
        why: options.url === undefined ? "neither was given" : "both were given",
        hint: "Give --url URL to send to an address, or --job-id ID to start a Job",
      });
    }
    if (options.watch === undefined) {
      throw new UsageError({
        what: "a webhook needs something to watch",
        hint: "Add --watch type:name, for example --watch dataset:me/corpus",
      });
    }
    const { watched = [], ...rest } = await readChange(options, streams);
    if (rest.secret === "") {
      throw new UsageError({
        what: "the webhook secret is empty",
        hint: "Give --secret a text, or omit it",
      });
    }
    await useHub({ settings, output }, async ({ client, name, isLocal }) => {
      checkTypes(watched, isLocal, output);
      const jobId = options.jobId === undefined ? undefined : await findJobId(client, options.jobId);
      const draft: WebhookDraft = { ...rest, ...(jobId === undefined ? {} : { jobId }), watched };
      if (options.dryRun) {
        const { webhookFromWire } = await import("../../../model/webhook.ts");
        const webhook = webhookFromWire({ id: "", ...draft, jobSourceId: jobId });
        return print(dryRun(name, null, webhook, output.showSecret));
      }
      const webhook = await client.createWebhook(draft);
      await print({
        table: () => [v`Created on ${name}:`, ...webhookLines(webhook, output.showSecret)],
        json: () => webhookJson(webhook, output.showSecret),
        quiet: () => [webhook.id],
      });
      const { warnOfRefusedSecret } = await import("./secret-warning.ts");
      // A hub may not return the secret.
      await warnOfRefusedSecret(
        { ...webhook, secret: draft.secret ?? null },
        storeLocation(settings),
        output,
      );
    });
  },
});

export const update = command("webhooks update <id>", {
  arguments: { "<id>": idHelp },
  options: { "--url <url>": "URL to send to", ...changeOptions },
  help: `
Examples:
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --url https://example.org/other
  hooklens webhooks update 65f1c0ffee65f1c0ffee65f1 --secret @secret.txt --dry-run`,
  async run({ settings, output, streams, print }, { id: typed, ...options }) {
    const change = await readChange(options, streams);
    if (Object.keys(change).length === 0) {
      throw new UsageError({
        what: `there is nothing to change on webhook ${typed}`,
        hint: "Give the changes with --url, --watch, --domain or --secret",
      });
    }
    await useHub({ settings, output }, async ({ client, name, isLocal }) => {
      checkTypes(change.watched ?? [], isLocal, output);
      const id = await findWebhookId(client, typed, settings);
      const before = await client.getWebhook(id);
      const url = change.url === undefined ? {} : { url: withCredentials(change.url, before) };
      const wanted = { ...change, ...url };
      if (options.dryRun) return print(dryRun(name, before, { ...before, ...wanted }, output.showSecret));
      const webhook = await client.updateWebhook(id, wanted);
      await print({
        table: () => [
          v`Updated webhook ${id} on ${name}:`,
          ...changeLines(before, webhook, output.showSecret),
        ],
        json: () => webhookJson(webhook, output.showSecret),
        quiet: () => [webhook.id],
      });
      if (isLocal) {
        const { warnOfRefusedSecret } = await import("./secret-warning.ts");
        await warnOfRefusedSecret(webhook, storeLocation(settings), output);
      }
    });
  },
});

/** Puts the credentials of the present URL in place of `[redacted]`, as a copied command has it. @throws {UsageError} */
function withCredentials(url: string, { id, url: present }: Webhook): string {
  const restored = withCredentialsOf(present ?? "", url);
  if (restored !== null) return restored;
  throw new UsageError({
    what: `the URL ${redactUrl(url)} lacks its credential`,
    why: `webhook ${id} has none to take`,
    hint: "Write it in place of [redacted]",
  });
}

/** Reads the options of a change. @throws {UsageError} */
async function readChange(options: ChangeValues, streams: Streams): Promise<WebhookChange> {
  return {
    ...(options.url === undefined ? {} : { url: parseWebhookUrl(options.url) }),
    ...(options.watch === undefined ? {} : { watched: options.watch.map(parseWatchedItem) }),
    ...(options.domain === undefined ? {} : { domains: options.domain.map(parseDomain) }),
    ...(options.secret === undefined ? {} : { secret: await readSecret(options.secret, streams) }),
  };
}

/** Reads the secret of an option. An empty one deletes the secret in an update. @throws {UsageError} */
async function readSecret(argument: string, streams: Streams): Promise<string> {
  const secret = await secretFromArgumentOrInput(argument, streams);
  hideSecrets([secret]);
  const why = secretProblem(secret);
  if (why === null) return secret;
  throw new UsageError({
    what: "the webhook secret cannot be sent in a header",
    why,
    hint: "Use printable ASCII characters",
  });
}

function dryRun(hubName: string, before: Webhook | null, after: Webhook, showSecret: boolean): Views {
  const shape = (webhook: Webhook): Record<string, unknown> => {
    const { id, ...rest } = webhookJson(webhook, showSecret);
    return id === "" ? rest : { id, ...rest };
  };
  return {
    table: () => [
      before === null ? v`Would create on ${hubName}:` : v`Would update webhook ${before.id} on ${hubName}:`,
      ...changeLines(before, after, showSecret),
      v`Nothing was changed.`,
    ],
    json: () => ({
      dryRun: true,
      change: before === null ? "create" : "update",
      before: before === null ? null : shape(before),
      after: shape(after),
    }),
    quiet: () => (before === null ? [] : [before.id]),
  };
}

export const enable = command("webhooks enable <id>", {
  arguments: { "<id>": idHelp },
  run: (invocation, { id }) => switchWebhook(invocation, "enable", id),
});

export const disable = command("webhooks disable <id>", {
  arguments: { "<id>": idHelp },
  run: (invocation, { id }) => switchWebhook(invocation, "disable", id),
});

async function switchWebhook(
  { settings, output, print }: Invocation,
  to: "enable" | "disable",
  typed: string,
): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => {
    const id = await findWebhookId(client, typed, settings);
    const webhook = await (to === "enable" ? client.enableWebhook(id) : client.disableWebhook(id));
    await print({
      table: () => [v`${webhook.id} is ${webhook.status}`],
      json: () => webhookJson(webhook, output.showSecret),
      quiet: () => [webhook.id],
    });
  });
}

export const deleteCommand = command("webhooks delete|rm <id>", {
  arguments: { "<id>": idHelp },
  options: { "-y, --yes": "do not ask" },
  async run({ settings, output, streams, print }, { id: typed, yes }) {
    return useHub({ settings, output }, async ({ client, name }) => {
      const id = await findWebhookId(client, typed, settings);
      if (!yes) {
        const webhook = await client.getWebhook(id);
        if (!canAsk(streams)) {
          throw new UsageError({
            what: `webhook ${typed} was not deleted`,
            why: "there is no terminal to ask on",
            hint: "Add --yes to delete it without asking",
          });
        }
        const agreed = await confirm(
          streams,
          v`Permanently delete webhook ${webhook.id} (${targetText(webhook)}, watching ${watchedText(webhook)}) from ${name}?`,
        );
        if (!agreed) {
          output.note(v`Nothing was deleted.`);
          return 1;
        }
      }
      await client.deleteWebhook(id);
      await print({
        table: () => [v`Deleted webhook ${id}`],
        json: () => ({ id, deleted: true }),
        quiet: () => [id],
      });
      return 0;
    });
  },
});
