import { type Axis, axes, axisLabels } from "../../../policy/policy.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, type TextInput, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Form } from "../../app.ts";
import { tryChange } from "../operations/pending-changes.ts";
import type { PoliciesRunning } from "../running.ts";

type ClauseText = "id" | "title" | "citation" | "fullRef";

/** Form of a clause to add. */
export interface ClauseForm extends FormState, Readonly<Record<ClauseText, TextField>> {
  readonly kind: "what-if-clause";
  /** Axis of its only mapping. */
  readonly axis: Axis;
}

export const clauseKind = dialogKind<ClauseForm>("what-if-clause");

export function clauseForm(axis: Axis): ClauseForm {
  const empty = textField("");
  const texts = { id: empty, title: empty, citation: empty, fullRef: empty };
  return { ...untouched, kind: "what-if-clause", focus: "id", ...texts, axis };
}

/** Creates the input of a text that must not be empty. */
function textInput(name: ClauseText, label: Visible, placeholder: Visible): TextInput<ClauseForm> {
  return {
    type: "text",
    name,
    label,
    placeholder,
    check: (open) => (open[name].value.trim() === "" ? "type a text" : null),
    get: (open) => open[name],
    put: (open, text) => ({ ...open, [name]: text }),
  };
}

const form: Form<ClauseForm, PoliciesRunning> = {
  kind: clauseKind,
  id: "what-if-clause",
  asksToDiscard: true,
  inputs: [
    textInput("id", v`ID`, v`one that no clause has`),
    textInput("title", v`Title`, v`what the clause requires`),
    textInput("citation", v`Citation`, v`section of the regulation`),
    textInput("fullRef", v`Full ref`, v`section, its title and part`),
    {
      type: "choice",
      name: "axis",
      label: v`Axis`,
      chosen: ({ axis }) => ({
        text: v`${axis} ${axisLabels[axis]}`,
        index: axes.indexOf(axis),
        count: axes.length,
      }),
      step: (open, by) => ({
        ...open,
        axis: axes[(axes.indexOf(open.axis) + by + axes.length) % axes.length] ?? open.axis,
      }),
    },
  ],
  async submit({ id, title, citation, fullRef, axis }, app) {
    const text = ({ value }: TextField) => value.trim();
    const clause = {
      id: text(id),
      title: text(title),
      citation: text(citation),
      fullRef: text(fullRef),
      axis,
    };
    return () => tryChange(app, { kind: "add-clause", clause });
  },
};

export const clauseDialog = createFormDialog(form, {
  helpTitle: "What-if clause",
  title: () => v`Add a clause`,
  busyText: v`Checking…`,
  submit: { title: "Try the clause", keys: ["enter", "ctrl+s"], footerLabel: "try" },
  choice: { title: "Select next axis", previous: "Select previous axis", footerLabel: "axis" },
  next: "field",
});
