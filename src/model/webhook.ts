import type { WatchedItem } from "./watched-item.ts";

/** A webhook as we show it (the JSON shape of `webhooks ls`), plus the secret, which is printed only on request. */
export interface Webhook {
  readonly id: string;
  readonly url: string | null;
  /** `id` is the source Job's, where the hub tells it. */
  readonly job: Readonly<Record<string, unknown>> | null;
  readonly watched: readonly WatchedItem[];
  /** Empty: all domains. */
  readonly domains: readonly string[];
  readonly secret: string | null;
  readonly status: "enabled" | "disabled";
  readonly disabled: boolean;
  /** Disabled by the hub, after failures. */
  readonly suspended: boolean;
}

/** What a person gives to make a webhook: exactly one of `url` and `jobId`. */
export interface WebhookDraft {
  readonly url?: string;
  readonly jobId?: string;
  readonly watched: readonly WatchedItem[];
  readonly domains?: readonly string[];
  readonly secret?: string;
}

/** What of a webhook can be changed later; absent: unchanged. `secret: ""` removes it. */
export interface WebhookChange {
  readonly url?: string;
  readonly watched?: readonly WatchedItem[];
  readonly domains?: readonly string[];
  readonly secret?: string;
}
