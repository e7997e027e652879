import { webhookNameFault } from "../../../engine/webhook-names.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { shortenId } from "../../../text/identifiers.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { App, Form } from "../../app.ts";
import { renameWebhook } from "../operations/names.ts";
import { webhookViewSlice } from "../state/view.ts";
import { selectedWebhook } from "../state/webhooks.ts";

/** Form of a webhook's name on this machine. */
export interface NameForm extends FormState {
  readonly kind: "webhook-name";
  readonly webhookId: string;
  readonly name: TextField;
}

export function nameForm({ id }: Pick<Webhook, "id">, name: string): NameForm {
  return { ...untouched, kind: "webhook-name", focus: "name", webhookId: id, name: textField(name) };
}

const kind = dialogKind<NameForm>("webhook-name");

export function openNameForm({ store }: App): void {
  const webhook = selectedWebhook(store.get());
  if (webhook === null) return;
  store.dispatch(kind.open(nameForm(webhook, webhookViewSlice.get(store.get()).names[webhook.id] ?? "")));
}

const form: Form<NameForm> = {
  kind,
  id: "webhook-name",
  inputs: [
    {
      type: "text",
      name: "name",
      label: v`Name`,
      placeholder: v`no name`,
      get: ({ name }) => name,
      put: (open, name) => ({ ...open, name }),
      check: ({ name }) => webhookNameFault(name.value.trim())?.message ?? null,
    },
  ],
  async submit({ webhookId, name }, app) {
    const { store } = app;
    const given = name.value.trim();
    renameWebhook(app, webhookId, given);
    const id = shortenId(webhookId);
    return () =>
      showMessage(
        store,
        "ok",
        given === "" ? `Webhook ${id} has no name` : `Webhook ${id} is named ${given}`,
      );
  },
};

export const nameDialog = createFormDialog(form, {
  helpTitle: "Name of a webhook",
  title: ({ webhookId }) => v`Name webhook ${webhookId}`,
  about: () => [line(span(v`The Hub stores no names: this one is only on this machine.`, "muted"))],
  busyText: v`Saving…`,
  submit: { title: "Save the name", ...act("open", "save"), footerLabel: "save" },
});
