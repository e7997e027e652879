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

/** State of the whole app. Screens draw it, and only commands and effects change it. */
export interface AppState {
  /** Terminal size in cells. */
  readonly size: { readonly columns: number; readonly rows: number };
  readonly screen: ScreenName;
  readonly session: Session;
  readonly webhooks: WebhooksState;
  readonly deliveries: DeliveriesState;
  readonly policies: PoliciesState;
  readonly jobs: JobsState;
  /** Overlays over the screen; the last one is focused. */
  readonly overlays: readonly Overlay[];
  readonly toasts: readonly Toast[];
  /** Past toasts, newest last. */
  readonly messages: readonly Message[];
  /** False leaves text selection to the terminal. */
  readonly mouse: boolean;
  /** Time by which ages are drawn. */
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
