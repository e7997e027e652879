import { suspendedAfterFailure } from "../model/webhook-wire.ts";
import type { StoredWebhook } from "../store/ports.ts";

/** A webhook as the Hub's API answers it. Exactly one of `url` and `job`; `secret` in clear, as the Hub does, and only where there is one. */
export interface WebhookAnswer {
  readonly id: string;
  readonly url?: string;
  /** Where the source Job is not described any further, its id alone. */
  readonly job?: { readonly id: string };
  readonly jobSourceId?: string;
  readonly watched: { type: string; name: string }[];
  readonly domains: string[];
  readonly secret?: string;
  readonly disabled: boolean | typeof suspendedAfterFailure;
}

export function toWire(webhook: StoredWebhook): WebhookAnswer {
  const { url, jobSourceId, secret } = webhook;
  return {
    id: webhook.id,
    ...(url === null ? {} : { url }),
    ...(jobSourceId === null ? {} : { job: { id: jobSourceId }, jobSourceId }),
    watched: webhook.watched.map(({ type, name }) => ({ type, name })),
    domains: [...webhook.domains],
    ...(secret === null ? {} : { secret }),
    disabled: webhook.suspended ? suspendedAfterFailure : webhook.disabled,
  };
}
