import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { isZoomed, zoomed } from "../../../tui/state/layout.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { listSorted } from "../../../tui/state/sorts.ts";
import type { DeliveriesApp, DeliveriesCommand } from "../running.ts";
import {
  deliveriesSlice,
  firstRowsWanted,
  lastRowsWanted,
  requireSelection,
  newestWanted,
  openDetail,
  pauseFollowing,
  selectedDelivery,
  showDetailPane,
} from "../state/deliveries.ts";
import { nextFailure, sameWebhook } from "./jumps.ts";
import { isNewestFirst } from "./log-order.ts";

const requireWebhook = (state: AppState) =>
  requireSelection(state) ??
  (selectedDelivery(state)?.webhookId === null ? "this delivery has no webhook ID" : null);

/** Selects the first row, and follows new deliveries in the usual order. */
function showFirst({ store, running }: DeliveriesApp): void {
  store.dispatch(isNewestFirst(store.get()) ? newestWanted() : firstRowsWanted());
  running.refresh();
}

function showLast({ store, running }: DeliveriesApp): void {
  store.dispatch(lastRowsWanted());
  running.readLast();
}

/** Pauses following, or follows in the usual order. */
function toggleFollow(app: DeliveriesApp): void {
  const { store } = app;
  if (deliveriesSlice.get(store.get()).following) store.dispatch(pauseFollowing());
  else {
    store.batch(() => {
      store.dispatch(listSorted("deliveries", null));
      showFirst(app);
    });
  }
}

/** Command first in the key line. */
export const openDelivery: DeliveriesCommand = {
  id: "deliveries.open",
  scope: "deliveries",
  ...act("open"),
  title: "Open the selected delivery",
  footerLabel: (state) => (deliveriesSlice.get(state).focus === "detail" ? "zoom" : "open"),
  disabledReason: (state) =>
    deliveriesSlice.get(state).focus === "detail" && isZoomed(state, "deliveries")
      ? "the delivery already fills the window"
      : requireSelection(state),
  run({ store }) {
    // Opening a refused request asks for the reason; Response shows it first.
    const isRefused = selectedDelivery(store.get())?.outcome === "rejected";
    if (isRefused && deliveriesSlice.get(store.get()).focus === "list")
      store.dispatch(showDetailPane("response"));
    store.dispatch(openDetail());
    store.dispatch(zoomed("deliveries", 1));
  },
};

/** Commands of the list of deliveries. */
export const listCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.follow",
    scope: "deliveries",
    ...act("follow"),
    title: "Follow new deliveries or pause",
    footerLabel: (state) => (deliveriesSlice.get(state).following ? "pause" : "follow"),
    run: toggleFollow,
  },
  {
    id: "deliveries.next-failure",
    scope: "deliveries",
    ...act("next"),
    title: "Go to next open failure",
    footerLabel: "next failure",
    disabledReason: requireSelection,
    run: (app) => nextFailure(app, "below"),
  },
  {
    id: "deliveries.previous-failure",
    scope: "deliveries",
    ...act("previous"),
    title: "Go to previous open failure",
    disabledReason: requireSelection,
    run: (app) => nextFailure(app, "above"),
  },
  {
    id: "deliveries.older-of-webhook",
    scope: "deliveries",
    ...act("goOlder"),
    title: "Go to older webhook delivery",
    disabledReason: requireWebhook,
    run: (app) => sameWebhook(app, "older"),
  },
  {
    id: "deliveries.newer-of-webhook",
    scope: "deliveries",
    ...act("goNewer"),
    title: "Go to newer webhook delivery",
    disabledReason: requireWebhook,
    run: (app) => sameWebhook(app, "newer"),
  },
  {
    id: "deliveries.newest",
    scope: internal,
    keys: [],
    title: "Go to the first delivery",
    run: showFirst,
  },
  {
    id: "deliveries.oldest",
    scope: internal,
    keys: [],
    title: "Go to the last delivery",
    run: showLast,
  },
];
