import { isHooklensError } from "../../model/errors.ts";
import { domains, normalizeDomain, type Domain } from "../../model/event.ts";
import { secretProblem } from "../../model/secret.ts";
import { parseWebhookUrl } from "../../model/url.ts";
import type { WatchedItem } from "../../model/watched-item.ts";
import { formatWatchedItem, parseWatchedItem, unknownType } from "../../model/watched-item.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../../model/webhook.ts";
import { dialogKind } from "../../tui/state/nav.ts";
import type { TextField } from "../../tui/text-field.ts";
import { replaceText, textField } from "../../tui/text-field.ts";

export const formFields = ["target", "url", "job", "watch", ...domains, "secret"] as const;
export type FormField = (typeof formFields)[number];
/** Fields that contain text. */
export type TextFormField = "url" | "job" | "watch" | "secret";

/** Form for creating and editing a webhook. Errors never discard input. */
export interface WebhookForm {
  readonly kind: "webhook-form";
  /** Webhook being edited; null for a new one. */
  readonly original: Webhook | null;
  /** The local hub accepts known types only; for other hubs, unknown types cause a warning. */
  readonly hubIsLocal: boolean;
  readonly target: "url" | "job";
  readonly url: TextField;
  readonly job: TextField;
  readonly watched: readonly WatchedItem[];
  /** Item being typed. */
  readonly watch: TextField;
  /** Selected domains. */
  readonly domains: readonly Domain[];
  readonly secret: TextField;
  readonly secretShown: boolean;
  readonly focus: FormField;
  readonly errors: Readonly<Partial<Record<FormField, string>>>;
  /** Error of the last save. */
  readonly refused: string | null;
  readonly saving: boolean;
  readonly changed: boolean;
}

export const webhookFormKind = dialogKind<WebhookForm>("webhook-form");

/** Creates the form of a new webhook, prefilled with the receiver's URL and secret. */
export function newWebhookForm(
  receiver: { readonly url: string | null; readonly secret: string | null },
  hubIsLocal: boolean,
): WebhookForm {
  return {
    kind: "webhook-form",
    original: null,
    hubIsLocal,
    target: "url",
    url: textField(receiver.url ?? ""),
    job: textField(),
    watched: [],
    watch: textField(),
    domains,
    secret: textField(receiver.secret ?? ""),
    secretShown: false,
    // With a URL, the watched items come next.
    focus: receiver.url === null ? "url" : "watch",
    errors: {},
    refused: null,
    saving: false,
    changed: false,
  };
}

export function editWebhookForm(webhook: Webhook, hubIsLocal: boolean): WebhookForm {
  const own = webhook.domains.map(normalizeDomain);
  return {
    ...newWebhookForm({ url: webhook.url, secret: webhook.secret }, hubIsLocal),
    original: webhook,
    target: webhook.url === null ? "job" : "url",
    job: textField(typeof webhook.job?.["id"] === "string" ? webhook.job["id"] : ""),
    watched: webhook.watched,
    domains: own.length === 0 ? domains : domains.filter((domain) => own.includes(domain)),
    focus: webhook.url === null ? "watch" : "url",
  };
}

/** Returns the editable fields. The target cannot change after creation. */
export function reachableFields(form: WebhookForm): readonly FormField[] {
  return formFields.filter((field) => {
    if (field === "target") return form.original === null;
    if (field === "url") return form.target === "url";
    if (field === "job") return form.target === "job" && form.original === null;
    return true;
  });
}

/** Moves to the next or previous field, cyclically, and adds a typed item. */
export function moveFocus(form: WebhookForm, step: 1 | -1): WebhookForm {
  const next = form.focus === "watch" ? addTypedItems(form) : checkField(form, form.focus);
  const fields = reachableFields(next);
  const index = fields.indexOf(next.focus);
  const focus = fields[(index + step + fields.length) % fields.length] ?? next.focus;
  return { ...next, focus };
}

export function isTextFormField(field: FormField): field is TextFormField {
  return field === "url" || field === "job" || field === "watch" || field === "secret";
}

export function isDomainField(field: FormField): field is Domain {
  return domains.some((domain) => domain === field);
}

/** Updates a text field and clears its error. */
export function editFormText(form: WebhookForm, field: TextFormField, text: TextField): WebhookForm {
  const changed = form.changed || text.value !== form[field].value;
  return { ...form, [field]: text, errors: without(form.errors, field), changed };
}

/** Replaces the URL, undoable in one step. */
export function insertPublicUrl(form: WebhookForm, url: string): WebhookForm {
  if (form.target !== "url" || form.url.value === url) return form;
  return { ...editFormText(form, "url", replaceText(form.url, url)), focus: "url" };
}

