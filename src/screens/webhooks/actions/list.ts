import { isPaneShown } from "../../../tui/layout.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { navSlice, openDialog, showScreen, topDialog } from "../../../tui/state/nav.ts";
import { noTextFilter } from "../../../tui/text-filter.ts";
import { type App, hubNow } from "../../app.ts";
import type { WebhooksCommand } from "../running.ts";
import { dispatchPage } from "../state/dispatch-page.ts";
import { setWebhookView } from "../state/view.ts";
import {
  setWebhooks,
  webhooksArrangement,
  requireWebhook,
  listedWebhooks,
  listLines,
  putWebhook,
  webhookList,
  webhooksSlice,
} from "../state/webhooks.ts";
import { bulkCommands } from "./bulk.ts";
import { editorCommands } from "./editor.ts";
import { triggerCommands } from "./trigger.ts";
import { goBack } from "./view.ts";

function openWebhook({ store }: App): void {
  const isList = webhooksArrangement.focusedPane(store.get()) === "list";
  if (isList) store.dispatch(setWebhooks({ focus: "activity" }));
  // The first step zooms both panes of the webhook, the next one of them.
  store.dispatch(zoomed("webhooks", isList ? 1 : 2));
}

/** Commands of the Webhooks screen. */
export const webhookCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.open",
    scope: "webhooks",
    ...act("open"),
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

/**
 * Shows what another screen leads to, and the attempts of a dispatch if its number is given. A webhook that the list
 * does not have yet is read.
 */
async function showWebhook({ store, services }: App, id: string, dispatch: number | null): Promise<void> {
  const isListed = webhooksSlice.get(store.get()).items.some((webhook) => webhook.id === id);
  const read = isListed ? null : await hubNow(services).getWebhook(id);
  // The person has gone on to a dialog, which the screen would close.
  if (read !== null && topDialog(store.get()) !== null) return;
  const returnsTo = navSlice.get(store.get()).screen;
  store.batch(() => {
    if (read !== null) store.dispatch(putWebhook(read));
    store.dispatch(showScreen("webhooks"));
    store.dispatch(setWebhooks({ focus: "list" }));
    const isHidden = listedWebhooks(store.get()).every((webhook) => webhook.id !== id);
    if (isHidden) store.dispatch(setWebhookView(noTextFilter));
    const index = listLines(store.get()).findIndex((one) => one.id === id);
    store.dispatch(webhookList(store.get()).select(index));
    if (dispatch !== null) store.dispatch(openDialog({ ...dispatchPage(id, dispatch), returnsTo }));
  });
}
