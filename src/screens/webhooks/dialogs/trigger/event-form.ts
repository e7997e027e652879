import { UsageError } from "../../../../model/errors.ts";
import { documentedEvents, type EventName } from "../../../../model/event.ts";
import {
  parseAssignment,
  type PayloadChanges,
  payloadPaths,
  setPath,
} from "../../../../model/payload-changes.ts";
import { parseRepo, type WatchedItem } from "../../../../model/watched-item.ts";
import { v } from "../../../../text/visible.ts";
import { type Completion, completeText, suggest } from "../../../../tui/completion.ts";
import type { PreviewState } from "../../../../tui/dialogs/form-preview.ts";
import type { ChoiceInput, FormState, TextInput } from "../../../../tui/dialogs/form.ts";
import { type TextField, textField } from "../../../../tui/text-field.ts";
import { repoCandidates } from "../../../names.ts";

export type Payload = Readonly<Record<string, unknown>>;

/** Form of a synthetic event: its name, its repo and changes to its payload. */
export interface EventForm extends FormState {
  /** Index into `documentedEvents`. */
  readonly event: number;
  readonly repo: TextField;
  /** Changes as `path=value`; empty ones change nothing. */
  readonly set: readonly TextField[];
  readonly preview: PreviewState;
  /** Payload before the changes, with its inputs; null until known. */
  readonly base: { readonly of: string; readonly payload: Payload } | null;
  /** Payload to send; null until known. */
  readonly payload: Payload | null;
}

/** Number of changes; each nonempty field adds another one. */
const maxChanges = 9;

/** Texts of changes of a new form. */
export const noChanges: readonly TextField[] = Array.from({ length: maxChanges }, () => textField(""));

/** Returns the input of the event. */
export function eventInput<F extends EventForm>(
  more: Pick<ChoiceInput<F>, "isShown" | "isReachable"> = {},
): ChoiceInput<F> {
  return {
    type: "choice",
    name: "event",
    label: v`Event`,
    ...more,
    chosen({ event: index }) {
      const { scope = "", action = "" } = documentedEvents[index] ?? {};
      return { text: v`${scope}.${action}`, index, count: documentedEvents.length };
    },
    values: ({ event: index }) => ({
      texts: documentedEvents.map(({ scope, action }) => `${scope}.${action}`),
      index,
    }),
    step(open, by) {
      const { length } = documentedEvents;
      return { ...open, event: (open.event + by + length) % length };
    },
  };
}

/** Returns the input of the repo. */
export function repoInput<F extends EventForm>(
  more: Pick<TextInput<F>, "isShown" | "isReachable"> = {},
): TextInput<F> {
  return {
    type: "text",
    name: "repo",
    label: v`Repo`,
    placeholder: v`type:owner/name`,
    ...more,
    get: ({ repo }) => repo,
    put: (open, repo) => ({ ...open, repo }),
    complete: ({ value }, _open, state) => completeText(value, repoCandidates(state)),
    check: ({ repo }) => problemOf(() => parseRepo(repo.value.trim())),
  };
}

/** Returns the inputs of the changes. */
export function changeInputs<F extends EventForm>(): readonly TextInput<F>[] {
  return noChanges.map((_, index) => {
    const isShown = ({ set }: F) => index <= set.findLastIndex(({ value }) => value !== "") + 1;
    return {
      type: "text",
      name: `set-${index}`,
      label: index === 0 ? v`Set` : v``,
      placeholder: index === 0 ? v`path=value, changes the payload` : v`path=value`,
      isShown,
      isReachable: isShown,
      get: ({ set }) => set[index] ?? textField(""),
      put: (open, field) => ({ ...open, set: open.set.with(index, field) }),
      complete: ({ value, caret }, { base }) => completeChange(value, caret, base?.payload ?? {}),
      check: ({ set, base }) => changeProblem(set[index]?.value ?? "", base?.payload ?? {}),
    };
  });
}

/** Completes the path before `=` from the payload, and the value after it with the present one. */
function completeChange(text: string, caret: number, payload: Payload): Completion {
  const paths = payloadPaths(payload);
  const equals = text.indexOf("=");
  if (equals !== -1 && caret > equals) {
    const path = text.slice(0, equals).trim();
    const start = equals + 1;
    const known = paths.filter((one) => one.path === path).map(({ value }) => ({ text: valueText(value) }));
    return { start, end: text.length, suggestions: suggest(text.slice(start), known) };
  }
  const end = equals === -1 ? text.length : equals;
  const tail = equals === -1 ? "=" : "";
  const candidates = paths.map(({ path, value }) => ({ text: path + tail, note: noteText(value) }));
  return { start: 0, end, suggestions: suggest(text.slice(0, end).trim(), candidates) };
}

/** Returns a value as typed: text without quotes, unless it would parse as other JSON. */
function valueText(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    // Not JSON, so it is read as text.
    return value;
  }
}

/** Maximum length of a value beside its path. */
const noteLength = 40;

function noteText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > noteLength ? `${text.slice(0, noteLength)}…` : text;
}

function changeProblem(text: string, payload: Payload): string | null {
  if (text.trim() === "") return null;
  return problemOf(() => {
    const [path, value] = parseAssignment(text);
    setPath(payload, path, value);
  });
}

function problemOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

/** Returns the typed event and its repo; null while the repo is not valid. */
export function typedEvent(
  form: Pick<EventForm, "event" | "repo">,
): (EventName & { readonly repo: WatchedItem }) | null {
  const event = documentedEvents[form.event];
  const text = form.repo.value.trim();
  if (event === undefined || problemOf(() => parseRepo(text)) !== null) return null;
  return { ...event, repo: parseRepo(text) };
}

/** Returns the changes that are valid so far. */
export function typedChanges({ set, base }: Pick<EventForm, "set" | "base">): PayloadChanges {
  const isValid = (text: string) => text.trim() !== "" && changeProblem(text, base?.payload ?? {}) === null;
  return Object.fromEntries(
    set.filter(({ value }) => isValid(value)).map(({ value }) => parseAssignment(value)),
  );
}
