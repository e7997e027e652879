import { WebhookChangedError, WebhookNotFoundError, HubRefusedError } from "../../../../hub/errors.ts";
import { isHooklensError, type HooklensError } from "../../../../model/errors.ts";
import { changeBetween } from "../../../../model/webhook-parts.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { refuse } from "../../../../tui/dialogs/form.ts";
import { keyOf } from "../../../../tui/frame/key-label.ts";
import { report } from "../../../../tui/report.ts";
import { showMessage } from "../../../../tui/state/messages.ts";
import { closeDialogs } from "../../../../tui/state/nav.ts";
import type { Store } from "../../../../tui/state/store.ts";
import { type App, hubNow } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { webhookName } from "../../state/view.ts";
import { dropWebhook, putWebhook } from "../../state/webhooks.ts";
import { type WebhookChangeDialog, webhookChange, webhookChangeKind, isEmptyChange } from "./change.ts";
import { discardText, editAsText } from "./edit-text.ts";
import { goneChange, openChange } from "./open-change.ts";
import {
  rebased,
  rebasedForm,
  recreatedForm,
  wantedWebhook,
  type WebhookForm,
  webhookFormKind,
} from "./webhook-form.ts";

const kind = webhookChangeKind;

function close(store: Store): void {
  store.dispatch(closeDialogs(webhookFormKind.kind));
  store.dispatch(closeDialogs(kind.kind));
}

/** Sends a change. @returns the webhook after it */
async function send({ services }: App, { base, mine, theirs }: WebhookChangeDialog): Promise<Webhook> {
  const hub = hubNow(services);
  const change = changeBetween(base, mine);
  const sent =
    Object.keys(change).length === 0
      ? (theirs ?? base)
      : await hub.updateWebhook(base.id, change, theirs ?? base);
  if (base.status === mine.status || sent.status === mine.status) return sent;
  return mine.disabled ? hub.disableWebhook(base.id) : hub.enableWebhook(base.id);
}

function fail(store: Store, error: unknown): void {
  const dialog = kind.find(store.get());
  if (!isHooklensError(error) || dialog === null) {
    report(store, error);
    return;
  }
  // The end is shown, which has the error.
  const stopped = { ...dialog, busy: false, refused: null, top: Number.MAX_SAFE_INTEGER };
  if (error instanceof WebhookChangedError) {
    store.dispatch(putWebhook(error.current));
    store.dispatch(kind.put({ ...stopped, theirs: error.current, top: 0 }));
  } else if (error instanceof WebhookNotFoundError) {
    store.dispatch(dropWebhook(dialog.base.id));
    store.dispatch(kind.put(goneChange(dialog, store.get())));
  } else if (dialog.text === null && inputOfError(error) !== null) {
    store.dispatch(closeDialogs(kind.kind));
    webhookFormKind.change(store, (form) => refuse({ inputOf: inputOfError }, form, error));
  } else {
    store.dispatch(kind.put({ ...stopped, refused: error.message }));
  }
}

/** Shows the changes of a valid form; closes the form if there are none. */
export function showChange(app: App, form: WebhookForm, original: Webhook): void {
  const dialog = webhookChange(original, wantedWebhook(form, original));
  if (!isEmptyChange(dialog)) {
    openChange(app, dialog);
    return;
  }
  close(app.store);
  showMessage(app.store, "ok", `Nothing to change on webhook ${original.id}`);
}

/** Sends the shown change; after a conflict over the change of another client. */
export async function sendChange(app: App): Promise<void> {
  const { store } = app;
  const dialog = kind.find(store.get());
  if (dialog === null || dialog.busy) return;
  store.dispatch(kind.put({ ...dialog, busy: true, refused: null }));
  try {
    const webhook = await send(app, dialog);
    store.batch(() => {
      close(store);
      discardText(app, webhook.id);
      store.dispatch(putWebhook(webhook));
      showMessage(store, "ok", `Webhook ${webhookName(store.get(), webhook.id) ?? webhook.id} saved`);
    });
  } catch (error) {
    fail(store, error);
  }
}

/** Drops the shown change. */
export function keepTheirs(app: App): void {
  const { store } = app;
  const theirs = kind.find(store.get())?.theirs ?? null;
  close(store);
  if (theirs === null) return;
  discardText(app, theirs.id);
  store.dispatch(putWebhook(theirs));
  showMessage(store, "ok", `Kept webhook ${theirs.id}; your change was dropped`);
}

/** Reopens the form or the text, merged with another client's changes. */
export async function editAgain(app: App): Promise<void> {
  const { store } = app;
  const dialog = kind.find(store.get());
  if (dialog === null) return;
  const { base, mine, theirs, text } = dialog;
  store.dispatch(closeDialogs(kind.kind));
  if (text === null) {
    if (theirs !== null) webhookFormKind.change(store, (form) => rebasedForm(form, mine, base, theirs));
  } else if (theirs === null) await editAsText(app, base);
  else await editAsText(app, theirs, { ...rebased(mine, base, theirs), status: mine.status }, text.secret);
}

/** Closes the change without sending it; an edited text is kept. */
export function leaveChange({ store, registry }: App): void {
  const dialog = kind.find(store.get());
  store.dispatch(closeDialogs(kind.kind));
  if (dialog === null || dialog.text === null) return;
  const key = keyOf(registry, "webhooks.edit-text");
  showMessage(store, "ok", `Nothing was sent. Your text is kept; ${key} opens it again.`);
}

/** Opens the form of a new webhook instead of a missing one. */
export function recreate(app: App): void {
  const { store } = app;
  const dialog = kind.find(store.get());
  if (dialog === null) return;
  const { local } = sessionSlice.get(store.get()).hub;
  close(store);
  discardText(app, dialog.base.id);
  store.dispatch(webhookFormKind.open(recreatedForm(dialog.mine, local)));
}

/** Inputs of the form by the API field named in an error. */
const inputs: readonly (readonly [field: RegExp, input: string])[] = [
  [/\burl\b/, "url"],
  [/\bjobSourceId\b/, "job"],
  [/\bwatched\b/, "watch"],
  [/\bdomains\b/, "repo"],
  [/\bsecret\b/, "secret"],
];

/** Returns the input with the value refused by the hub; null for none or several. */
export function inputOfError(error: HooklensError): string | null {
  if (!(error instanceof HubRefusedError) || error.status === 403) return null;
  const found = inputs.filter(([field]) => field.test(error.why ?? ""));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}
