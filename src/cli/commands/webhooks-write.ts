import { UsageError } from "../../model/errors.ts";
import { normalizeDomain } from "../../model/event.ts";
import { secretProblem } from "../../model/secret.ts";
import { parseWebhookUrl } from "../../model/url.ts";
import { parseWatchedItem, unknownType, type WatchedItem } from "../../model/watched-item.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../../model/webhook.ts";
import { v } from "../../text/visible.ts";
import { changeLines } from "../output/change-lines.ts";
import type { Output } from "../output/output.ts";
import { webhookJson, webhookLines } from "../output/webhook-answer.ts";
import type { Invocation } from "../program/launch.ts";
import { secretFromArgumentOrInput } from "../secret-argument.ts";
import { useHub } from "./use-hub.ts";

/** The options of `webhooks create` and `webhooks update`, as typed. */
export interface WebhookOptions {
  readonly url?: string;
  readonly jobId?: string;
  readonly watch?: readonly string[];
  readonly domain?: readonly string[];
  readonly secret?: string;
  readonly dryRun?: true;
}

/**
 * `webhooks create`
 * @throws {UsageError} before anything is sent
 */
export async function createWebhook(
  { settings, output }: Invocation,
  options: WebhookOptions,
): Promise<void> {
  if ((options.url === undefined) === (options.jobId === undefined)) {
    throw new UsageError({
      what: "a webhook needs exactly one of --url and --job-id",
      why: options.url === undefined ? "there is neither" : "there are both",
      hint: "Give --url URL to send to an address, or --job-id JOB to start a Job",
    });
  }
  if (options.watch === undefined) {
    throw new UsageError({
      what: "a webhook needs something to watch",
      hint: "Add --watch type:name, for example --watch dataset:me/corpus",
    });
  }
  const { watched = [], ...rest } = await readChange(options);
  if (rest.secret === "") {
    throw new UsageError({
      what: "the webhook secret is empty",
      hint: "Give --secret a text, or leave it out",
    });
  }
  const draft: WebhookDraft = {
    ...rest,
    ...(options.jobId === undefined ? {} : { jobId: options.jobId }),
    watched,
  };
  await useHub({ settings, output }, async ({ client, name, isLocal }) => {
    judgeTypes(watched, isLocal, output);
    if (options.dryRun) return printDryRun(output, name, null, draftAsWebhook(draft));
    const webhook = await client.createWebhook(draft);
    await output.answer({
      lines: () => [v`Made on ${name}:`, ...webhookLines(webhook, output.showSecret)],
      json: () => webhookJson(webhook, output.showSecret),
      ids: () => [webhook.id],
    });
  });
}

/**
 * `webhooks update ID`
 * @throws {UsageError} before anything is sent
 */
export async function updateWebhook(
  { settings, output }: Invocation,
  id: string,
  options: WebhookOptions,
): Promise<void> {
  const change = await readChange(options);
  if (Object.keys(change).length === 0) {
    throw new UsageError({
      what: `there is nothing to change on webhook ${id}`,
      hint: "Name what should change with --url, --watch, --domain or --secret",
    });
  }
  await useHub({ settings, output }, async ({ client, name, isLocal }) => {
    judgeTypes(change.watched ?? [], isLocal, output);
    const before = await client.getWebhook(id);
    if (options.dryRun) return printDryRun(output, name, before, { ...before, ...change });
    const webhook = await client.updateWebhook(id, change);
    await output.answer({
      lines: () => [v`Changed webhook ${id} on ${name}:`, ...changeLines(before, webhook, output.showSecret)],
      json: () => webhookJson(webhook, output.showSecret),
      ids: () => [webhook.id],
    });
  });
}

async function readChange(options: WebhookOptions): Promise<WebhookChange> {
  return {
    ...(options.url === undefined ? {} : { url: parseWebhookUrl(options.url) }),
    ...(options.watch === undefined ? {} : { watched: options.watch.map(parseWatchedItem) }),
    ...(options.domain === undefined ? {} : { domains: options.domain.map(readDomain) }),
    ...(options.secret === undefined ? {} : { secret: await readSecret(options.secret) }),
  };
}

/**
 * Warns about types that are not known, which a real hub may have since; the local hub has no others.
 * @throws {UsageError} for the first of them, for the local hub
 */
function judgeTypes(watched: readonly WatchedItem[], isLocal: boolean, output: Output): void {
  for (const { type } of watched) {
    const problem = unknownType(type);
    if (problem === null) continue;
    if (isLocal) throw problem;
    output.note(v`warning: ${problem.message}`);
  }
}

/** Empty is allowed here: for an update it takes the secret away. */
async function readSecret(argument: string): Promise<string> {
  const secret = await secretFromArgumentOrInput(argument);
  const why = secretProblem(secret);
  if (why === null) return secret;
  throw new UsageError({
    what: "the webhook secret cannot be sent",
    why: `it ${why}`,
    hint: "Choose another one",
  });
}

function readDomain(text: string): string {
  const domain = normalizeDomain(text);
  if (domain !== null) return domain;
  throw new UsageError({
    what: `"${text}" is not a domain`,
    hint: "Write --domain repo or --domain discussion; without it all events are sent",
  });
}

/** A draft as the webhook it would become, but for the id the hub gives it. */
function draftAsWebhook(draft: WebhookDraft): Webhook {
  return {
    id: "",
    url: draft.url ?? null,
    job: draft.jobId === undefined ? null : { id: draft.jobId },
    watched: draft.watched,
    domains: draft.domains ?? [],
    secret: draft.secret ?? null,
    status: "enabled",
    disabled: false,
    suspended: false,
  };
}

async function printDryRun(
  output: Output,
  hubName: string,
  before: Webhook | null,
  after: Webhook,
): Promise<void> {
  const shape = (webhook: Webhook): Record<string, unknown> => {
    const { id, ...rest } = webhookJson(webhook, output.showSecret);
    return id === "" ? rest : { id, ...rest };
  };
  await output.answer({
    lines: () => [
      before === null ? v`Would make on ${hubName}:` : v`Would change webhook ${before.id} on ${hubName}:`,
      ...changeLines(before, after, output.showSecret),
      v`Nothing was sent.`,
    ],
    json: () => ({
      dryRun: true,
      change: before === null ? "create" : "update",
      before: before === null ? null : shape(before),
      after: shape(after),
    }),
    ids: () => (before === null ? [] : [before.id]),
  });
}
