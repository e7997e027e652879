import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import type { Line, Span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import type { Completion } from "../completion.ts";
import type { App } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import { closeDialogs, type DialogData, type DialogKind } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import type { TextField } from "../text-field.ts";

/** State of every form. Errors never discard input. */
export interface FormState extends DialogData {
  /** Name of the focused input. */
  readonly focus: string;
  /** Errors by the name of the input. */
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** Error of the last submission, or null. */
  readonly refused: string | null;
  /** True while the form is being submitted. */
  readonly busy: boolean;
  /** True if something was typed or chosen. */
  readonly changed: boolean;
  /** Suggestions below the focused input, with the chosen index; null while closed. */
  readonly suggestions: { readonly chosen: number | null } | null;
}

/** State of a form that was just opened. */
export const untouched = {
  errors: {},
  refused: null,
  busy: false,
  changed: false,
  suggestions: null,
} as const;

interface Input<D> {
  readonly name: string;
  readonly label: Visible | ((form: D) => Visible);
  /** Returns false if the focus skips the input. */
  isReachable?(form: D): boolean;
  /** Returns false if the input is hidden. */
  isShown?(form: D): boolean;
  /** Returns the reason for an invalid input, or null. */
  check?(form: D): string | null;
  /** Returns the lines between the input and the one above. */
  linesAbove?(form: D, width: number): readonly Line[];
  /** Returns the lines below an input without an error. */
  linesBelow?(form: D, state: AppState, width: number, registry: Registry): readonly Line[];
}

/** Text field of a form. */
export interface TextInput<D> extends Input<D> {
  readonly type: "text";
  get(form: D): TextField;
  put(form: D, field: TextField): D;
  /** Text shown while the field is empty. */
  readonly placeholder: Visible | ((registry: Registry, form: D) => Visible);
  isMasked?(form: D): boolean;
  /**
   * Maximum rows of a long text.
   * @default one row, which scrolls
   */
  readonly rows?: number;
  /** Converts the typed text when the focus leaves, instead of a check, and before the form is submitted. */
  accept?(form: D): D;
  /** Returns the completion of the text at the caret. */
  complete?(field: TextField, form: D, state: AppState): Completion;
  /** True for a path: Tab completes it as a shell does, before it goes to the next field. */
  readonly completesOnTab?: boolean;
  /** True if the suggestions open when the focus reaches the empty field: a list to pick from. */
  readonly opensEmpty?: boolean;
  /** True if taking a suggestion submits the form. */
  readonly submitsSuggestion?: boolean;
}

/** Value that is chosen, and its place among all. */
export interface ChosenValue {
  readonly text: Visible;
  readonly index: number;
  readonly count: number;
}

/** Choice of one of several values. */
export interface ChoiceInput<D> extends Input<D> {
  readonly type: "choice";
  /**
   * Name of the input whose error a change clears.
   * @default this input
   */
  readonly errorOf?: string;
  /** Returns the value after the label. */
  draw?(form: D): readonly Span[];
  /** Returns the chosen value if not all are visible, to draw instead of `draw`. */
  chosen?(form: D): ChosenValue;
  /** Returns the texts of all values, which typing selects among, and the index of the chosen one. */
  values?(form: D): { readonly texts: readonly string[]; readonly index: number };
  /** Returns the whole line, instead of a label and a value. */
  drawLine?(form: D): Line;
  step(form: D, by: 1 | -1): D;
}

export type FormInput<D> = TextInput<D> | ChoiceInput<D>;

/** Inputs of a form and its submission. */
export interface Form<D extends FormState, R = unknown, S = unknown> {
  readonly kind: DialogKind<D>;
  /** Prefix of the IDs of its commands. */
  readonly id: string;
  readonly inputs: readonly FormInput<D>[];
  /** True if Cancel asks before changes are discarded. */
  readonly asksToDiscard?: boolean;
  /** Asks about a valid form instead of submitting it, for example about its effects. Returns false to submit. */
  asks?(form: D, app: App<R, S>): boolean;
  /** Returns the name of the input that caused a submission error, or null. */
  inputOf?(error: HooklensError): string | null;
  /**
   * Submits a valid form and resolves with a function to call after the form has closed. A `HooklensError` appears in
   * the form and keeps it open.
   */
  submit(form: D, app: App<R, S>): Promise<() => void>;
}

type Inputs<D extends FormState> = Pick<Form<D, never>, "inputs">;

export function focusedInput<D extends FormState>({ inputs }: Inputs<D>, form: D): FormInput<D> | undefined {
  return inputs.find(({ name }) => name === form.focus);
}

export function reachableInputs<D extends FormState>(
  { inputs }: Inputs<D>,
  form: D,
): readonly FormInput<D>[] {
  return inputs.filter((input) => input.isReachable?.(form) ?? true);
}

/** Moves the focus to the next or previous input, cyclically. Accepts or checks the left input. */
export function moveFocus<D extends FormState>(spec: Inputs<D>, form: D, step: 1 | -1): D {
  const current = focusedInput(spec, form);
  const left = current === undefined ? form : leave(form, current);
  const names = reachableInputs(spec, left).map(({ name }) => name);
  const index = names.indexOf(left.focus);
  return focusInput(spec, left, names[(index + step + names.length) % names.length] ?? left.focus);
}

/** Focuses an input, and opens the suggestions of an empty field to pick from. */
function focusInput<D extends FormState>(spec: Inputs<D>, form: D, focus: string): D {
  const focused = { ...form, focus };
  const input = focusedInput(spec, focused);
  const opens = input?.type === "text" && input.opensEmpty === true && input.get(focused).value === "";
  return { ...focused, suggestions: opens ? { chosen: null } : null };
}

/** Focuses a reachable input on a click, after accepting or checking the left one. Changes a choice, too. */
export function clickInput<D extends FormState>(spec: Inputs<D>, form: D, name: string): D {
  if (form.busy || reachableInputs(spec, form).every((input) => input.name !== name)) return form;
  const current = focusedInput(spec, form);
  const left = current === undefined || current.name === name ? form : leave(form, current);
  return stepChoice(spec, focusInput(spec, left, name), 1);
}

/** Replaces the text of an input, clears its error, and opens its suggestions if the text changed. */
export function editText<D extends FormState>(input: TextInput<D>, form: D, field: TextField): D {
  const isTyped = field.value !== input.get(form).value;
  const suggestions = isTyped && field.value !== "" ? { chosen: null } : null;
  return {
    ...withoutError(input.put(form, field), input.name),
    refused: null,
    changed: form.changed || isTyped,
    suggestions,
  };
}

/** Changes the focused choice and clears its error. */
export function stepChoice<D extends FormState>(spec: Inputs<D>, form: D, by: 1 | -1): D {
  const input = focusedInput(spec, form);
  if (input?.type !== "choice") return form;
  const stepped = withoutError(input.step(form, by), input.errorOf ?? input.name);
  return { ...stepped, refused: null, changed: true };
}

/** Changes the focused choice to the value at an index. */
export function pickChoice<D extends FormState>(spec: Inputs<D>, form: D, index: number): D {
  const input = focusedInput(spec, form);
  const at = input?.type === "choice" ? (input.values?.(form).index ?? index) : index;
  const by = index > at ? 1 : -1;
  return Array.from({ length: Math.abs(index - at) }).reduce<D>((open) => stepChoice(spec, open, by), form);
}

/** Accepts typed text, checks all reachable inputs, and focuses the first one with an error. */
export function checkForm<D extends FormState>(spec: Inputs<D>, form: D): D {
  let checked: D = { ...form, suggestions: null };
  for (const input of spec.inputs) checked = accept(checked, input);
  const reachable = reachableInputs(spec, checked);
  for (const input of reachable) checked = checkInput(checked, input);
  const first = reachable.find(({ name }) => checked.errors[name] !== undefined);
  return first === undefined ? checked : { ...checked, focus: first.name };
}

export function isComplete({ errors }: FormState): boolean {
  return Object.keys(errors).length === 0;
}

/** Accepts the typed text if the input has `accept`; otherwise checks the input. */
function leave<D extends FormState>(form: D, input: FormInput<D>): D {
  const accepts = input.type === "text" && input.accept !== undefined;
  return accepts ? accept(form, input) : checkInput(form, input);
}

function accept<D extends FormState>(form: D, input: FormInput<D>): D {
  return input.type === "text" ? (input.accept?.(form) ?? form) : form;
}

function checkInput<D extends FormState>(form: D, input: FormInput<D>): D {
  const error = input.check?.(form) ?? null;
  if (error === null) return withoutError(form, input.name);
  return { ...form, errors: { ...form.errors, [input.name]: error } };
}

export function withoutError<D extends FormState>(form: D, name: string): D {
  const { [name]: _, ...others } = form.errors;
  return { ...form, errors: others };
}

/** Submits an open form if it is valid; otherwise shows its errors. */
export async function submitForm<D extends FormState, R, S>(
  form: Form<D, R, S>,
  app: App<R, S>,
): Promise<void> {
  const { store } = app;
  const open = form.kind.find(store.get());
  if (open === null || open.busy) return;
  const checked = checkForm(form, open);
  const isValid = isComplete(checked);
  store.dispatch(form.kind.put({ ...checked, busy: false, refused: null }));
  if (!isValid || form.asks?.(checked, app) === true) return;
  store.dispatch(form.kind.put({ ...checked, busy: true, refused: null }));
  try {
    const done = await form.submit(checked, app);
    store.batch(() => {
      store.dispatch(closeDialogs(form.kind.kind));
      done();
    });
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    form.kind.change(store, (now) => refuse(form, { ...now, busy: false }, error));
  }
}

/** Shows a submission error at its input, or below the inputs. */
export function refuse<D extends FormState>(
  { inputOf }: Pick<Form<D>, "inputOf">,
  form: D,
  error: HooklensError,
): D {
  const { message } = error;
  const name = inputOf?.(error) ?? null;
  if (name === null) return { ...form, refused: message };
  return { ...form, focus: name, errors: { ...form.errors, [name]: message } };
}
