import { domains, type Domain } from "../../../../model/event.ts";
import { parseWebhookUrl } from "../../../../model/url.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import { clickable, line, type Line, span } from "../../../../text/line.ts";
import { v } from "../../../../text/visible.ts";
import { wrapProse, wrapWords } from "../../../../text/wrap.ts";
import {
  completeText,
  type Candidate,
  completeItem,
  type Completion,
  itemAt,
  suggest,
} from "../../../../tui/completion.ts";
import { fieldIndent, labeled, noteColumns, noteRows, options } from "../../../../tui/dialogs/form-lines.ts";
import type { ChoiceInput, FormInput, TextInput } from "../../../../tui/dialogs/form.ts";
import { keyOf } from "../../../../tui/frame/key-label.ts";
import { addressCandidates, itemCandidates, jobCandidates, namesSlice } from "../../../names.ts";
import { secretField } from "../../../secret-field.ts";
import { foundItems, hubSearchSlice } from "./hub-search.ts";
import { givesSecret } from "./receiver-secret.ts";
import { urlHintLines } from "./url-hint.ts";
import { addTypedItems, messageOf, typedTypes, unknownTypes, type WebhookForm } from "./webhook-form.ts";

const target: ChoiceInput<WebhookForm> = {
  type: "choice",
  name: "target",
  label: v`Target`,
  isReachable: ({ original }) => original === null,
  isShown: ({ original }) => original === null,
  draw: (form) => options(["URL", form.target === "url"], ["Job", form.target === "job"]),
  step: (form) => ({ ...form, target: form.target === "url" ? "job" : "url", errors: {} }),
};

export const urlInput: TextInput<WebhookForm> = {
  type: "text",
  name: "url",
  label: v`URL`,
  placeholder: v`https://example.org/hook`,
  isReachable: (form) => form.target === "url",
  isShown: (form) => form.target === "url",
  get: (form) => form.url,
  put: (form, field) => ({ ...form, url: field }),
  complete: ({ value }, _form, state) => completeText(value, addressCandidates(state)),
  check(form) {
    try {
      parseWebhookUrl(form.url.value);
      return null;
    } catch (problem) {
      return form.url.value.trim() === ""
        ? "Enter a URL, for example https://example.org/hook"
        : messageOf(problem);
    }
  },
  linesBelow: (form, state, width, registry) =>
    noteRows(urlHintLines(state, form, noteColumns(width), registry), width),
};

const job: TextInput<WebhookForm> = {
  type: "text",
  name: "job",
  label: v`Job ID`,
  placeholder: (registry) => v`${keyOf(registry, "form.suggest")} lists Jobs`,
  isReachable: (form) => form.target === "job" && form.original === null,
  isShown: (form) => form.target === "job" && form.original === null,
  get: (form) => form.job,
  put: (form, field) => ({ ...form, job: field }),
  complete: ({ value }, _form, state) => completeText(value, jobCandidates(state)),
  opensEmpty: true,
  check: (form) =>
    form.job.value.trim() === ""
      ? "Enter the ID of the source Job, for example 687f911eaea852de79c4a50a"
      : null,
  /** Draws the command of the Job, or its absence on the hub. */
  linesBelow(form, state, width) {
    const { jobs } = namesSlice.get(state);
    const found = jobs?.find(({ id }) => id === form.job.value.trim());
    const none = v`This hub has no Jobs yet. hooklens jobs run -- CMD runs one.`;
    const text = found === undefined ? none : v`runs ${found.command}`;
    if (found === undefined && jobs?.length !== 0) return [];
    return noteRows(wrapWords(span(text, "muted"), noteColumns(width), 2), width);
  },
};

/** Fixed Job of an existing webhook. */
const fixedJob: ChoiceInput<WebhookForm> = {
  type: "choice",
  name: "fixed-job",
  label: v`Job`,
  isReachable: () => false,
  isShown: (form) => form.target === "job" && form.original !== null,
  draw: (form) => [span(v`${form.job.value} (the Job cannot be changed)`, "muted")],
  step: (form) => form,
};

