import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import type { Tone } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import type { Column } from "../../output/table.ts";

/**
 * Returns the JSON shape of a webhook. Its secret is absent and those of its Job are redacted, unless
 * `showSecret` is set.
 */
export function webhookJson(webhook: Webhook, showSecret: boolean): Record<string, unknown> {
  const { id, url, job, watched, domains, secret, status, disabled, suspended } = webhook;
  return {
    id,
    url,
    job: job === null || showSecret ? job : withoutSecretValues(job),
    watched,
    domains,
    secretSet: secret !== null && secret !== "",
    ...(showSecret ? { secret } : {}),
    status,
    disabled,
    suspended,
  };
}

/** Returns a Job with its secrets redacted. */
function withoutSecretValues(job: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { secrets } = job;
  if (typeof secrets !== "object" || secrets === null) return { ...job };
  const names = Object.keys(secrets);
  return { ...job, secrets: Object.fromEntries(names.map((name) => [name, "[redacted]"])) };
}

/** Columns of `webhooks ls`. */
export const webhookColumns: readonly Column<Webhook>[] = [
  { title: "ID", cell: (webhook) => webhook.id },
  { title: "URL OR JOB", cell: webhookTarget, cut: true },
  { title: "STATUS", cell: webhookStatus, tone: statusTone },
  { title: "WATCHED", cell: watchedText, cut: true },
  { title: "DOMAINS", cell: domainsText },
];

/** Returns the target of a webhook: its URL, or `job ID`. */
export function webhookTarget(webhook: Pick<Webhook, "url" | "job">): string {
  return webhook.url ?? `job ${jobId(webhook)}`.trimEnd();
}

/** Returns the ID of the source Job; empty if there is none, or the hub does not return it. */
function jobId({ job }: Pick<Webhook, "job">): string {
  const id = job?.["id"];
  return typeof id === "string" ? id : "";
}

/** Returns enabled, disabled or suspended. */
function webhookStatus(webhook: Pick<Webhook, "status" | "suspended">): string {
  return webhook.suspended ? "suspended" : webhook.status;
}

export function watchedText(webhook: Pick<Webhook, "watched">): string {
  return webhook.watched.map(formatWatchedItem).join(", ");
}

export function domainsText(webhook: Pick<Webhook, "domains">): string {
  return webhook.domains.length === 0 ? "all" : webhook.domains.join(", ");
}

function statusTone(webhook: Webhook): Tone {
  return webhook.suspended ? "error" : webhook.disabled ? "muted" : "ok";
}

/** Formats a webhook, one line for each part. */
export function webhookLines(webhook: Webhook, showSecret: boolean): readonly Visible[] {
  const secret =
    webhook.secret === null || webhook.secret === "" ? "none" : showSecret ? webhook.secret : "set";
  const parts: readonly (readonly [string, string])[] = [
    ["id", webhook.id],
    [webhook.url === null ? "job" : "url", webhook.url ?? jobId(webhook)],
    ["status", webhook.suspended ? "suspended (by the hub, after failures)" : webhook.status],
    ["watched", watchedText(webhook)],
    ["domains", domainsText(webhook)],
    ["secret", secret],
  ];
  return parts.map(([name, value]) => v`${padEnd(visible(name), 8)} ${value}`);
}
