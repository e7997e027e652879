import type { Action, AppState } from "../../../src/app/slice.ts";
import type { DeliveriesState } from "../../../src/app/state/deliveries-state.ts";
import type { JobsState } from "../../../src/app/state/jobs-state.ts";
import type { MessagesState } from "../../../src/app/state/messages.ts";
import type { NavState } from "../../../src/app/state/overlays.ts";
import type { PoliciesState } from "../../../src/app/state/policies-state.ts";
import type { Session } from "../../../src/app/state/session.ts";
import { slices } from "../../../src/app/state/slices.ts";
import type { WebhooksState } from "../../../src/app/state/webhooks-state.ts";
import { setWindow, type Size, type WindowState } from "../../../src/app/state/window.ts";
import { createReducer, initialState as stateOf } from "../../../src/app/store.ts";

/** The state with its slices by name, so that tests read them as properties. */
export interface KnownState extends AppState {
  readonly window: WindowState;
  readonly nav: NavState;
  readonly messages: MessagesState;
  readonly session: Session;
  readonly webhooks: WebhooksState;
  readonly deliveries: DeliveriesState;
  readonly policies: PoliciesState;
  readonly jobs: JobsState;
}

const reduce = createReducer(slices);

/** Applies actions one after the other. */
export function after(state: AppState, ...actions: readonly Action[]): KnownState {
  return actions.reduce(reduce, state) as KnownState;
}

export function initialState(size: Size, nowMs: number): KnownState {
  return after(stateOf(slices), setWindow({ size, nowMs }));
}
