import { coalesce } from "../../../async/coalesce.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { report } from "../../../tui/report.ts";
import { showMessage, undoMs, topicEnded } from "../../../tui/state/messages.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import { hubNow, type FeatureContext } from "../../context.ts";
import { hubLost, setHub, sessionSlice, type Session } from "../../session.ts";
import {
  dropWebhook,
  webhooksLoaded,
  markBusy,
  putWebhook,
  setWebhooks,
  selectedWebhook,
  webhookList,
  webhooksSlice,
} from "../../webhooks-state.ts";

export interface WebhooksEffects {
  /** Refreshes the list and the state of the hub. */
  load(): void;
  /** Enables a disabled webhook, or disables an enabled one. */
  toggle(webhook: Webhook): Promise<void>;
  /** Deletes a webhook, which `undoRemove` can restore for 10 seconds. */
  remove(id: string): Promise<void>;
  /** Recreates the last deleted webhook with a new ID. */
  undoRemove(): Promise<void>;
  /** Stops watching the state. */
  stop(): void;
}

export function createWebhooksEffects(context: FeatureContext, registry: Registry): WebhooksEffects {
  const { store, services, events } = context;
  const load = coalesce(
    async () => {
      const { hub } = services();
      if (hub === null) return;
      const items = await hub.listWebhooks();
      const isFirst = webhooksSlice.get(store.get()).loadedAtMs === null;
      store.batch(() => {
        store.dispatch(webhooksLoaded(items, store.nowMs()));
        if (isFirst) store.dispatch(webhookList(store.get()).select(0));
      });
      const { link, account } = sessionSlice.get(store.get()).hub;
      if (link.state !== "up") {
        store.dispatch(setHub({ link: { state: "up" } }));
        store.dispatch(topicEnded("hub"));
      }
      if (account === null) store.dispatch(setHub({ account: (await hub.whoami()).name }));
    },
    (error) => {
      if (isHooklensError(error)) hubLost(store, error);
      else report(store, error);
    },
  );

  events.hub.on(load);
  // A request takes as long as a frame, so only the visible list or a lost hub is polled.
  events.poll.on(() => {
    const { link } = sessionSlice.get(store.get()).hub;
    if (navSlice.get(store.get()).screen === "webhooks" || link.state !== "up") load();
  });

  let knownUrl: string | null = null;
  const unsubscribe = store.subscribe(() => {
    const url = tunnelUrl(sessionSlice.get(store.get()).receiver);
    if (url === knownUrl) return;
    knownUrl = url;
    // The list shows which webhooks send to an old tunnel URL.
    if (url !== null) load();
  });

  return {
    load,
    async toggle(webhook) {
      const { id } = webhook;
      if (webhooksSlice.get(store.get()).busy[id] !== undefined) return;
      store.dispatch(markBusy(id, webhook.disabled ? "enabling" : "disabling"));
      try {
        const changed = await (webhook.disabled
          ? hubNow(services).enableWebhook(id)
          : hubNow(services).disableWebhook(id));
        store.dispatch(putWebhook(changed));
        showMessage(store, "ok", `Webhook ${id} ${changed.status}`);
      } finally {
        store.dispatch(markBusy(id, null));
      }
    },
    async remove(id) {
      const webhook = webhooksSlice.get(store.get()).items.find((one) => one.id === id);
      if (webhook === undefined || webhooksSlice.get(store.get()).busy[id] !== undefined) return;
      store.dispatch(markBusy(id, "deleting"));
      try {
        await hubNow(services).deleteWebhook(id);
        const nowMs = store.nowMs();
        store.batch(() => {
          const { selected } = webhookList(store.get());
          const isSelected = selectedWebhook(store.get())?.id === id;
          store.dispatch(dropWebhook(id));
          // The next row of the list, which may be sorted, is selected instead.
          if (isSelected) store.dispatch(webhookList(store.get()).select(selected));
          store.dispatch(setWebhooks({ deleted: { webhook, untilMs: nowMs + undoMs } }));
          const key = keyOf(registry, "app.undo");
          showMessage(store, "ok", `Webhook ${id} deleted · ${key} restores it (new ID)`, {
            durationMs: undoMs,
            topic: "deleted",
          });
        });
      } finally {
        store.dispatch(markBusy(id, null));
      }
    },
    async undoRemove() {
      const { deleted } = webhooksSlice.get(store.get());
      if (deleted === null) return;
      store.batch(() => {
        store.dispatch(setWebhooks({ deleted: null }));
        store.dispatch(topicEnded("deleted"));
      });
      const { url, job, watched, domains, secret, disabled } = deleted.webhook;
      const jobId = typeof job?.["id"] === "string" ? job["id"] : "";
      try {
        const made = await hubNow(services).createWebhook({
          ...(url === null ? { jobId } : { url }),
          watched,
          domains,
          ...(secret === null ? {} : { secret }),
        });
        store.dispatch(putWebhook(made));
        if (disabled) store.dispatch(putWebhook(await hubNow(services).disableWebhook(made.id)));
        showMessage(store, "ok", `Webhook restored as ${made.id}`);
      } catch (error) {
        // The deleted webhook can be restored again after a failure.
        store.dispatch(setWebhooks({ deleted: { ...deleted, untilMs: store.nowMs() + undoMs } }));
        throw error;
      }
    },
    stop: unsubscribe,
  };
}

/** Returns the URL of an open tunnel; null if none is open. */
function tunnelUrl({ tunnel }: Session["receiver"]): string | null {
  return tunnel?.state.kind === "open" ? tunnel.state.url : null;
}
