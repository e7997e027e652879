import { changedParts } from "../../../../model/webhook-parts.ts";
import { type Line, line, span } from "../../../../text/line.ts";
import { v } from "../../../../text/visible.ts";
import { createFormDialog } from "../../../../tui/dialogs/form-dialog.ts";
import { editText, moveFocus, submitForm } from "../../../../tui/dialogs/form.ts";
import { act } from "../../../../tui/records/acts.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { replaceText } from "../../../../tui/text-field.ts";
import type { Form } from "../../../app.ts";
import { canOpenTunnel, needsTunnel, sessionSlice } from "../../../connection-state.ts";
import { publicAddress } from "../../../public-url.ts";
import { secretCommands } from "../../../secret-field.ts";
import type { WebhooksApp, WebhooksCommand, WebhooksRunning } from "../../running.ts";
import { secretInput, urlInput, webhookInputs } from "./inputs.ts";
import { listedChange } from "./open-change.ts";
import { saveNew } from "./open-form.ts";
import { inputOfError, showChange } from "./send-change.ts";
import { addTypedItems, editLastWatchedItem, type WebhookForm, webhookFormKind } from "./webhook-form.ts";

export const webhookFormSpec: Form<WebhookForm, WebhooksRunning> = {
  kind: webhookFormKind,
  id: "form",
  asksToDiscard: true,
  inputs: webhookInputs,
  inputOf: inputOfError,
  asks(form, app) {
    if (form.original === null) return false;
    showChange(app, form, form.original);
    return true;
  },
  submit: (form, app) => saveNew(app, form),
};

/** Handles Enter: saves from the secret, adds typed items, and otherwise moves to the next input. */
function acceptInput(app: WebhooksApp): void | Promise<void> {
  const form = webhookFormKind.find(app.store.get());
  if (form?.focus === "secret") return submitForm(webhookFormSpec, app);
  const addsItem = form?.focus === "watch" && form.watch.value.trim() !== "";
  webhookFormKind.change(app.store, (open) =>
    addsItem ? addTypedItems(open) : moveFocus(webhookFormSpec, open, 1),
  );
  return undefined;
}

const moreCommands: readonly WebhooksCommand[] = [
  {
    id: "form.enter",
    scope: "webhook-form",
    ...act("open"),
    title: "Accept and continue",
    run: acceptInput,
  },
  {
    id: "form.edit-item",
    scope: "webhook-form",
    ...act("editLast"),
    title: "Edit the last watched item",
    disabledReason(state) {
      const form = webhookFormKind.find(state);
      return form?.focus === "watch" && form.watch.value === "" && form.watched.length > 0
        ? null
        : "this key edits text here";
    },
    run: ({ store }) => webhookFormKind.change(store, editLastWatchedItem),
  },
  {
    id: "form.public-url",
    scope: "webhook-form",
    ...act("insertUrl"),
    title: "Insert the public URL",
    disabledReason(state) {
      const form = webhookFormKind.find(state);
      if (form === null || form.target !== "url" || form.busy) return "there is no URL field";
      return sessionSlice.get(state).receiver.publicUrl === null ? needsTunnel(state) : null;
    },
    run({ store, run }) {
      const state = store.get();
      const form = webhookFormKind.find(state);
      const address = form === null ? null : publicAddress(sessionSlice.get(state).receiver, form.url.value);
      if (address !== null) webhookFormKind.change(store, (open) => insertPublicUrl(open, address));
      else if (canOpenTunnel(state)) run("tunnel.toggle");
    },
  },
  ...secretCommands(webhookFormKind, secretInput, "form"),
];

/** Draws the parts of the edited webhook changed by another client. */
function changedMeanwhile(state: AppState): readonly Line[] {
  const original = webhookFormKind.find(state)?.original ?? null;
  const theirs = original === null ? null : listedChange(state, original);
  if (original === null || theirs === null) return [];
  const parts = changedParts(original, theirs).join(", ");
  return [line(span(v`▲ Changed meanwhile by another client: ${parts}. Saving shows both.`, "warn"))];
}

/** Replaces the URL, undoable in one step, and focuses it. */
function insertPublicUrl(form: WebhookForm, address: string): WebhookForm {
  if (form.target !== "url" || form.url.value === address) return form;
  return { ...editText(urlInput, form, replaceText(form.url, address)), focus: "url" };
}

export const webhookFormDialog = createFormDialog(
  webhookFormSpec,
  {
    helpTitle: "Webhook form",
    title: ({ original }) => (original === null ? v`Create a webhook` : v`Edit webhook ${original.id}`),
    busyText: v`Saving…`,
    submit: { title: "Save the webhook", ...act("save"), footerLabel: "save" },
    next: "next",
    choice: { title: "Toggle target or domain", footerLabel: "toggle" },
    about: changedMeanwhile,
  },
  moreCommands,
);
