import type { AppState } from "../../../../tui/state/slice.ts";
import { type App, hubNow, receiverSecret } from "../../../app.ts";
import { changeReceiver } from "../../../change-receiver.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { webhookAddress } from "../../../public-url.ts";
import { makeSecret } from "../../../secret-field.ts";
import type { BlankFields, WebhooksApp, WebhooksRunning } from "../../running.ts";
import { putWebhook, selectedWebhook, webhooksSlice } from "../../state/webhooks.ts";
import { showCreated } from "./first-event.ts";
import { givesSecret, wantsSecret } from "./receiver-secret.ts";
import {
  cloneWebhookForm,
  draftOf,
  editWebhookForm,
  newWebhookForm,
  type WebhookForm,
  webhookFormKind,
} from "./webhook-form.ts";

/** Returns the form of a new webhook: for the receiver, with its secret, and for the first one with watched items. */
function blankForm({ store, services }: App): WebhookForm {
  const state = store.get();
  const url = webhookAddress(sessionSlice.get(state).receiver);
  const { local } = sessionSlice.get(state).hub;
  const secret = receiverSecret(services) ?? (wantsSecret(state) ? makeSecret() : null);
  return { ...newWebhookForm({ url, secret }, local), offered: offeredItem(state) };
}

function offeredItem(state: AppState): WebhookForm["offered"] {
  const { items, loadedAtMs } = webhooksSlice.get(state);
  const { account } = sessionSlice.get(state).hub;
  const isFirst = loadedAtMs !== null && items.length === 0;
  return isFirst && account !== null ? { type: "user", name: account } : null;
}

/** Opens the form of a new webhook, prefilled with this app's receiver. */
export function createWebhook(app: WebhooksApp): void {
  const form = blankForm(app);
  app.store.dispatch(webhookFormKind.open(form));
  app.running.fillIn(form);
  app.run("names.load");
}

/** Opens the form of the selected webhook. */
export function editWebhook({ store, run }: App): void {
  const state = store.get();
  const webhook = selectedWebhook(state);
  if (webhook === null) return;
  store.dispatch(webhookFormKind.open(editWebhookForm(webhook, sessionSlice.get(state).hub.local)));
  run("names.load");
}

/** Opens the form of a new webhook like the selected one. */
export function cloneWebhook({ store, run }: App): void {
  const state = store.get();
  const webhook = selectedWebhook(state);
  if (webhook === null) return;
  store.dispatch(webhookFormKind.open(cloneWebhookForm(webhook, sessionSlice.get(state).hub)));
  run("names.load");
}

/** Creates the webhook of a valid form; resolves with a function that shows it. */
export async function saveNew(app: WebhooksApp, form: WebhookForm): Promise<() => void> {
  const { store, services } = app;
  // Before the webhook: its first delivery must not be refused.
  if (givesSecret(store.get(), form)) await changeReceiver(app, { secret: form.secret.value });
  const webhook = await hubNow(services).createWebhook(draftOf(form));
  return () => {
    store.dispatch(putWebhook(webhook));
    showCreated(app, webhook);
  };
}

/** Fills in an opened blank form once the app knows its receiver and its account. */
export function watchBlankForm(app: App): Pick<WebhooksRunning, "fillIn" | "stop"> {
  const { store } = app;
  /** Filled-in fields of the open blank form; null without one. */
  let filled: BlankFields | null = null;

  // The app connects in steps: fills in an untouched empty field once its value is known.
  const stop = store.subscribe(() => {
    if (filled === null) return;
    const form = webhookFormKind.find(store.get());
    if (form === null) filled = null;
    else update(form, filled);
  });

  function update(form: WebhookForm, before: BlankFields): void {
    const known = blankForm(app);
    const field = (name: "url" | "secret") =>
      form[name] === before[name] && before[name].value === "" ? known[name] : form[name];
    const next = {
      ...form,
      url: field("url"),
      secret: field("secret"),
      offered: form.offered ?? known.offered,
      focus: form.changed || form.url.value !== "" || form.focus !== "url" ? form.focus : known.focus,
    };
    const names = ["url", "secret"] as const;
    const isNew =
      names.some((name) => next[name].value !== form[name].value) || next.offered !== form.offered;
    if (!isNew) return;
    filled = { url: next.url, secret: next.secret };
    webhookFormKind.change(store, () => next);
  }

  return { fillIn: (form) => void (filled = form), stop };
}