const watch: TextInput<WebhookForm> = {
  type: "text",
  name: "watch",
  label: ({ watched }) => (watched.length === 0 ? v`Watch` : v``),
  placeholder: (_registry, { offered, watched }) =>
    offered === null || watched.length > 0
      ? v`+ type:name (org:acme)`
      : v`${formatWatchedItem(offered)} (yours), or type:name (org:acme)`,
  get: (form) => form.watch,
  put: (form, field) => ({ ...form, watch: field }),
  complete: ({ value, caret }, _form, state) =>
    completeWatched(value, caret, [...itemCandidates(state), ...foundItems(state)]),
  accept: addTypedItems,
  check(form) {
    if (form.errors["watch"] !== undefined && form.watch.value !== "") return form.errors["watch"];
    if (form.watched.length === 0) {
      return "Watch at least one item, for example org:acme or dataset:me/corpus";
    }
    return form.hubIsLocal ? unknownTypes(form.watched) : null;
  },
  /** Draws the added items; Backspace in the empty field edits the last one. */
  linesAbove({ watched }, width) {
    if (watched.length === 0) return [];
    const names = v`${watched.map(formatWatchedItem).join(", ")}`;
    return wrapProse(labeled(v`Watch`, false, span(names, "accent")), width, fieldIndent);
  },
  /** Draws the problem of an unknown type while typing, or of a failed search. */
  linesBelow({ watched, watch: { value } }, state, width) {
    const warning = unknownTypes([...watched, ...typedTypes(value)]);
    const failure = hubSearchSlice.get(state).failure;
    const warn = warning === null ? [] : wrapWords(span(v`▲ ${warning}`, "warn"), noteColumns(width), 2);
    const missed =
      failure === null || value === "" ? [] : wrapWords(span(v`${failure}`, "muted"), noteColumns(width), 2);
    return noteRows([...warn, ...missed], width);
  },
};

const domainInputs = domains.map((domain, index): ChoiceInput<WebhookForm> => ({
  type: "choice",
  name: domain,
  label: v``,
  // The first domain draws the line of all domains and shows their error.
  errorOf: domains[0],
  isShown: () => index === 0,
  drawLine: domainsLine,
  step: (form) => ({
    ...form,
    domains: domains.filter((one) => (one === domain) !== form.domains.includes(one)),
  }),
  check: (form) => (index === 0 && form.domains.length === 0 ? "Choose at least one domain" : null),
}));

function domainsLine(form: WebhookForm): Line {
  const tick = (domain: Domain, index: number) =>
    span(
      v`${index === 0 ? "" : " "}${form.focus === domain ? "❯" : " "}[${form.domains.includes(domain) ? "x" : " "}] ${domain}`,
      form.focus === domain ? "accent" : "plain",
    );
  const clicked = (domain: Domain, index: number) =>
    clickable({ command: "form.click", argument: domain }, [tick(domain, index)]);
  // The focus marker is in the label's last column, which aligns the boxes with the fields.
  const drawn = line(span(v`  Domains  `), ...domains.flatMap(clicked));
  return domains.some((domain) => form.focus === domain) ? { ...drawn, role: "field" } : drawn;
}

export const secretInput = secretField<WebhookForm>({
  placeholder: (registry) => v`${keyOf(registry, "form.make-secret")} generates one`,
  linesBelow(form, state, width) {
    const given = v`Saving also sets it in the receiver.`;
    const text = givesSecret(state, form) ? given : form.note === null ? null : v`${form.note}`;
    return text === null ? [] : noteRows(wrapWords(span(text, "muted"), noteColumns(width), 2), width);
  },
});

/** Inputs of the form of a webhook. */
export const webhookInputs: readonly FormInput<WebhookForm>[] = [
  target,
  urlInput,
  job,
  fixedJob,
  watch,
  ...domainInputs,
  secretInput,
];

/** Completes the watched item under the caret. After a type, only names of that type are searched. */
export function completeWatched(text: string, caret: number, candidates: readonly Candidate[]): Completion {
  const { start, end } = itemAt(text, caret);
  const typed = text.slice(start, end);
  const type = typed.slice(0, typed.indexOf(":") + 1).toLowerCase();
  if (type === "") return completeItem(text, caret, candidates);
  const names = candidates.flatMap((one) =>
    one.text.startsWith(type) && one.text !== type ? [{ ...one, text: one.text.slice(type.length) }] : [],
  );
  const suggestions = suggest(typed.slice(type.length), names).map((one) => ({
    ...one,
    text: type + one.text,
    matched: one.matched.map((index) => index + type.length),
  }));
  return { start, end, suggestions };
}
