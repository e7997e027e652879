import { isHooklensError } from "../../model/errors.ts";
import { domains, normalizeDomain, type Domain } from "../../model/event.ts";
import { secretProblem } from "../../model/secret.ts";
import { parseWebhookUrl } from "../../model/url.ts";
import type { WatchedItem } from "../../model/watched-item.ts";
import { formatWatchedItem, parseWatchedItem, unknownType } from "../../model/watched-item.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../../model/webhook.ts";
import type { TextField } from "../text-field.ts";
import { replaceText, textField } from "../text-field.ts";

export const formFields = ["target", "url", "job", "watch", ...domains, "secret"] as const;
export type FormField = (typeof formFields)[number];
/** The fields that hold text. */
export type TextFormField = "url" | "job" | "watch" | "secret";

/** One form for making and editing a webhook. Nothing that was typed is lost by an error. */
export interface WebhookForm {
  readonly kind: "webhook-form";
  /** The webhook being edited as it was; null: a new one. */
  readonly original: Webhook | null;
  /** The local hub takes known types only; another may know newer ones, which the form warns about. */
  readonly hubIsLocal: boolean;
  readonly target: "url" | "job";
  readonly url: TextField;
  readonly job: TextField;
  readonly watched: readonly WatchedItem[];
  /** The item being typed. */
  readonly watch: TextField;
  /** The ticked domains. */
  readonly domains: readonly Domain[];
  readonly secret: TextField;
  readonly secretShown: boolean;
  readonly focus: FormField;
  readonly errors: Readonly<Partial<Record<FormField, string>>>;
  /** What the hub said to the last try. */
  readonly refused: string | null;
  readonly saving: boolean;
  readonly changed: boolean;
}

/** A new webhook's form, with what we can know filled in: our own receiver's address and secret. */
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
    // With the address filled in, what is left to say is what to watch.
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

/** The fields that can be reached. What a webhook triggers is chosen when it is made and cannot be edited. */
export function reachableFields(form: WebhookForm): readonly FormField[] {
  return formFields.filter((field) => {
    if (field === "target") return form.original === null;
    if (field === "url") return form.target === "url";
    if (field === "job") return form.target === "job" && form.original === null;
    return true;
  });
}

/** The next or previous field, going round; what was typed as a watched item is taken in on the way out. */
export function moveFocus(form: WebhookForm, step: 1 | -1): WebhookForm {
  const left = form.focus === "watch" ? takeWatchedItem(form) : checkField(form, form.focus);
  const fields = reachableFields(left);
  const index = fields.indexOf(left.focus);
  const focus = fields[(index + step + fields.length) % fields.length] ?? left.focus;
  return { ...left, focus };
}

export function isTextFormField(field: FormField): field is TextFormField {
  return field === "url" || field === "job" || field === "watch" || field === "secret";
}

export function isDomainField(field: FormField): field is Domain {
  return domains.some((domain) => domain === field);
}

/** Takes in an edited text; its error, now out of date, goes. */
export function editFormText(form: WebhookForm, field: TextFormField, text: TextField): WebhookForm {
  const changed = form.changed || text.value !== form[field].value;
  return { ...form, [field]: text, errors: without(form.errors, field), changed };
}

/** Puts the address in place of what stands there; one step of undo brings that back. */
export function takePublicUrl(form: WebhookForm, url: string): WebhookForm {
  if (form.target !== "url" || form.url.value === url) return form;
  return { ...editFormText(form, "url", replaceText(form.url, url)), focus: "url" };
}

/** Space on a choice: the other target, or the box ticked or not. */
export function toggleChoice(form: WebhookForm): WebhookForm {
  const { focus } = form;
  if (focus === "target") {
    return { ...form, target: form.target === "url" ? "job" : "url", errors: {}, changed: true };
  }
  if (!isDomainField(focus)) return form;
  const ticked = domains.filter((domain) => (domain === focus) !== form.domains.includes(domain));
  return { ...form, domains: ticked, errors: without(form.errors, domains[0]), changed: true };
}

/** Moves what is typed in the watch field (several may be given, parted by spaces or commas) to the list; what cannot be read stays, with its error. */
export function takeWatchedItem(form: WebhookForm): WebhookForm {
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
      error ??= sentence(problem);
    }
  }
  const errors = error === undefined ? without(form.errors, "watch") : { ...form.errors, watch: error };
  const changed = form.changed || watched !== form.watched;
  // A text of which nothing was taken keeps its caret and its undo.
  const watch = left.length > 0 && left.length === typed.length ? form.watch : textField(left.join(" "));
  return { ...form, watched, watch, errors, changed };
}

/** Backspace in the empty watch field: the last item comes back to be changed. */
export function untakeWatchedItem(form: WebhookForm): WebhookForm {
  const last = form.watched.at(-1);
  if (last === undefined) return form;
  return {
    ...form,
    watched: form.watched.slice(0, -1),
    watch: textField(formatWatchedItem(last)),
    changed: true,
  };
}

/** Checks everything; the first field with an error gets the focus. */
export function checkForm(form: WebhookForm): WebhookForm {
  let checked = takeWatchedItem(form);
  for (const field of reachableFields(form)) checked = checkField(checked, field);
  const first = reachableFields(checked).find((field) => checked.errors[field] !== undefined);
  return first === undefined ? checked : { ...checked, focus: first };
}

export function isComplete(form: WebhookForm): boolean {
  return Object.keys(form.errors).length === 0;
}

/** The checked form as what the hub is asked to make. */
export function draftOf(form: WebhookForm): WebhookDraft {
  return {
    ...(form.target === "url" ? { url: form.url.value.trim() } : { jobId: form.job.value.trim() }),
    watched: form.watched,
    domains: form.domains,
    ...(form.secret.value === "" ? {} : { secret: form.secret.value }),
  };
}

/** Only what differs from the webhook as it was. */
export function changeOf(form: WebhookForm, original: Webhook): WebhookChange {
  const url = form.url.value.trim();
  return {
    ...(original.url !== null && url !== original.url ? { url } : {}),
    watched: form.watched,
    domains: form.domains,
    ...(form.secret.value === (original.secret ?? "") ? {} : { secret: form.secret.value }),
  };
}

/** What is said of the first watched item whose type is not known; null: all are. */
export function unknownTypes({ watched }: Pick<WebhookForm, "watched">): string | null {
  return watched.map(({ type }) => unknownType(type)).find((problem) => problem !== null)?.message ?? null;
}

function checkField(form: WebhookForm, field: FormField): WebhookForm {
  const error = problemOf(form, field);
  return {
    ...form,
    errors: error === null ? without(form.errors, field) : { ...form.errors, [field]: error },
  };
}

function problemOf(form: WebhookForm, field: FormField): string | null {
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
          : sentence(problem);
      }
    case "job":
      return form.job.value.trim() === ""
        ? "Enter the id of the source Job, for example 687f911eaea852de79c4a50a"
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
      // The error of all domains stands under the first.
      return field === domains[0] && form.domains.length === 0 ? "Choose at least one domain" : null;
  }
}

/** An error of ours as it stands under a field: the hint, which says what to write, after what is wrong. */
function sentence(problem: unknown): string {
  if (!isHooklensError(problem)) throw problem;
  return problem.message;
}

function without(errors: WebhookForm["errors"], field: FormField): WebhookForm["errors"] {
  const { [field]: _, ...others } = errors;
  return others;
}
