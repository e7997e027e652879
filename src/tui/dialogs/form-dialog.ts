import type { Line } from "../../text/line.ts";
import { blank, clickable, lineWidth } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { wrapProse } from "../../text/wrap.ts";
import { covered } from "../components/suggestion-rows.ts";
import { act, actInField } from "../records/acts.ts";
import { type Command, internal } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Dialog, Floating } from "../records/screen.ts";
import { closeDialog } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { box, contentColumns, contentRows, dialogColumns } from "./box.ts";
import { confirmDiscard } from "./confirm.ts";
import {
  chosenSpan,
  errorRows,
  fieldRows as textFieldRows,
  type FormLines,
  formLines,
  labeled,
  noteIndent,
  stackedRows,
} from "./form-lines.ts";
import { type FormPreview, previewCommands, previewLines, previewList } from "./form-preview.ts";
import { completedOnTab, formSuggestionRows, formSuggestions } from "./form-suggestions.ts";
import {
  clickInput,
  editText,
  focusedInput,
  type Form,
  type FormState,
  type FormInput,
  moveFocus,
  pickChoice,
  stepChoice,
  submitForm,
} from "./form.ts";

/** Texts and keys of a form. */
export interface FormTexts<D extends FormState> {
  readonly helpTitle: string;
  title(form: D, width: number): Visible;
  /** Returns the unwrapped text below the inputs. */
  readonly about?: (state: AppState) => readonly Line[];
  /** Shown while the form is submitted: `Saving…`. */
  readonly busyText: Visible;
  readonly submit: Pick<Command, "title" | "keys" | "footerLabel">;
  /** Texts of the keys that change a choice; undefined in a form without choices. */
  readonly choice?: {
    readonly title: string;
    /** Title of the key for the previous value; without it, all keys select the next value. */
    readonly previous?: string;
    readonly footerLabel: string;
  };
  /** Label of the key that moves to the next input; undefined in a form with one input. */
  readonly next?: string;
  /** Text below the inputs: what the submission sends. */
  readonly preview?: FormPreview<D>;
}

/** Dialog and commands of a form, for its feature. */
export interface FormDialog<D extends FormState, R = unknown, S = unknown> {
  readonly dialog: Dialog<D>;
  readonly commands: readonly Command<R, S>[];
}

/** Creates the dialog and the commands of a form. */
export function createFormDialog<D extends FormState, R, S>(
  form: Form<D, R, S>,
  texts: FormTexts<D>,
  more: readonly Command<R, S>[] = [],
): FormDialog<D, R, S> {
  const commands = [...formCommands(form, texts), ...more];
  const { kind } = form;
  const { preview } = texts;
  const isAlone = (open: D) => preview?.get(open).only === true;
  return {
    commands,
    dialog: {
      kind: kind.kind,
      helpTitle: texts.helpTitle,
      ...(preview === undefined
        ? {}
        : {
            list(state: AppState, open: D, registry: Registry) {
              const { lines } = fieldLines(form, texts, state, open, registry);
              return previewList(form, preview, state, open, lines.length);
            },
          }),
      field(open) {
        const input = focusedInput(form, open);
        if (input?.type !== "text" || open.busy || isAlone(open)) return null;
        return { field: input.get(open), put: (field) => kind.put(editText(input, open, field)) };
      },
      typeAhead(_state, open) {
        const input = focusedInput(form, open);
        if (input?.type !== "choice" || input.values === undefined || open.busy) return null;
        return {
          texts: input.values(open).texts,
          select: (index) => kind.put(pickChoice(form, open, index)),
        };
      },
      suggestions: (state, open) => formSuggestions(form, state, open),
      box: (state, open, registry) => formBox(form, texts, state, open, registry),
    },
  };
}

