import type { HubClient } from "../../../hub/client.ts";
import type { Dispatch } from "../../../model/dispatch.ts";
import { plural } from "../../../text/numbers.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import { hubNow } from "../../app.ts";
import type { WebhooksApp } from "../running.ts";
import { dispatchPage } from "../state/dispatch-page.ts";
import {
  activitySlice,
  currentDispatch,
  selectedDispatch,
  setActivity,
  shownActivity,
} from "../state/shown-activity.ts";
import { markBusy, putWebhook, selectedWebhook, webhooksSlice } from "../state/webhooks.ts";

/** Opens the attempts of the selected dispatch. */
export function openDispatch({ store, running }: WebhooksApp): void {
  const { webhookId } = shownActivity(store.get());
  const dispatch = selectedDispatch(store.get());
  if (webhookId === null || dispatch === null) return;
  store.dispatch(openDialog(dispatchPage(webhookId, dispatch.id)));
  running.loadActivity();
}

/** Sends the current dispatch now if it waits, otherwise replays it, to the webhook's current target. */
export async function sendDispatch(app: WebhooksApp): Promise<void> {
  const { store } = app;
  const dispatch = currentDispatch(store.get());
  if (dispatch === null) return;
  await act(app, dispatch.id, async (hub, webhookId) => {
    if (!isWaiting(dispatch)) return replay(store, hub, webhookId, dispatch);
    await hub.retryDispatch(webhookId, String(dispatch.id));
    return showMessage(store, "ok", `Sending dispatch ${dispatch.id} now`);
  });
}

/** Sends all waiting dispatches of the selected webhook now. */
export function sendWaiting(app: WebhooksApp): Promise<void> {
  return act(app, null, async (hub, webhookId) => {
    const sent = await hub.retryDispatches(webhookId);
    showMessage(app.store, "ok", `Sending ${plural(sent, "waiting dispatch", "waiting dispatches")} now`);
  });
}

/** Holds the dispatches of the selected webhook, or releases them. */
export async function holdDispatches({ store, services, running }: WebhooksApp): Promise<void> {
  const webhook = selectedWebhook(store.get());
  if (webhook === null || webhooksSlice.get(store.get()).busy[webhook.id] !== undefined) return;
  const { id, held = false } = webhook;
  store.dispatch(markBusy(id, held ? "releasing" : "holding"));
  try {
    store.dispatch(putWebhook(await hubNow(services).holdWebhook(id, !held)));
    showMessage(
      store,
      "ok",
      held ? `Released the dispatches of webhook ${id}` : `Holding the dispatches of webhook ${id}`,
    );
  } finally {
    store.dispatch(markBusy(id, null));
    store.dispatch(setActivity({ readAtMs: null }));
    running.loadActivity();
  }
}

/** Gives up a dispatch that waits. */
export function dropDispatch(app: WebhooksApp, id = ""): Promise<void> {
  return act(app, null, async (hub, webhookId) => {
    await hub.dropDispatch(webhookId, id);
    showMessage(app.store, "ok", `Dropped dispatch ${id}`);
  });
}

/** Runs an action on a dispatch; with `id`, its row shows the sending. */
async function act(
  { store, services, running }: WebhooksApp,
  id: number | null,
  ask: (hub: HubClient, webhookId: string) => Promise<void>,
) {
  const { webhookId } = shownActivity(store.get());
  if (webhookId === null || activitySlice.get(store.get()).sending !== null) return;
  store.dispatch(setActivity({ sending: id }));
  try {
    await ask(hubNow(services), webhookId);
  } finally {
    store.dispatch(setActivity({ sending: null, readAtMs: null }));
    running.loadActivity();
  }
}

async function replay(store: Store, hub: HubClient, webhookId: string, { id }: Dispatch): Promise<void> {
  const { status, error, jobRun } = await hub.replayDispatch(webhookId, String(id));
  const result =
    jobRun === null ? (error ?? (status === null ? "no response" : String(status))) : `run ${jobRun} started`;
  const succeeded = error === null && (jobRun !== null || (status !== null && status < 300));
  const text = `Replayed dispatch ${id}: ${result}`;
  showMessage(store, succeeded ? "ok" : "error", succeeded ? text : `${text}.`);
}

/** Returns true if a dispatch is still to be sent. */
export function isWaiting({ state }: Pick<Dispatch, "state">): boolean {
  return state === "waiting" || state === "retrying";
}