/** Toggles the target or the focused domain. */
export function toggleChoice(form: WebhookForm): WebhookForm {
  const { focus } = form;
  if (focus === "target") {
    return { ...form, target: form.target === "url" ? "job" : "url", errors: {}, changed: true };
  }
  if (!isDomainField(focus)) return form;
  const ticked = domains.filter((domain) => (domain === focus) !== form.domains.includes(domain));
  return { ...form, domains: ticked, errors: without(form.errors, domains[0]), changed: true };
}

/** Adds the typed items, separated by spaces or commas. Invalid ones stay in the field with an error. */
export function addTypedItems(form: WebhookForm): WebhookForm {
  let watched = form.watched;
  const left: string[] = [];
  let error: string | undefined;
  const typed = form.watch.value.split(/[\s,]+/).filter(Boolean);
  for (const text of typed) {
    try {
      const item = parseWatchedItem(text);
      const unknown = form.hubIsLocal ? unknownType(item.type) : null;
      if (unknown !== null) throw unknown;
      if (!watched.some((one) => formatWatchedItem(one) === formatWatchedItem(item)))
        watched = [...watched, item];
    } catch (problem) {
      left.push(text);
      error ??= messageOf(problem);
    }
  }
  const errors = error === undefined ? without(form.errors, "watch") : { ...form.errors, watch: error };
  const changed = form.changed || watched !== form.watched;
  // If no item was added, the field keeps its caret and undo history.
  const watch = left.length > 0 && left.length === typed.length ? form.watch : textField(left.join(" "));
  return { ...form, watched, watch, errors, changed };
}

/** Moves the last item back to the field for editing. */
export function editLastWatchedItem(form: WebhookForm): WebhookForm {
  const last = form.watched.at(-1);
  if (last === undefined) return form;
  return {
    ...form,
    watched: form.watched.slice(0, -1),
    watch: textField(formatWatchedItem(last)),
    changed: true,
  };
}

/** Validates all fields and focuses the first with an error. */
export function checkForm(form: WebhookForm): WebhookForm {
  let checked = addTypedItems(form);
  for (const field of reachableFields(form)) checked = checkField(checked, field);
  const first = reachableFields(checked).find((field) => checked.errors[field] !== undefined);
  return first === undefined ? checked : { ...checked, focus: first };
}

export function isComplete(form: WebhookForm): boolean {
  return Object.keys(form.errors).length === 0;
}

/** Converts the validated form to a request. */
export function draftOf(form: WebhookForm): WebhookDraft {
  return {
    ...(form.target === "url" ? { url: form.url.value.trim() } : { jobId: form.job.value.trim() }),
    watched: form.watched,
    domains: form.domains,
    ...(form.secret.value === "" ? {} : { secret: form.secret.value }),
  };
}

/** Returns the changes to the original webhook. */
export function changeOf(form: WebhookForm, original: Webhook): WebhookChange {
  const url = form.url.value.trim();
  return {
    ...(original.url !== null && url !== original.url ? { url } : {}),
    watched: form.watched,
    domains: form.domains,
    ...(form.secret.value === (original.secret ?? "") ? {} : { secret: form.secret.value }),
  };
}

/** Returns a warning about the first item of an unknown type; null if there is none. */
export function unknownTypes({ watched }: Pick<WebhookForm, "watched">): string | null {
  return watched.map(({ type }) => unknownType(type)).find((problem) => problem !== null)?.message ?? null;
}

function checkField(form: WebhookForm, field: FormField): WebhookForm {
  const error = fieldError(form, field);
  return {
    ...form,
    errors: error === null ? without(form.errors, field) : { ...form.errors, [field]: error },
  };
}

function fieldError(form: WebhookForm, field: FormField): string | null {
  switch (field) {
    case "target":
      return null;
    case "url":
      try {
        parseWebhookUrl(form.url.value);
        return null;
      } catch (problem) {
        return form.url.value.trim() === ""
          ? "Enter a URL, for example https://example.org/hook"
          : messageOf(problem);
      }
    case "job":
      return form.job.value.trim() === ""
        ? "Enter the ID of the source Job, for example 687f911eaea852de79c4a50a"
        : null;
    case "watch":
      if (form.errors.watch !== undefined && form.watch.value !== "") return form.errors.watch;
      if (form.watched.length === 0) {
        return "Watch at least one item, for example org:acme or dataset:me/corpus";
      }
      return form.hubIsLocal ? unknownTypes(form) : null;
    case "secret": {
      const problem = secretProblem(form.secret.value);
      return problem === null ? null : `Not a valid secret: ${problem}`;
    }
    default:
      // The error of the domains is shown below the first one.
      return field === domains[0] && form.domains.length === 0 ? "Choose at least one domain" : null;
  }
}

/** Returns the message of a HooklensError; rethrows others. */
function messageOf(problem: unknown): string {
  if (!isHooklensError(problem)) throw problem;
  return problem.message;
}

function without(errors: WebhookForm["errors"], field: FormField): WebhookForm["errors"] {
  const { [field]: _, ...rest } = errors;
  return rest;
}
