import { saveTemplate } from "../../../engine/templates.ts";
import { UsageError } from "../../../model/errors.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Form } from "../../app.ts";

/** Form of the name of a template. */
export interface TemplateForm extends FormState {
  readonly kind: "template";
  readonly seq: number;
  readonly name: TextField;
}

const templateKind = dialogKind<TemplateForm>("template");

export function templateForm(seq: number): TemplateForm {
  return { ...untouched, kind: "template", focus: "name", seq, name: textField("") };
}

const form: Form<TemplateForm> = {
  kind: templateKind,
  id: "template",
  inputs: [
    {
      type: "text",
      name: "name",
      label: v`Name`,
      placeholder: v`push-to-main`,
      get: ({ name }) => name,
      put: (open, name) => ({ ...open, name }),
    },
  ],
  async submit({ seq, name: { value } }, { store, services }) {
    const name = value.trim();
    const delivery = await services.reader.get(seq);
    if (delivery === null) throw new UsageError({ what: `delivery ${seq} was removed` });
    saveTemplate(services.dataDir, name, delivery.body);
    return () => showMessage(store, "ok", `Saved the payload of #${seq} as template ${name}`);
  },
};

export const templateDialog = createFormDialog(form, {
  helpTitle: "Template",
  title: ({ seq }) => v`Save payload of #${seq} as template`,
  about: () => [line(span(v`The trigger form and hooklens trigger --template use it.`, "muted"))],
  busyText: v`Saving…`,
  submit: { title: "Save the template", ...act("open", "save"), footerLabel: "save" },
});
