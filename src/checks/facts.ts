import type { EventName } from "../model/event.ts";
import type { WatchedItem } from "../model/watched-item.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import type { Webhook } from "../model/webhook.ts";

/** Value, or the reason why it is unknown. */
export type Known<T> = { readonly value: T } | { readonly unknown: string };

/** Receiver of the data directory. */
export interface ReceiverFacts {
  /** Reason why the receiver is unreachable; null if it runs. */
  readonly stopped: string | null;
  /** ID of the receiver at `url`; null if it does not run. */
  readonly id: string | null;
  /** Start of the receiver at `url`; null if it does not run, or is unknown. */
  readonly startedAt: string | null;
  /** Local URL, possibly of the last run; null if there is none. */
  readonly url: string | null;
  /** Public URL of the open tunnel or the Space; null if there is none. */
  readonly publicUrl: string | null;
  /** Past and current tunnel URLs. */
  readonly tunnelUrls: readonly string[];
  /** Closed tunnel: the reason, or null if it can be opened; absent without a tunnel. */
  readonly closedTunnel?: { readonly why: string | null };
  /** Names under /webhooks/. */
  readonly routes: readonly string[];
  /** Handlers that failed to load. */
  readonly brokenHandlers: readonly {
    readonly route: string;
    readonly file: string;
    readonly error: string;
  }[];
}

/** Program at an address of this machine: this receiver, another receiver, any other program, or none. */
export type Answering = "receiver" | "other-receiver" | "program" | "nothing";

/** Delivery of a webhook whose handler or forward failed. */
export interface FailedDelivery {
  readonly seq: number;
  readonly reason: string;
}

/** Item that a webhook watches. */
export interface WatchedFact extends WatchedItem {
  /** True if this token sees it on the hub. */
  readonly found: Known<boolean>;
}

/** Facts about a webhook, its hub and its receiver. A fact is absent if it was not requested. */
export interface WebhookFacts {
  readonly nowMs: number;
  readonly webhook: Webhook;
  readonly hub: {
    /** `https://huggingface.co`, or `local`. */
    readonly name: string;
    /** True for a local hub; only local hubs report attempts and trigger events. */
    readonly isLocal: boolean;
    /** True if the hub can reach loopback addresses of this machine. */
    readonly reachesLoopback: boolean;
  };
  readonly receiver: ReceiverFacts;
  /** Attempts of a local hub, or deliveries in the log. */
  readonly activity?: WebhookActivity | null;
  /** Answer at the address of the webhook now, if that is on this machine. */
  readonly answering?: Answering;
  /** True if the route accepts the webhook's secret. */
  readonly secretAccepted?: boolean;
  /** Failure of the newest delivery, or null. */
  readonly failed?: FailedDelivery | null;
  readonly watched?: readonly WatchedFact[];
  /** Logged events of the watched items, for any webhook. */
  readonly seenEvents?: readonly EventName[];
}
