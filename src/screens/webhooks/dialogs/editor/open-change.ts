import { WebhookNotFoundError } from "../../../../hub/errors.ts";
import { isHooklensError } from "../../../../model/errors.ts";
import { changedParts } from "../../../../model/webhook-parts.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { report } from "../../../../tui/report.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { type App, hubNow } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { dropWebhook, putWebhook, webhooksSlice } from "../../state/webhooks.ts";
import { type WebhookChangeDialog, webhookChangeKind } from "./change.ts";

/** Returns the listed version of a webhook changed by another client, or null. */
export function listedChange(state: AppState, base: Webhook): Webhook | null {
  const listed = webhooksSlice.get(state).items.find(({ id }) => id === base.id);
  return listed === undefined ? null : ifChanged(base, listed);
}

function ifChanged(base: Webhook, now: Webhook): Webhook | null {
  return changedParts(base, now).length === 0 ? null : now;
}

/** Shows a change before sending, with changes of other clients. */
export function openChange({ store, services }: App, change: WebhookChangeDialog): void {
  const { base } = change;
  // The list may be outdated: asks the hub, too.
  store.dispatch(webhookChangeKind.open({ ...change, theirs: listedChange(store.get(), base) }));
  void read();

  async function read(): Promise<void> {
    try {
      showTheirs(await hubNow(services).getWebhook(base.id));
    } catch (error) {
      if (error instanceof WebhookNotFoundError) showGone();
      // Sending reads the webhook again and shows the problem.
      else if (!isHooklensError(error)) report(store, error);
    }
  }

  function showTheirs(now: Webhook): void {
    store.batch(() => {
      store.dispatch(putWebhook(now));
      update((dialog) => ({ ...dialog, theirs: ifChanged(base, now), top: 0 }));
    });
  }

  function showGone(): void {
    store.dispatch(dropWebhook(base.id));
    update((dialog) => goneChange(dialog, store.get()));
  }

  /** Changes the dialog unless it was replaced, or is being sent. */
  function update(next: (dialog: WebhookChangeDialog) => WebhookChangeDialog): void {
    const dialog = webhookChangeKind.find(store.get());
    if (dialog === null || dialog.mine !== change.mine || dialog.busy) return;
    store.dispatch(webhookChangeKind.put(next(dialog)));
  }
}

/** Returns the dialog of a deleted webhook, scrolled to the end, where this is stated. */
export function goneChange(dialog: WebhookChangeDialog, state: AppState): WebhookChangeDialog {
  const { local, name } = sessionSlice.get(state).hub;
  const refused = `Webhook ${dialog.base.id} was deleted on ${local ? "the local hub" : name}.`;
  return { ...dialog, busy: false, isGone: true, refused, top: Number.MAX_SAFE_INTEGER };
}
