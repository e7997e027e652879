import type { DeliveriesState } from "./deliveries-state.ts";
import { initialDeliveries } from "./deliveries-state.ts";
import type { JobsState } from "./jobs-state.ts";
import { initialJobs } from "./jobs-state.ts";
import type { Message, Toast } from "./messages.ts";
import type { Overlay } from "./overlays.ts";
import type { PoliciesState } from "./policies-state.ts";
import { initialPolicies } from "./policies-state.ts";
import type { Session } from "./session.ts";
import { initialSession } from "./session.ts";
import type { WebhooksState } from "./webhooks-state.ts";
import { initialWebhooks } from "./webhooks-state.ts";

export const screenNames = ["webhooks", "deliveries", "policies", "jobs"] as const;
export type ScreenName = (typeof screenNames)[number];

/** All the app knows. Screens draw from it, commands change it, nothing else holds state. */
export interface AppState {
  /** The window, in cells. */
  readonly size: { readonly columns: number; readonly rows: number };
  readonly screen: ScreenName;
  readonly session: Session;
  readonly webhooks: WebhooksState;
  readonly deliveries: DeliveriesState;
  readonly policies: PoliciesState;
  readonly jobs: JobsState;
  /** What floats over the screen; the last one has the keys. */
  readonly overlays: readonly Overlay[];
  readonly toasts: readonly Toast[];
  /** Everything that was ever a toast, newest last. */
  readonly messages: readonly Message[];
  /** Off: the terminal's own text selection works. */
  readonly mouse: boolean;
  /** The clock relative times are drawn by. */
  readonly nowMs: number;
}

export function initialState(size: AppState["size"], nowMs: number): AppState {
  return {
    size,
    screen: "webhooks",
    session: initialSession,
    webhooks: initialWebhooks,
    deliveries: initialDeliveries,
    policies: initialPolicies,
    jobs: initialJobs,
    overlays: [],
    toasts: [],
    messages: [],
    mouse: true,
    nowMs,
  };
}
