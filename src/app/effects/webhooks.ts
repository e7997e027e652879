import { coalesce } from "../../async/coalesce.ts";
import { isHooklensError } from "../../model/errors.ts";
import { documentedEvents } from "../../model/event.ts";
import { parseWatchedItem } from "../../model/watched-item.ts";
import type { Webhook } from "../../model/webhook.ts";
import { plural } from "../../text/numbers.ts";
import { changeOf, checkForm, draftOf, isComplete } from "../overlays/webhook-form.ts";
import type { AppState } from "../state/app-state.ts";
import { showMessage, undoMs, removeToast } from "../state/messages.ts";
import { closeForm, closeOverlays, findOverlay, withOverlay } from "../state/overlays.ts";
import { lostLink, withHub } from "../state/session.ts";
import {
  dropWebhook,
  webhooksLoaded,
  markBusy,
  putWebhook,
  sendsToReceiver,
  withWebhooks,
} from "../state/webhooks-state.ts";
import type { Store } from "../store.ts";
import { report } from "./report.ts";
import { hubNow, type ServicesNow } from "./services.ts";

export interface WebhooksActions {
  /** Refreshes the list. */
  load(): void;
  /** Saves the form. Errors are shown in the form, which keeps its input. */
  save(): Promise<void>;
  toggle(webhook: Webhook): Promise<void>;
  remove(id: string): Promise<void>;
  /** Recreates the last deleted webhook with a new ID. */
  undoRemove(): Promise<void>;
  /** Triggers the event of the dialog. */
  trigger(): Promise<void>;
}

export function createWebhooksActions(store: Store<AppState>, services: ServicesNow): WebhooksActions {
  let lossMessage = "";
  const load = coalesce(
    async () => {
      const { hub } = services();
      if (hub === null) return;
      const items = await hub.listWebhooks();
      store.update(webhooksLoaded(items, Date.now()));
      const { link, account } = store.get().session.hub;
      if (link.state !== "up") {
        store.update(withHub({ link: { state: "up" } }));
        store.update(removeToast(lossMessage));
      }
      if (account === null) store.update(withHub({ account: (await hub.whoami()).name }));
    },
    (error) => {
      if (!isHooklensError(error)) return report(store, error);
      const { link } = store.get().session.hub;
      store.update(withHub({ link: lostLink(link, Date.now(), error.message) }));
      // Shown once per loss; the status line keeps showing it.
      if (link.state !== "lost") {
        lossMessage = error.message;
        report(store, error);
      }
    },
  );

  return {
    load,
    async save() {
      const open = findOverlay(store.get(), "webhook-form");
      if (open === null || open.saving) return;
      const form = checkForm(open);
      const ready = isComplete(form);
      store.update(withOverlay("webhook-form", () => ({ ...form, saving: ready, refused: null })));
      if (!ready) return;
      try {
        const { original } = form;
        const webhook =
          original === null
            ? await hubNow(services).createWebhook(draftOf(form))
            : await hubNow(services).updateWebhook(original.id, changeOf(form, original));
        store.batch(() => {
          store.update(closeForm);
          store.update(putWebhook(webhook));
          store.update(
            showMessage("ok", `Webhook ${webhook.id} ${original === null ? "created" : "saved"}`, Date.now()),
          );
        });
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        store.update(withOverlay("webhook-form", (form) => ({ ...form, saving: false, refused: message })));
      }
    },
    async toggle(webhook) {
      const { id } = webhook;
      if (store.get().webhooks.busy[id] !== undefined) return;
      store.update(markBusy(id, webhook.disabled ? "enabling" : "disabling"));
      try {
        const changed = await (webhook.disabled
          ? hubNow(services).enableWebhook(id)
          : hubNow(services).disableWebhook(id));
        store.update(putWebhook(changed));
        store.update(showMessage("ok", `Webhook ${id} ${changed.status}`, Date.now()));
      } finally {
        store.update(markBusy(id, null));
      }
    },
    async remove(id) {
      const webhook = store.get().webhooks.items.find((one) => one.id === id);
      if (webhook === undefined || store.get().webhooks.busy[id] !== undefined) return;
      store.update(markBusy(id, "deleting"));
      try {
        await hubNow(services).deleteWebhook(id);
        const nowMs = Date.now();
        store.batch(() => {
          store.update(dropWebhook(id));
          store.update(withWebhooks({ deleted: { webhook, untilMs: nowMs + undoMs } }));
          store.update(showMessage("ok", `Webhook ${id} deleted · u restores it (new ID)`, nowMs, undoMs));
        });
      } finally {
        store.update(markBusy(id, null));
      }
    },
    async undoRemove() {
      const { deleted } = store.get().webhooks;
      if (deleted === null) return;
      store.update(withWebhooks({ deleted: null }));
      const { url, job, watched, domains, secret, disabled } = deleted.webhook;
      const jobId = typeof job?.["id"] === "string" ? job["id"] : "";
      try {
        const made = await hubNow(services).createWebhook({
          ...(url === null ? { jobId } : { url }),
          watched,
          domains,
          ...(secret === null ? {} : { secret }),
        });
        store.update(putWebhook(made));
        if (disabled) store.update(putWebhook(await hubNow(services).disableWebhook(made.id)));
        store.update(showMessage("ok", `Restored as ${made.id}`, Date.now()));
      } catch (error) {
        // The deleted webhook can be restored again after a failure.
        store.update(withWebhooks({ deleted: { ...deleted, untilMs: Date.now() + undoMs } }));
        throw error;
      }
    },
    async trigger() {
      const dialog = findOverlay(store.get(), "trigger");
      const event = documentedEvents[dialog?.event ?? -1];
      if (dialog === null || dialog.sending || event === undefined) return;
      store.update(withOverlay("trigger", (open) => ({ ...open, sending: true, error: null })));
      try {
        const repo = parseWatchedItem(dialog.repo.value.trim());
        const { dispatches } = await hubNow(services).trigger({ ...event, repo });
        const name = `${event.scope} ${event.action}`;
        const fired = new Set(dispatches.map(({ webhookId }) => webhookId));
        const ours = store
          .get()
          .webhooks.items.some((one) => fired.has(one.id) && sendsToReceiver(store.get(), one));
        store.batch(() => {
          store.update(closeOverlays("trigger"));
          store.update(
            dispatches.length === 0
              ? showMessage(
                  "warn",
                  `No enabled webhook watches ${dialog.repo.value.trim()} for ${name}.`,
                  Date.now(),
                )
              : showMessage(
                  "ok",
                  `Triggered ${name} for ${plural(dispatches.length, "webhook")}${ours ? " · 2 shows deliveries" : ""}`,
                  Date.now(),
                ),
          );
        });
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        store.update(withOverlay("trigger", (open) => ({ ...open, sending: false, error: message })));
      }
    },
  };
}
