import type { Webhook } from "../../../model/webhook.ts";
import { domainsText, watchedText } from "../../../tables/webhooks.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";

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

/** Returns the ID of the source Job; empty if there is none, or the hub does not return it. */
function jobId({ job }: Pick<Webhook, "job">): string {
  const id = job?.["id"];
  return typeof id === "string" ? id : "";
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