function formCommands<D extends FormState, R, S>(
  form: Form<D, R, S>,
  texts: FormTexts<D>,
): readonly Command<R, S>[] {
  const { id, kind } = form;
  const scope = kind.kind;
  const { choice, next, submit } = texts;
  const needsChoice = (state: AppState) => {
    const open = kind.find(state);
    return open !== null && focusedInput(form, open)?.type === "choice" ? null : "these keys edit text here";
  };
  return [
    {
      ...submit,
      id: `${id}.submit`,
      scope,
      run(context) {
        kind.change(context.store, (open) => withFields(texts, open));
        return submitForm(form, context);
      },
    },
    ...(next === undefined
      ? []
      : [
          {
            id: `${id}.next`,
            scope,
            ...actInField("nextPane", "down"),
            title: "Go to the next field",
            footerLabel(state) {
              const open = kind.find(state);
              return open === null || completedOnTab(form, state, open) === null ? next : "complete";
            },
            run: ({ store }) =>
              kind.change(
                store,
                (open) => completedOnTab(form, store.get(), open) ?? moveIn(form, texts, open, 1),
              ),
          } satisfies Command<R, S>,
          {
            id: `${id}.previous`,
            scope,
            ...actInField("previousPane", "up"),
            title: "Go to the previous field",
            run: ({ store }) => kind.change(store, (open) => moveIn(form, texts, open, -1)),
          } satisfies Command<R, S>,
        ]),
    ...(choice === undefined
      ? []
      : [
          {
            id: `${id}.next-choice`,
            scope,
            ...(choice.previous === undefined
              ? actInField("mark", "left", "right")
              : actInField("right", "mark")),
            title: choice.title,
            footerLabel: choice.footerLabel,
            disabledReason: needsChoice,
            run: ({ store }) => kind.change(store, (open) => stepChoice(form, open, 1)),
          } satisfies Command<R, S>,
          ...(choice.previous === undefined
            ? []
            : [
                {
                  id: `${id}.previous-choice`,
                  scope,
                  ...actInField("left"),
                  title: choice.previous,
                  disabledReason: needsChoice,
                  run: ({ store }) => kind.change(store, (open) => stepChoice(form, open, -1)),
                } satisfies Command<R, S>,
              ]),
        ]),
    ...(form.inputs.some((input) => input.type === "text" && input.complete !== undefined)
      ? [
          {
            id: `${id}.suggest`,
            scope,
            ...(next === undefined ? actInField("suggest", "down") : act("suggest")),
            title: "Show suggestions for the field",
            disabledReason(state) {
              const open = kind.find(state);
              const input = open === null ? undefined : focusedInput(form, open);
              const completes = input?.type === "text" && input.complete !== undefined;
              return completes ? null : "this field has no suggestions";
            },
            run: ({ store }) => kind.change(store, (open) => ({ ...open, suggestions: { chosen: null } })),
          } satisfies Command<R, S>,
        ]
      : []),
    ...(texts.preview === undefined ? [] : previewCommands(form, texts.preview)),
    {
      id: `${id}.click`,
      scope: internal,
      keys: [],
      title: "Focus a field of the form",
      run({ store }, name) {
        if (name !== undefined) kind.change(store, (open) => clickInput(form, open, name));
      },
    },
    {
      id: `${id}.cancel`,
      scope,
      ...act("back"),
      title: "Cancel",
      footerLabel: "cancel",
      run(context) {
        const { store } = context;
        const open = kind.find(store.get());
        if (open !== null && withFields(texts, open) !== open) {
          store.dispatch(kind.put(withFields(texts, open)));
          return;
        }
        const asks = form.asksToDiscard === true && open?.changed === true;
        if (asks) confirmDiscard(context, scope);
        else store.dispatch(closeDialog());
      },
    },
  ];
}

/** Returns a form with its fields instead of the preview. */
function withFields<D extends FormState>({ preview }: FormTexts<D>, open: D): D {
  const shown = preview?.get(open);
  return preview === undefined || shown?.only !== true ? open : preview.put(open, { ...shown, only: false });
}

/** Moves the focus, or shows the fields again. */
function moveIn<D extends FormState>(form: Form<D>, texts: FormTexts<D>, open: D, step: 1 | -1): D {
  const shown = withFields(texts, open);
  return shown === open ? moveFocus(form, open, step) : shown;
}

/** Rows of a form's fields with the caret, and the number of last rows with an error or explanation. */
interface FieldLines extends FormLines {
  readonly refusedRows: number;
  readonly aboutRows: number;
}

function fieldLines<D extends FormState>(
  form: Form<D>,
  texts: FormTexts<D>,
  state: AppState,
  open: D,
  registry: Registry,
): FieldLines {
  const width = contentColumns(state, dialogColumns);
  const errorLimit = errorRowsIn(state);
  const shown = form.inputs.filter((input) => input.isShown?.(open) ?? true);
  const below = texts.about?.(state) ?? [];
  const about = [
    ...(below.length === 0 ? [] : [blank, ...below.flatMap((one) => wrapProse(one, width, 2))]),
    ...(texts.preview?.notes?.(open, state, width) ?? []),
  ];
  const refused = errorRows(open.refused, width, errorLimit);
  const inputs = formLines([
    ...shown.flatMap((input) => [
      input.linesAbove?.(open, width) ?? [],
      clickableRow(form.id, input, inputRow(input, open, width, registry)),
      open.errors[input.name] === undefined
        ? (input.linesBelow?.(open, state, width, registry) ?? [])
        : errorRows(open.errors[input.name], width, errorLimit),
    ]),
    refused,
    about,
  ]);
  return { ...inputs, refusedRows: refused.length, aboutRows: about.length };
}

