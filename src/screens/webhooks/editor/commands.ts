import { internal, type Command } from "../../../tui/commands/command.ts";
import { selectedWebhook } from "../../known-webhooks/state.ts";
import { needsSelection } from "../list/needs-selection.ts";
import type { EditorEffects } from "./open-form.ts";

/** Commands of the list that open the form of a webhook. */
export const editorCommands: readonly Command<EditorEffects>[] = [
  {
    id: "webhooks.new",
    scope: "webhooks",
    keys: ["n"],
    title: "Create a webhook",
    footerLabel: "new",
    run({ effects, run }) {
      effects.create();
      run("names.load");
    },
  },
  {
    id: "webhooks.edit",
    scope: "webhooks",
    keys: ["e"],
    title: "Edit the selected webhook",
    footerLabel: "edit",
    disabledReason: needsSelection,
    run({ store, effects, run }) {
      const webhook = selectedWebhook(store.get());
      if (webhook === null) return;
      effects.edit(webhook);
      run("names.load");
    },
  },
  {
    id: "webhooks.continue-draft",
    scope: internal,
    keys: [],
    title: "Continue an unsaved webhook",
    run: ({ effects }, name) => (name === undefined ? undefined : effects.continueDraft(name)),
  },
];

/** Commands with less room in the footer than those of the list. */
export const laterEditorCommands: readonly Command<EditorEffects>[] = [
  {
    id: "webhooks.clone",
    scope: "webhooks",
    keys: ["c"],
    title: "Clone the selected webhook",
    footerLabel: "clone",
    disabledReason: needsSelection,
    run({ store, effects, run }) {
      const webhook = selectedWebhook(store.get());
      if (webhook === null) return;
      effects.clone(webhook);
      run("names.load");
    },
  },
  {
    id: "webhooks.edit-text",
    scope: "webhooks",
    keys: ["E"],
    title: "Edit the webhook as YAML",
    footerLabel: "yaml",
    disabledReason: needsSelection,
    run({ store, effects }) {
      const webhook = selectedWebhook(store.get());
      return webhook === null ? undefined : effects.editText(webhook);
    },
  },
];
