import type { HubClient } from "../../../hub/client.ts";
import type { Dispatch } from "../../../model/dispatch.ts";
import { plural } from "../../../text/numbers.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { type FeatureContext, hubNow } from "../../context.ts";
import { markBusy, putWebhook, selectedWebhook, webhooksSlice } from "../../known-webhooks/state.ts";
import { activitySlice, currentDispatch, setActivity, shownActivity } from "./activity.ts";

/** Acts on the dispatches of the selected webhook. */
export interface DispatchActs {
  /** Sends the current dispatch now if it waits, or else replays it, to the webhook's current target. */
  sendDispatch(): Promise<void>;
  /** Sends all waiting dispatches of the selected webhook now. */
  sendWaiting(): Promise<void>;
  /** Holds the dispatches of the selected webhook, or releases them. */
  holdDispatches(): Promise<void>;
  /** Gives up a dispatch that waits. */
  dropDispatch(id: number): Promise<void>;
}

/** @param reload reads the activity again after an act */
export function createDispatchActs(
  { store, services }: Pick<FeatureContext, "store" | "services">,
  reload: () => void,
): DispatchActs {
  /** Runs an act on a dispatch, whose row shows that it is being sent if `id` is given. */
  async function act(id: number | null, ask: (hub: HubClient, webhookId: string) => Promise<void>) {
    const { webhookId } = shownActivity(store.get());
    if (webhookId === null || activitySlice.get(store.get()).sending !== null) return;
    store.dispatch(setActivity({ sending: id }));
    try {
      await ask(hubNow(services), webhookId);
    } finally {
      store.dispatch(setActivity({ sending: null, readAtMs: null }));
      reload();
    }
  }

  async function replay(hub: HubClient, webhookId: string, { id }: Dispatch): Promise<void> {
    const { status, error, jobRun } = await hub.replayDispatch(webhookId, String(id));
    const result =
      jobRun === null
        ? (error ?? (status === null ? "no response" : String(status)))
        : `run ${jobRun} started`;
    const succeeded = error === null && (jobRun !== null || (status !== null && status < 300));
    const text = `Replayed dispatch ${id}: ${result}`;
    showMessage(store, succeeded ? "ok" : "error", succeeded ? text : `${text}.`);
  }

  return {
    async sendDispatch() {
      const dispatch = currentDispatch(store.get());
      if (dispatch === null) return;
      await act(dispatch.id, async (hub, webhookId) => {
        if (!isWaiting(dispatch)) return replay(hub, webhookId, dispatch);
        await hub.retryDispatch(webhookId, String(dispatch.id));
        return showMessage(store, "ok", `Sending dispatch ${dispatch.id} now`);
      });
    },
    sendWaiting: () =>
      act(null, async (hub, webhookId) => {
        const sent = await hub.retryDispatches(webhookId);
        showMessage(store, "ok", `Sending ${plural(sent, "waiting dispatch", "waiting dispatches")} now`);
      }),
    async holdDispatches() {
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
        reload();
      }
    },
    dropDispatch: (id) =>
      act(null, async (hub, webhookId) => {
        await hub.dropDispatch(webhookId, String(id));
        showMessage(store, "ok", `Dropped dispatch ${id}`);
      }),
  };
}

/** Returns true if a dispatch is sent later by itself. */
export function isWaiting({ state }: Pick<Dispatch, "state">): boolean {
  return state === "waiting" || state === "retrying";
}
