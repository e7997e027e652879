import type { WhatIf } from "../../../policy/edit/what-if.ts";
import { axes, type Axis, axisLabels } from "../../../policy/policy.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, type Visible } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, type TextInput, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { Action } from "../../../tui/state/slice.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Form } from "../../app.ts";
import { tryChange } from "../operations/pending-changes.ts";
import type { PoliciesRunning } from "../running.ts";
import type { SelectedCell } from "../state/what-if.ts";

/** Typed value: of the selected cell, of the document, or the ID of a copied clause. */
type TypedValue = "weight" | "minimum" | "retention" | "copy";

/** Form of a value to try. */
export interface ValueForm extends FormState {
  readonly kind: "what-if-value";
  readonly value: TypedValue;
  /** Cell of the value; null for a document value. */
  readonly cell: Pick<SelectedCell, "clause" | "axis"> | null;
  readonly text: TextField;
  /** Current value; empty if it is not known. */
  readonly now: string;
}

export const valueKind = dialogKind<ValueForm>("what-if-value");

/** Returns the action that opens the form. @param now current value; empty if it is not known */
export function openValueForm(value: TypedValue, cell: ValueForm["cell"], now: string): Action {
  return valueKind.open(valueForm(value, cell, now));
}

export function valueForm(value: TypedValue, cell: ValueForm["cell"], now: string): ValueForm {
  return {
    ...untouched,
    kind: "what-if-value",
    focus: "text",
    value,
    cell,
    text: textField(value === "copy" ? now : ""),
    now,
  };
}

const labels = { weight: v`Weight`, minimum: v`Minimum`, retention: v`Days`, copy: v`New ID` } as const;
const hints = {
  weight: v`from 0.0 to 1.0`,
  minimum: v`axes, from 0 to 10`,
  retention: v`whole days`,
  copy: v`ID of the copy`,
} as const;

const valueInputs: Form<ValueForm, PoliciesRunning> = {
  kind: valueKind,
  id: "what-if-value",
  inputs: [
    {
      type: "text",
      name: "text",
      label: ({ value }) => labels[value],
      placeholder: (_registry, { value, now }) =>
        now === "" ? hints[value] : v`${hints[value]}, now ${now}`,
      check: (open) => (changeOf(open) === null ? `type ${wanted[open.value]}` : alreadySet(open)),
      get: ({ text }) => text,
      put: (open, text) => ({ ...open, text }),
    },
  ],
  async submit(open, app) {
    const change = changeOf(open);
    return () => {
      if (change !== null) tryChange(app, change);
    };
  },
};

const wanted = {
  weight: "a number from 0.0 to 1.0",
  minimum: "a whole number from 0 to 10",
  retention: "a whole number of days",
  copy: "an ID",
} as const;

/** Returns the reason if the value is the current one, or null. */
function alreadySet({ value, text, now }: ValueForm): string | null {
  const isSame = value !== "copy" && now !== "" && Number(text.value) === Number(now);
  return isSame ? `it is already ${now}` : null;
}

/** Returns the change of the typed value; null if it is not valid. */
function changeOf({ value, cell, text }: ValueForm): WhatIf | null {
  const typed = text.value.trim();
  const number = /^\d*\.?\d+$/.test(typed) ? Number(typed) : Number.NaN;
  switch (value) {
    case "weight":
      return cell !== null && number >= 0 && number <= 1 ? { kind: "weight", ...cell, weight: number } : null;
    case "minimum":
      return Number.isInteger(number) && number <= 10 ? { kind: "minimum", minimum: number } : null;
    case "retention":
      return Number.isSafeInteger(number) ? { kind: "retention", days: number } : null;
    case "copy":
      return cell !== null && typed !== "" ? { kind: "copy-clause", clause: cell.clause, as: typed } : null;
  }
}

const titles = {
  weight: "Weight of",
  minimum: "Minimum coverage",
  retention: "Retention of receipts",
  copy: "Copy",
} as const;

export const valueDialog = createFormDialog(valueInputs, {
  helpTitle: "What-if value",
  title({ value, cell }, width) {
    const axis = value === "weight" ? ` ${cell?.axis ?? ""}` : "";
    const subject = cell === null ? "" : ` ${cell.clause.id}${axis}`;
    return truncate(v`${titles[value]}${subject}`, Math.max(1, width - 2), { where: "middle" });
  },
  busyText: v`Checking…`,
  submit: { title: "Try the value", ...act("open", "save"), footerLabel: "try" },
});

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

const clauseInputs: Form<ClauseForm, PoliciesRunning> = {
  kind: clauseKind,
  id: "what-if-clause",
  asksToDiscard: true,
  inputs: [
    textInput("id", v`ID`, v`not the ID of another clause`),
    textInput("title", v`Title`, v`requirement of the clause`),
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
      values: ({ axis }) => ({
        texts: axes.map((one) => `${one} ${axisLabels[one]}`),
        index: axes.indexOf(axis),
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

export const clauseDialog = createFormDialog(clauseInputs, {
  helpTitle: "What-if clause",
  title: () => v`Add a clause`,
  busyText: v`Checking…`,
  submit: { title: "Try the clause", ...act("open", "save"), footerLabel: "try" },
  choice: { title: "Select next axis", previous: "Select previous axis", footerLabel: "axis" },
  next: "field",
});
