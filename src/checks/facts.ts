import type { EventName } from "../model/event.ts";
import type { WatchedItem } from "../model/watched-item.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import type { Webhook } from "../model/webhook.ts";

/** Value that may not be known, for the reason given. */
export type Known<T> = { readonly value: T } | { readonly unknown: string };

/** Receiver of the data directory. */
export interface ReceiverFacts {
  /** Reason why it cannot be reached; null if it runs. */
  readonly stopped: string | null;
  /** Start of the receiver, since when it has listened at `url`; null if it does not run, or is not known yet. */
  readonly startedAt: string | null;
  /** Local URL; the last known one of a receiver that does not run, null if there is none. */
  readonly url: string | null;
  /** Public URL of the open tunnel or the Space; null if there is none. */
  readonly publicUrl: string | null;
  /** Past and current tunnel URLs. */
  readonly tunnelUrls: readonly string[];
  /** Tunnel that is not open: why, or null if it can be opened; absent if there is no tunnel to open. */
  readonly closedTunnel?: { readonly why: string | null };
  /** Names under /webhooks/. */
  readonly routes: readonly string[];
  /** Handlers that could not be loaded. */
  readonly brokenHandlers: readonly {
    readonly route: string;
    readonly file: string;
    readonly error: string;
  }[];
}

/** Delivery of a webhook that a handler or a forward failed. */
export interface FailedDelivery {
  readonly seq: number;
  readonly reason: string;
}

/** Item that a webhook watches. */
export interface WatchedFact extends WatchedItem {
  /** True if the hub shows it to this token. */
  readonly found: Known<boolean>;
}

/** State of a webhook, its hub and its receiver. An absent fact was not asked for, because it needs a request. */
export interface WebhookFacts {
  readonly nowMs: number;
  readonly webhook: Webhook;
  readonly hub: {
    /** `https://huggingface.co`, or `local`. */
    readonly name: string;
    /** True for a local hub, which reports attempts and triggers events. */
    readonly isLocal: boolean;
    /** True if it can reach loopback addresses of this machine. */
    readonly reachesLoopback: boolean;
  };
  readonly receiver: ReceiverFacts;
  /** Attempts of a local hub, or deliveries in the log. */
  readonly activity?: WebhookActivity | null;
  /** True if the route accepts the webhook's secret. */
  readonly secretAccepted?: boolean;
  /** Failure of the newest delivery; null if it did not fail. */
  readonly failed?: FailedDelivery | null;
  readonly watched?: readonly WatchedFact[];
  /** Events of the watched items in the log, of any webhook. */
  readonly seenEvents?: readonly EventName[];
}
