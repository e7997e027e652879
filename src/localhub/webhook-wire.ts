import { domains } from "../model/event.ts";
import { suspendedAfterFailure } from "../model/webhook-wire.ts";
import type { StoredJobSpec } from "../store/job-records.ts";
import type { StoredWebhook } from "../store/webhook-registry.ts";
import { jobSpecAnswer } from "./jobs/job-answer.ts";

/** A webhook as the Hub's API answers it. Exactly one of `url` and `job`; `secret` in clear, as the Hub does, and only where there is one. */
export interface WebhookAnswer {
  readonly id: string;
  readonly url?: string;
  /** Job started by events; only its id if it no longer exists. */
  readonly job?: { readonly id: string } & Partial<ReturnType<typeof jobSpecAnswer>>;
  readonly jobSourceId?: string;
  readonly watched: { type: string; name: string }[];
  readonly domains: string[];
  readonly secret?: string;
  readonly disabled: boolean | typeof suspendedAfterFailure;
}

/** @param job of a webhook that starts one */
export function toWire(webhook: StoredWebhook, job: StoredJobSpec | null): WebhookAnswer {
  const { url, jobSourceId, secret } = webhook;
  return {
    id: webhook.id,
    ...(url === null ? {} : { url }),
    ...(jobSourceId === null
      ? {}
      : { job: { id: jobSourceId, ...(job === null ? {} : jobSpecAnswer(job)) }, jobSourceId }),
    watched: webhook.watched.map(({ type, name }) => ({ type, name })),
    // The Hub names both where none was given.
    domains: webhook.domains.length === 0 ? [...domains] : [...webhook.domains],
    ...(secret === null ? {} : { secret }),
    disabled: webhook.suspended ? suspendedAfterFailure : webhook.disabled,
  };
}
