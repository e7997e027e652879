import type { Webhook } from "../../../model/webhook.ts";
import type { Registry } from "../../../tui/registry.ts";
import { changeReceiver } from "../../change-receiver.ts";
import { hubNow, receiverSecret, type FeatureContext } from "../../context.ts";
import { putWebhook, webhooksSlice } from "../../known-webhooks/state.ts";
import { webhookAddress } from "../../public-url.ts";
import { makeSecret } from "../../secret-field.ts";
import { sessionSlice } from "../../session.ts";
import { createFirstEvent } from "../first/first-event.ts";
import { givesSecret, wantsSecret } from "../first/receiver-secret.ts";
import { createTextEffects, type TextEffects } from "./edit-text.ts";
import { createHubSearchEffects } from "./hub-search.ts";
import { type ChangeEffects, createChangeEffects } from "./send-change.ts";
import { createDraftEffects, type DraftEffects } from "./watch-draft.ts";
import {
  cloneWebhookForm,
  draftOf,
  editWebhookForm,
  newWebhookForm,
  type WebhookForm,
  webhookFormKind,
} from "./webhook-form.ts";

export interface EditorEffects extends ChangeEffects, DraftEffects, TextEffects {
  /** Opens the form of a new webhook, prefilled with this app's receiver. */
  create(): void;
  /** Opens the form of a webhook. */
  edit(webhook: Webhook): void;
  /** Opens the form of a new webhook like another one. */
  clone(webhook: Webhook): void;
  /** Creates the webhook of a valid form; resolves with a function that shows it. */
  save(form: WebhookForm): Promise<() => void>;
}

/** Creates the effects of the form of a webhook. */
export function createEditorEffects(context: FeatureContext, registry: Registry): EditorEffects {
  const { store, services } = context;
  const search = createHubSearchEffects(context);
  const texts = createTextEffects(context, registry);
  const drafts = createDraftEffects(context);
  const first = createFirstEvent(context, registry);
  const hub = () => sessionSlice.get(store.get()).hub;
  const open = (form: WebhookForm) => store.dispatch(webhookFormKind.open(form));

  /** Returns the form of a new webhook: for the receiver, with its secret, and for the first one with what it watches. */
  function blankForm(): WebhookForm {
    const state = store.get();
    const url = webhookAddress(sessionSlice.get(state).receiver);
    const { local } = hub();
    const secret = receiverSecret(context) ?? (wantsSecret(state) ? makeSecret() : null);
    return { ...newWebhookForm({ url, secret }, local), offered: offeredItem() };
  }

  function offeredItem(): WebhookForm["offered"] {
    const { items, loadedAtMs } = webhooksSlice.get(store.get());
    const { account } = hub();
    const isFirst = loadedAtMs !== null && items.length === 0;
    return isFirst && account !== null ? { type: "user", name: account } : null;
  }

  /** Fields of the open blank form as they were filled in; null while another form or none is open. */
  let filled: Pick<WebhookForm, "url" | "secret"> | null = null;

  // The app connects in steps: an empty field that nobody touched is filled in when its value is known.
  const unsubscribe = store.subscribe(() => {
    if (filled === null) return;
    const form = webhookFormKind.find(store.get());
    if (form === null) filled = null;
    else fillIn(form, filled);
  });

  function fillIn(form: WebhookForm, before: Pick<WebhookForm, "url" | "secret">): void {
    const known = blankForm();
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

  return {
    ...createChangeEffects(context, texts, registry),
    ...texts,
    ...drafts,
    create() {
      const form = blankForm();
      open(form);
      filled = form;
    },
    edit: (webhook) => open(editWebhookForm(webhook, hub().local)),
    clone: (webhook) => open(cloneWebhookForm(webhook, hub())),
    async save(form) {
      // Before the webhook: its first delivery must not be refused.
      if (givesSecret(store.get(), form))
        await changeReceiver({ store, services: services() }, { secret: form.secret.value });
      const webhook = await hubNow(services).createWebhook(draftOf(form));
      return () => {
        store.dispatch(putWebhook(webhook));
        first.created(webhook);
      };
    },
    stop() {
      search.stop();
      drafts.stop();
      first.stop();
      unsubscribe();
    },
  };
}
