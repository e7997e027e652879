import { formatWatchedItem } from "../../model/watched-item.ts";
import { triggerDialog } from "../overlays/trigger-dialog.ts";
import { editWebhookForm, newWebhookForm } from "../overlays/webhook-form.ts";
import { webhookAddress } from "../public-url.ts";
import type { AppState } from "../slice.ts";
import { openOverlay } from "../state/overlays.ts";
import { sessionSlice } from "../state/session.ts";
import { selectedWebhook, setWebhooks, webhooksSlice } from "../state/webhooks-state.ts";
import type { Command } from "./command.ts";

const needsSelection = (state: AppState) => {
  const webhook = selectedWebhook(state);
  if (webhook === null) return "no webhook is selected";
  const busy = webhooksSlice.get(state).busy[webhook.id];
  return busy === undefined ? null : `the hub is still ${busy} this webhook`;
};

/** Commands of the Webhooks screen. */
export const webhookCommands: readonly Command[] = [
  {
    id: "webhooks.open",
    scope: "webhooks",
    keys: ["enter"],
    title: "Open the selected webhook",
    footerLabel: "open",
    disabledReason: (state) =>
      webhooksSlice.get(state).focus === "detail" ? "the webhook is already open" : needsSelection(state),
    run: ({ store }) => store.dispatch(setWebhooks({ focus: "detail" })),
  },
  {
    id: "webhooks.back",
    scope: "webhooks",
    keys: ["esc"],
    title: "Return to the list",
    footerLabel: "back",
    disabledReason: (state) => (webhooksSlice.get(state).focus === "list" ? "already in the list" : null),
    run: ({ store }) => store.dispatch(setWebhooks({ focus: "list" })),
  },
  {
    id: "webhooks.new",
    scope: "webhooks",
    keys: ["n"],
    title: "Create a webhook",
    footerLabel: "new",
    run({ store, receiverSecret }) {
      const url = webhookAddress(sessionSlice.get(store.get()).receiver);
      store.dispatch(
        openOverlay(newWebhookForm({ url, secret: receiverSecret }, sessionSlice.get(store.get()).hub.local)),
      );
    },
  },
  {
    id: "webhooks.edit",
    scope: "webhooks",
    keys: ["e"],
    title: "Edit the selected webhook",
    footerLabel: "edit",
    disabledReason: needsSelection,
    run({ store }) {
      const webhook = selectedWebhook(store.get());
      if (webhook !== null)
        store.dispatch(openOverlay(editWebhookForm(webhook, sessionSlice.get(store.get()).hub.local)));
    },
  },
  {
    id: "webhooks.toggle",
    scope: "webhooks",
    keys: ["t"],
    title: "Enable or disable the webhook",
    footerLabel: (state) => (selectedWebhook(state)?.disabled === true ? "enable" : "disable"),
    disabledReason: needsSelection,
    run({ store, webhooks }) {
      const webhook = selectedWebhook(store.get());
      return webhook === null ? undefined : webhooks.toggle(webhook);
    },
  },
  {
    id: "webhooks.delete",
    scope: "webhooks",
    keys: ["d"],
    title: "Delete the selected webhook",
    footerLabel: "delete",
    disabledReason: needsSelection,
    run({ store }) {
      const webhook = selectedWebhook(store.get());
      if (webhook === null) return;
      const lines = [
        webhook.url ?? "a Job",
        `watches ${webhook.watched.map(formatWatchedItem).join(" ")}`,
        "u restores it within 10 seconds, with a new ID.",
      ];
      store.dispatch(
        openOverlay({
          kind: "confirm",
          title: `Delete webhook ${webhook.id}?`,
          lines,
          verb: "delete",
          action: { kind: "delete-webhook", id: webhook.id },
        }),
      );
    },
  },
  {
    id: "webhooks.activity",
    scope: "webhooks",
    keys: ["a"],
    title: "Show the webhook's activity",
    footerLabel: "activity",
    disabledReason: (state) => (selectedWebhook(state) === null ? "no webhook is selected" : null),
    run({ store, activity }) {
      const webhook = selectedWebhook(store.get());
      if (webhook !== null) activity.open(webhook.id);
    },
  },
  {
    id: "webhooks.trigger",
    scope: "webhooks",
    keys: ["T"],
    title: "Trigger a synthetic event",
    footerLabel: "trigger",
    disabledReason: (state) =>
      sessionSlice.get(state).hub.local ? null : "only a local hub triggers events (start with --local)",
    run({ store }) {
      const state = store.get();
      store.dispatch(
        openOverlay(triggerDialog(selectedWebhook(state), sessionSlice.get(state).hub.account ?? "me")),
      );
    },
  },
];
