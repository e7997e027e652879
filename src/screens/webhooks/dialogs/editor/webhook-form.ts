import { isHooklensError } from "../../../../model/errors.ts";
import { domains, normalizeDomain, type Domain } from "../../../../model/event.ts";
import type { WatchedItem } from "../../../../model/watched-item.ts";
import { formatWatchedItem, parseWatchedItem, unknownType } from "../../../../model/watched-item.ts";
import { changeBetween } from "../../../../model/webhook-parts.ts";
import type { Webhook, WebhookDraft } from "../../../../model/webhook.ts";
import { withoutError, untouched, type FormState } from "../../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../../tui/state/nav.ts";
import type { TextField } from "../../../../tui/text-field.ts";
import { textField } from "../../../../tui/text-field.ts";

/** Form for creating or editing a webhook. */
export interface WebhookForm extends FormState {
  readonly kind: "webhook-form";
  /** Webhook being edited; null for a new one. */
  readonly original: Webhook | null;
  /** True for a local hub: it accepts only known types; for other hubs, unknown types cause a warning. */
  readonly hubIsLocal: boolean;
  readonly target: "url" | "job";
  /** Whole URL, with its credentials, because it is edited. */
  readonly url: TextField;
  readonly job: TextField;
  readonly watched: readonly WatchedItem[];
  /** Default watched item, or null. */
  readonly offered: WatchedItem | null;
  /** Text of items that are not added yet. */
  readonly watch: TextField;
  /** Selected domains. */
  readonly domains: readonly Domain[];
  readonly secret: TextField;
  readonly secretShown: boolean;
  /** Source of the secret, shown below it, or null. */
  readonly note: string | null;
}

export const webhookFormKind = dialogKind<WebhookForm>("webhook-form");

/** Creates the form of a new webhook, prefilled with the receiver's URL and secret. */
export function newWebhookForm(
  receiver: { readonly url: string | null; readonly secret: string | null },
  hubIsLocal: boolean,
): WebhookForm {
  return {
    ...untouched,
    kind: "webhook-form",
    original: null,
    hubIsLocal,
    target: "url",
    url: textField(receiver.url ?? ""),
    job: textField(),
    watched: [],
    offered: null,
    watch: textField(),
    domains,
    secret: textField(receiver.secret ?? ""),
    secretShown: false,
    note: null,
    // If the URL is filled in, the focus starts at the watched items.
    focus: receiver.url === null ? "url" : "watch",
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

/** Creates the form of a new webhook like another one. Copies its secret if the hub returned it. */
export function cloneWebhookForm(webhook: Webhook, hub: { readonly local: boolean }): WebhookForm {
  const { secret } = webhook;
  const hasSecret = secret !== null && secret !== "";
  const none = hub.local
    ? "it has none"
    : "the hub returned none; generate or type one if the target requires it";
  return {
    ...editWebhookForm(webhook, hub.local),
    original: null,
    note: `${hasSecret ? "Copied" : "Not copied"} from webhook ${webhook.id}${hasSecret ? "" : `: ${none}`}.`,
    focus: "watch",
  };
}

/** Creates the form of a new webhook in place of a missing one. */
export function recreatedForm(webhook: Webhook, hubIsLocal: boolean): WebhookForm {
  return {
    ...editWebhookForm(webhook, hubIsLocal),
    original: null,
    note: `Webhook ${webhook.id} no longer exists. Saving creates it with a new ID.`,
    changed: true,
  };
}

/**
 * Adds the typed items, separated by spaces or commas, or the offered one if there are none. Invalid items stay in
 * the field with an error.
 */
export function addTypedItems(form: WebhookForm): WebhookForm {
  let watched = form.watched;
  const left: string[] = [];
  let error: string | undefined;
  const typed = form.watch.value.split(/[\s,]+/).filter(Boolean);
  if (typed.length === 0 && watched.length === 0 && form.offered !== null) watched = [form.offered];
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
  const errors = error === undefined ? withoutError(form, "watch").errors : { ...form.errors, watch: error };
  const changed = form.changed || watched !== form.watched;
  // Without added items, the field keeps its caret and undo history.
  const watch = left.length > 0 && left.length === typed.length ? form.watch : textField(left.join(" "));
  return { ...form, watched, watch, errors, changed, suggestions: null };
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

/** Converts a valid form to the draft of a new webhook. */
export function draftOf(form: WebhookForm): WebhookDraft {
  return {
    ...(form.target === "url" ? { url: form.url.value.trim() } : { jobId: form.job.value.trim() }),
    watched: form.watched,
    domains: form.domains,
    ...(form.secret.value === "" ? {} : { secret: form.secret.value }),
  };
}

/** Returns a webhook with the values of a valid form. */
export function wantedWebhook(form: WebhookForm, original: Webhook): Webhook {
  const secret = form.secret.value;
  return {
    ...original,
    url: original.url === null ? null : form.url.value.trim(),
    watched: form.watched,
    domains: form.domains,
    secret: secret === "" ? null : secret,
  };
}

/** Applies the changes of a webhook to another version of it. */
export function rebased(mine: Webhook, base: Webhook, theirs: Webhook): Webhook {
  const own = changeBetween(base, mine);
  return { ...theirs, ...own, secret: own.secret ?? theirs.secret };
}

/** Returns the form with its changes applied to another version of the webhook. */
export function rebasedForm(form: WebhookForm, mine: Webhook, base: Webhook, theirs: Webhook): WebhookForm {
  const merged = rebased(mine, base, theirs);
  const { url, watched, domains: chosen, secret } = editWebhookForm(merged, form.hubIsLocal);
  return { ...form, original: theirs, url, watched, domains: chosen, secret, changed: true };
}

/** Returns the problem of the first item of an unknown type; null if there is none. */
export function unknownTypes(watched: readonly Pick<WatchedItem, "type">[]): string | null {
  return watched.map(({ type }) => unknownType(type)).find((problem) => problem !== null)?.message ?? null;
}

/** Returns the types in a text of items that is still being typed. */
export function typedTypes(text: string): readonly Pick<WatchedItem, "type">[] {
  return [...text.matchAll(/([^\s,:]+):/g)].map(([, type = ""]) => ({ type: type.toLowerCase() }));
}

/** Returns the message of a `HooklensError`; rethrows any other error. */
export function messageOf(problem: unknown): string {
  if (!isHooklensError(problem)) throw problem;
  return problem.message;
}
