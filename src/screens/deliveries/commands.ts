import { internal, type Command } from "../../tui/commands/command.ts";
import { isZoomed, zoomed } from "../../tui/state/layout.ts";
import { showScreen, openDialog } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { textField } from "../../tui/text-field.ts";
import type { DeliveriesEffects } from "./effects.ts";
import { isDetailShown } from "./layout.ts";
import { replayForm } from "./replay-form.ts";
import {
  setDeliveries,
  openDetail,
  selectedDelivery,
  deliveriesSlice,
  detailPanes,
  moveDetailPane,
  toggleRaw,
} from "./state.ts";

const needsSelection = (state: AppState) =>
  selectedDelivery(state) === null ? "no delivery is selected" : null;
const needsWebhook = (state: AppState) =>
  needsSelection(state) ??
  (selectedDelivery(state)?.webhookId === null ? "this delivery has no webhook ID" : null);

/** Returns the visible detail; null if none is visible, or it belongs to a row selected before. */
const shownDetail = (state: AppState) => {
  const { detail } = deliveriesSlice.get(state);
  return detail !== null && detail.seq === selectedDelivery(state)?.seq && isDetailShown(state)
    ? detail
    : null;
};

/** Returns a body as text: indented JSON, or the unchanged text if it is not JSON. */
function payloadText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}

const noFilter = { field: textField(), editingFilter: false };

/** Commands of the Deliveries screen. */
export const deliveryCommands: readonly Command<DeliveriesEffects>[] = [
  {
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
      store.dispatch(openDetail());
      store.dispatch(zoomed("deliveries", 1));
    },
  },
  {
    id: "deliveries.filter",
    scope: "deliveries",
    keys: ["/"],
    title: "Filter deliveries",
    footerLabel: "filter",
    run({ store }) {
      store.dispatch(setDeliveries({ editingFilter: true, focus: "list" }));
      store.dispatch(zoomed("deliveries", 0));
    },
  },
  {
    id: "deliveries.replay",
    scope: "deliveries",
    keys: ["R"],
    title: "Replay the selected delivery",
    footerLabel: "replay",
    disabledReason: needsSelection,
    run({ store }) {
      const delivery = selectedDelivery(store.get());
      const { lastReplayUrl } = deliveriesSlice.get(store.get());
      if (delivery !== null) store.dispatch(openDialog(replayForm(delivery.seq, lastReplayUrl)));
    },
  },
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
    title: "Go to the next failure",
    footerLabel: "next failure",
    disabledReason: needsSelection,
    run: ({ effects }) => effects.nextFailure(),
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
    id: "deliveries.pane-next",
    scope: "detail",
    keys: ["tab"],
    title: "Show the next tab",
    run: ({ store }) => store.dispatch(moveDetailPane(1)),
  },
  {
    id: "deliveries.pane-previous",
    scope: "detail",
    keys: ["shift+tab"],
    title: "Show the previous tab",
    run: ({ store }) => store.dispatch(moveDetailPane(-1)),
  },
  {
    id: "deliveries.show-tab",
    scope: internal,
    keys: [],
    title: "Show a tab",
    run({ store }, wanted) {
      const pane = detailPanes.find((name) => name === wanted);
      if (pane === undefined) return;
      store.dispatch(openDetail());
      store.dispatch(setDeliveries({ pane }));
    },
  },
  {
    id: "deliveries.raw",
    scope: "deliveries",
    keys: ["x"],
    title: "Toggle raw bytes",
    run: ({ store }) => store.dispatch(toggleRaw()),
  },
  {
    id: "deliveries.editor",
    scope: "deliveries",
    keys: ["ctrl+e"],
    title: "Open the payload in $EDITOR",
    disabledReason: (state) => (shownDetail(state) === null ? "no payload is shown" : null),
    run({ store, terminal }) {
      const detail = shownDetail(store.get());
      return detail === null ? undefined : terminal.view(payloadText(detail.body), ".json");
    },
  },
  {
    id: "deliveries.clear-filter",
    scope: "deliveries",
    keys: ["esc"],
    title: "Clear the filter",
    disabledReason: (state) => (deliveriesSlice.get(state).field.value === "" ? "no filter is set" : null),
    run: ({ store }) => store.dispatch(setDeliveries(noFilter)),
  },
  {
    id: "detail.back",
    scope: "detail",
    keys: ["esc", "q"],
    title: "Return to the list",
    footerLabel: "back",
    run({ store }) {
      store.dispatch(setDeliveries({ focus: "list" }));
      store.dispatch(zoomed("deliveries", 0));
    },
  },
  {
    id: "filter.done",
    scope: "filter",
    keys: ["enter", "down"],
    title: "Apply the filter",
    footerLabel: "apply",
    run: ({ store }) => store.dispatch(setDeliveries({ editingFilter: false })),
  },
  {
    id: "filter.clear",
    scope: "filter",
    keys: ["esc"],
    title: "Clear the filter",
    footerLabel: "clear",
    run: ({ store }) => store.dispatch(setDeliveries(noFilter)),
  },
  {
    id: "deliveries.newest",
    scope: internal,
    keys: [],
    title: "Go to the newest delivery",
    run: ({ effects }) => effects.newest(),
  },
  {
    id: "deliveries.oldest",
    scope: internal,
    keys: [],
    title: "Go to the oldest delivery",
    run: ({ effects }) => effects.oldest(),
  },
  {
    id: "deliveries.show-matching",
    scope: internal,
    keys: [],
    title: "Show deliveries matching a filter",
    run({ store }, filter = "") {
      store.dispatch(showScreen("deliveries"));
      store.dispatch(setDeliveries({ field: textField(filter) }));
    },
  },
];
