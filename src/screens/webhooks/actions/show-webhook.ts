import { navSlice, openDialog, showScreen, topDialog } from "../../../tui/state/nav.ts";
import { noTextFilter } from "../../../tui/text-filter.ts";
import { type App, hubNow } from "../../app.ts";
import { dispatchPage } from "../state/dispatch-page.ts";
import { setWebhookView } from "../state/view.ts";
import {
  listedWebhooks,
  listLines,
  putWebhook,
  setWebhooks,
  webhookList,
  webhooksSlice,
} from "../state/webhooks.ts";

/**
 * Shows what another screen leads to, and the attempts of a dispatch if its number is given. A webhook that the list
 * does not have yet is read.
 */
export async function showWebhook(
  { store, services }: App,
  id: string,
  dispatch: number | null,
): Promise<void> {
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
