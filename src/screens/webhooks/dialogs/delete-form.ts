import type { Webhook } from "../../../model/webhook.ts";
import { line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { report } from "../../../tui/report.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Form } from "../../app.ts";
import { actOn } from "../operations/bulk.ts";

/** Question before several webhooks are deleted, which their number answers. */
export interface DeleteForm extends FormState {
  readonly kind: "delete-webhooks";
  readonly ids: readonly string[];
  /** Says which webhooks they are. */
  readonly lines: readonly string[];
  readonly number: TextField;
}

export function deleteForm(webhooks: readonly Pick<Webhook, "id">[], lines: readonly string[]): DeleteForm {
  return {
    ...untouched,
    kind: "delete-webhooks",
    focus: "number",
    ids: webhooks.map(({ id }) => id),
    lines,
    number: textField(),
  };
}

const form: Form<DeleteForm> = {
  kind: dialogKind<DeleteForm>("delete-webhooks"),
  id: "delete-webhooks",
  inputs: [
    {
      type: "text",
      name: "number",
      label: v`Number`,
      placeholder: v`number of webhooks`,
      get: ({ number }) => number,
      put: (open, number) => ({ ...open, number }),
      check: ({ number, ids }) =>
        number.value.trim() === String(ids.length)
          ? null
          : `To delete them, type their number: ${ids.length}`,
      linesAbove: ({ lines }) => lines.map((text) => line(span(visible(text)))),
      linesBelow: (_form, _state, _width, registry) => [
        line(span(v`Their activity and waiting dispatches are lost.`, "warn")),
        line(
          keySpan(registry, "app.undo"),
          span(v` restores the rest within 10 seconds, with new IDs.`, "muted"),
        ),
      ],
    },
  ],
  submit: ({ ids }, app) =>
    Promise.resolve(() => void actOn(app, "delete", ids).catch((error: unknown) => report(app.store, error))),
};

export const deleteDialog = createFormDialog(form, {
  helpTitle: "Deletion of webhooks",
  title: ({ ids }) => v`Delete ${count(ids.length)} webhooks?`,
  busyText: v`Deleting…`,
  submit: { title: "Delete the webhooks", ...act("open", "save"), footerLabel: "delete" },
});