/** Returns the maximum rows of an error, so that the focused field stays visible. */
function errorRowsIn(state: AppState): number {
  return Math.max(2, contentRows(state) - 1);
}

function formBox<D extends FormState>(
  form: Form<D>,
  texts: FormTexts<D>,
  state: AppState,
  open: D,
  registry: Registry,
): Floating {
  const width = contentColumns(state, dialogColumns);
  const inputs = fieldLines(form, texts, state, open, registry);
  const fieldRows = inputs.lines.length;
  const { preview, busyText } = texts;
  const below =
    preview === undefined ? [] : previewLines(form.id, preview, state, open, { fieldRows, width, registry });
  const title = texts.title(open, width);
  if (preview?.get(open).only === true) {
    return box(state, { title, lines: below, cursor: null, width: dialogColumns, focus: [0, 0] });
  }
  const cursor = open.busy ? null : inputs.cursor;
  // The marker of a suggestion is right of that of the field.
  const list = formSuggestionRows(form, state, open, { width, indent: Math.max(4, noteIndent(width)) });
  const position = open.busy ? busyText : list === null ? placeOf(form, open) : hiddenText(list.hidden);
  const focused = inputs.cursor?.y ?? inputs.lines.findIndex(({ role }) => role === "field");
  const errors = errorRows(open.errors[open.focus], width, errorRowsIn(state)).length;
  const refusedTo = fieldRows - inputs.aboutRows - 1;
  const isRefused = inputs.refusedRows > 0;
  const lastRow = isRefused ? refusedTo : focused + Math.max(1, errors);
  // An error too long for its place hides the focused field; typing clears the error.
  const isHigh = isRefused && refusedTo - focused >= contentRows(state);
  const lines = [...inputs.lines, ...below];
  return box(state, {
    title,
    lines: list === null ? lines : covered(lines, focused + 1, list.rows),
    cursor,
    width: dialogColumns,
    focus: [
      isHigh ? refusedTo - inputs.refusedRows + 1 : focused,
      list === null ? lastRow : focused + list.lastRow + 1,
    ],
    position,
  });
}

/** Returns the position of the focused choice among its values; empty if all are visible. */
function placeOf<D extends FormState>(form: Form<D>, open: D): Visible {
  const input = focusedInput(form, open);
  const chosen = input?.type === "choice" ? input.chosen?.(open) : undefined;
  return chosen === undefined ? v`` : v`${chosen.index + 1} of ${chosen.count}`;
}

function hiddenText(hidden: number): Visible {
  return hidden === 0 ? v`` : v`${hidden} more`;
}

/** Makes a click on the rows of an input focus it; lines with several inputs have their own clicks. */
function clickableRow<D>(formId: string, { name }: FormInput<D>, rows: readonly Line[] | FormLines) {
  const click = { command: `${formId}.click`, argument: name };
  const withClick = (one: Line): Line =>
    one.spans.some((part) => part.click !== undefined) ? one : { ...one, spans: clickable(click, one.spans) };
  return "lines" in rows ? { ...rows, lines: rows.lines.map(withClick) } : rows.map(withClick);
}

function inputRow<D extends FormState>(input: FormInput<D>, open: D, width: number, registry: Registry) {
  const focused = open.focus === input.name;
  const label = typeof input.label === "function" ? input.label(open) : input.label;
  if (input.type === "text") {
    const masked = input.isMasked?.(open) ?? false;
    const { placeholder } = input;
    const hint = typeof placeholder === "function" ? placeholder(registry, open) : placeholder;
    const long = input.rows === undefined ? {} : { rows: input.rows };
    return textFieldRows({ label, field: input.get(open), focused, masked, hint, ...long }, width);
  }
  const { chosen } = input;
  const value = chosen === undefined ? (input.draw?.(open) ?? []) : [chosenSpan(chosen(open), width)];
  const row = input.drawLine?.(open) ?? labeled(label, focused, ...value);
  return lineWidth(row) <= width ? [row] : stackedRows(label, focused, value);
}
