import type { Webhook } from "../../../model/webhook.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { hubNow, receiverSecret, type FeatureContext } from "../../context.ts";
import { webhookAddress } from "../../public-url.ts";
import { sessionSlice } from "../../session.ts";
import { putWebhook } from "../../webhooks-state.ts";
import { type ChangeEffects, createChangeEffects } from "./change-effects.ts";
import { createDraftEffects, type DraftEffects } from "./draft-effects.ts";
import { createHubSearchEffects } from "./hub-search.ts";
import {
  cloneWebhookForm,
  draftOf,
  editWebhookForm,
  newWebhookForm,
  type WebhookForm,
  webhookFormKind,
} from "./webhook-form.ts";

export interface EditorEffects extends ChangeEffects, DraftEffects {
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
export function createEditorEffects(context: FeatureContext): EditorEffects {
  const { store, services } = context;
  const search = createHubSearchEffects(context);
  const drafts = createDraftEffects(context);
  const hub = () => sessionSlice.get(store.get()).hub;
  const open = (form: WebhookForm) => store.dispatch(webhookFormKind.open(form));

  return {
    ...createChangeEffects(context),
    ...drafts,
    create() {
      const url = webhookAddress(sessionSlice.get(store.get()).receiver);
      open(newWebhookForm({ url, secret: receiverSecret(context) }, hub().local));
    },
    edit: (webhook) => open(editWebhookForm(webhook, hub().local)),
    clone: (webhook) => open(cloneWebhookForm(webhook, hub())),
    async save(form) {
      const webhook = await hubNow(services).createWebhook(draftOf(form));
      return () => {
        store.dispatch(putWebhook(webhook));
        showMessage(store, "ok", `Webhook ${webhook.id} created`);
      };
    },
    stop() {
      search.stop();
      drafts.stop();
    },
  };
}
