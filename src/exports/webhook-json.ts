import type { Webhook } from "../model/webhook.ts";
import { redactUrl } from "../text/credential-names.ts";
import { redacted } from "../text/redact.ts";

/**
 * Returns the JSON shape of a webhook. Without `showSecret`, omits its secret and redacts those of its URL and its
 * Job.
 */
export function webhookJson(webhook: Webhook, showSecret: boolean): Record<string, unknown> {
  const { id, url, job, watched, domains, secret, status, disabled, suspended, held } = webhook;
  return {
    id,
    url: url === null || showSecret ? url : redactUrl(url),
    job: job === null || showSecret ? job : withoutSecretValues(job),
    watched,
    domains,
    secretSet: secret !== null && secret !== "",
    ...(showSecret ? { secret } : {}),
    status,
    disabled,
    suspended,
    ...(held === true ? { held } : {}),
  };
}

/** Returns a Job with its secrets redacted. */
function withoutSecretValues(job: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { secrets } = job;
  if (typeof secrets !== "object" || secrets === null) return { ...job };
  const names = Object.keys(secrets);
  return { ...job, secrets: Object.fromEntries(names.map((name) => [name, redacted])) };
}
