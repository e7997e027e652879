import type { Session } from "../../../src/screens/connection-state.ts";
import type { DeliveriesState } from "../../../src/screens/deliveries/state/deliveries.ts";
import type { DeliveryMarks } from "../../../src/screens/deliveries/state/marks.ts";
import type { WorkState } from "../../../src/screens/deliveries/state/work.ts";
import type { JobsState } from "../../../src/screens/jobs/state.ts";
import type { HistoryState } from "../../../src/screens/messages/state.ts";
import type { PoliciesState } from "../../../src/screens/policies/select/policies-state.ts";
import type { WebhooksState } from "../../../src/screens/webhooks/state/webhooks.ts";
import type { MessagesState } from "../../../src/tui/state/messages.ts";
import { showScreen, type NavState } from "../../../src/tui/state/nav.ts";
import type { Action, AppState } from "../../../src/tui/state/slice.ts";
import { createReducer, initialState as stateOf } from "../../../src/tui/state/store.ts";
import { setWindow, type Size, type WindowState } from "../../../src/tui/state/window.ts";
import { registry } from "./registry.ts";

/** The state with its slices by name, so that tests read them as properties. */
export interface KnownState extends AppState {
  readonly window: WindowState;
  readonly nav: NavState;
  readonly messages: MessagesState;
  readonly session: Session;
  readonly webhooks: WebhooksState;
  readonly deliveries: DeliveriesState;
  readonly deliveryMarks: DeliveryMarks;
  readonly deliveryWork: WorkState;
  readonly policies: PoliciesState;
  readonly jobs: JobsState;
  readonly history: HistoryState;
}

const reduce = createReducer(registry.slices);

/** Applies actions one after the other. */
export function after(state: AppState, ...actions: readonly Action[]): KnownState {
  return actions.reduce(reduce, state) as KnownState;
}

export function initialState(size: Size, nowMs: number): KnownState {
  return after(stateOf(registry.slices), setWindow({ size, nowMs }), showScreen("webhooks"));
}
