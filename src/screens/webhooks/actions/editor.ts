import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { editAsText } from "../dialogs/editor/edit-text.ts";
import { cloneWebhook, createWebhook, editWebhook } from "../dialogs/editor/open-form.ts";
import { continueDraft } from "../dialogs/editor/watch-draft.ts";
import type { WebhooksCommand } from "../running.ts";
import { selectedWebhook, requireWebhook } from "../state/webhooks.ts";

/** Commands of the list that open the form of a webhook. */
export const editorCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.new",
    scope: "webhooks",
    ...act("create"),
    title: "Create a webhook",
    footerLabel: "new",
    run: createWebhook,
  },
  {
    id: "webhooks.edit",
    scope: "webhooks",
    ...act("edit"),
    title: "Edit the selected webhook",
    footerLabel: "edit",
    disabledReason: requireWebhook,
    run: editWebhook,
  },
  {
    id: "webhooks.continue-draft",
    scope: internal,
    keys: [],
    title: "Continue an unsaved webhook",
    run: continueDraft,
  },
];

/** Commands with less room in the footer than those of the list. */
export const laterEditorCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.clone",
    scope: "webhooks",
    ...act("moreClone"),
    title: "Clone the selected webhook",
    footerLabel: "clone",
    disabledReason: requireWebhook,
    run: cloneWebhook,
  },
  {
    id: "webhooks.edit-text",
    scope: "webhooks",
    ...act("moreText"),
    title: "Edit the webhook as YAML",
    footerLabel: "yaml",
    disabledReason: requireWebhook,
    run(app) {
      const webhook = selectedWebhook(app.store.get());
      return webhook === null ? undefined : editAsText(app, webhook);
    },
  },
];
