import { isPaneShown } from "../../../tui/layout.ts";
import { internal } from "../../../tui/records/command.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import type { App } from "../../app.ts";
import type { WebhooksCommand } from "../running.ts";
import { setWebhooks, webhooksArrangement, requireWebhook } from "../state/webhooks.ts";
import { bulkCommands } from "./bulk.ts";
import { editorCommands } from "./editor.ts";
import { showWebhook } from "./show-webhook.ts";
import { triggerCommands } from "./trigger.ts";
import { goBack } from "./view.ts";

function openWebhook({ store }: App): void {
  const isList = webhooksArrangement.focusedPane(store.get()) === "list";
  if (isList) store.dispatch(setWebhooks({ focus: "activity" }));
  // Both panes of the webhook are zoomed first, then one of them.
  store.dispatch(zoomed("webhooks", isList ? 1 : 2));
}

/** Commands of the Webhooks screen. */
export const webhookCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.open",
    scope: "webhooks",
    keys: ["enter"],
    title: "Open the selected webhook",
    footerLabel: (state) => (webhooksArrangement.focusedPane(state) === "list" ? "open" : "zoom"),
    disabledReason: (state) =>
      isPaneShown(state, webhooksArrangement, "list") || isPaneShown(state, webhooksArrangement, "activity")
        ? requireWebhook(state)
        : "the webhook already fills the window",
    run: openWebhook,
  },
  goBack,
  ...editorCommands,
  ...triggerCommands,
  ...bulkCommands,
  {
    id: "webhooks.show",
    scope: internal,
    keys: [],
    title: "Show a webhook",
    run: (app, id = "") => showWebhook(app, id, null),
  },
  {
    id: "webhooks.show-dispatch",
    scope: internal,
    keys: [],
    title: "Show a dispatch",
    /** @param argument IDs of the webhook and of the dispatch, with a space between them */
    run(app, argument = "") {
      const [id = "", dispatch] = argument.split(" ");
      return showWebhook(app, id, Number(dispatch));
    },
  },
];
