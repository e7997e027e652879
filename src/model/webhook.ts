import type { WatchedItem } from "./watched-item.ts";

/** A webhook: the JSON shape of `webhooks ls` and the secret, which is printed only on request. */
export interface Webhook {
  readonly id: string;
  readonly url: string | null;
  /** `id` is that of the source Job, if the hub says it. */
  readonly job: Readonly<Record<string, unknown>> | null;
  readonly watched: readonly WatchedItem[];
  /** Domains the webhook is limited to; empty means all. */
  readonly domains: readonly string[];
  readonly secret: string | null;
  readonly status: "enabled" | "disabled";
  readonly disabled: boolean;
  /** Disabled by the hub, after failures. */
  readonly suspended: boolean;
}

/** Parameters of a new webhook: exactly one of `url` and `jobId`. */
export interface WebhookDraft {
  readonly url?: string;
  readonly jobId?: string;
  readonly watched: readonly WatchedItem[];
  readonly domains?: readonly string[];
  readonly secret?: string;
}

/** Changes to a webhook; absent fields stay. `secret: ""` removes the secret. */
export interface WebhookChange {
  readonly url?: string;
  readonly watched?: readonly WatchedItem[];
  readonly domains?: readonly string[];
  readonly secret?: string;
}
