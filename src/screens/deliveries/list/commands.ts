import { internal, type Command } from "../../../tui/commands/command.ts";
import { isZoomed, zoomed } from "../../../tui/state/layout.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { DeliveriesEffects } from "../start.ts";
import { deliveriesSlice, needsSelection, openDetail, selectedDelivery, showDetailPane } from "../state.ts";

const needsWebhook = (state: AppState) =>
  needsSelection(state) ??
  (selectedDelivery(state)?.webhookId === null ? "this delivery has no webhook ID" : null);

/** Command first in the key line. */
export const openDelivery: Command<DeliveriesEffects> = {
  id: "deliveries.open",
  scope: "deliveries",
  keys: ["enter"],
  title: "Open the selected delivery",
  footerLabel: (state) => (deliveriesSlice.get(state).focus === "detail" ? "zoom" : "open"),
  disabledReason: (state) =>
    deliveriesSlice.get(state).focus === "detail" && isZoomed(state, "deliveries")
      ? "the delivery already fills the window"
      : needsSelection(state),
  run({ store }) {
    // A refused request is opened to see why; Response says it first.
    const isRefused = selectedDelivery(store.get())?.outcome === "rejected";
    if (isRefused && deliveriesSlice.get(store.get()).focus === "list")
      store.dispatch(showDetailPane("response"));
    store.dispatch(openDetail());
    store.dispatch(zoomed("deliveries", 1));
  },
};

/** Commands of the list of deliveries. */
export const listCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.follow",
    scope: "deliveries",
    keys: ["f"],
    title: "Follow new deliveries or pause",
    footerLabel: (state) => (deliveriesSlice.get(state).following ? "pause" : "follow"),
    run: ({ effects }) => effects.toggleFollow(),
  },
  {
    id: "deliveries.next-failure",
    scope: "deliveries",
    keys: ["E"],
    title: "Go to next open failure",
    footerLabel: "next failure",
    disabledReason: needsSelection,
    run: ({ effects }) => effects.nextFailure("below"),
  },
  {
    id: "deliveries.previous-failure",
    scope: "deliveries",
    keys: ["B"],
    title: "Go to previous open failure",
    disabledReason: needsSelection,
    run: ({ effects }) => effects.nextFailure("above"),
  },
  {
    id: "deliveries.older-of-webhook",
    scope: "deliveries",
    keys: ["}"],
    title: "Go to older webhook delivery",
    disabledReason: needsWebhook,
    run: ({ effects }) => effects.sameWebhook("older"),
  },
  {
    id: "deliveries.newer-of-webhook",
    scope: "deliveries",
    keys: ["{"],
    title: "Go to newer webhook delivery",
    disabledReason: needsWebhook,
    run: ({ effects }) => effects.sameWebhook("newer"),
  },
  {
    id: "deliveries.newest",
    scope: internal,
    keys: [],
    title: "Go to the first delivery",
    run: ({ effects }) => effects.newest(),
  },
  {
    id: "deliveries.oldest",
    scope: internal,
    keys: [],
    title: "Go to the last delivery",
    run: ({ effects }) => effects.oldest(),
  },
];
