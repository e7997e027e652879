import { domains, type Domain } from "../../../model/event.ts";
import { secretProblem } from "../../../model/secret.ts";
import { parseWebhookUrl } from "../../../model/url.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { Line } from "../../../text/line.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import type { Command, CommandContext } from "../../../tui/commands/command.ts";
import { completeItem, completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { fieldIndent, labeled, noteColumns, noteRows, options } from "../../../tui/dialogs/form-lines.ts";
import {
  type ChoiceInput,
  editText,
  type Form,
  moveFocus,
  submitForm,
  type TextInput,
} from "../../../tui/dialogs/form.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { replaceText } from "../../../tui/text-field.ts";
import { addressCandidates, itemCandidates, namesSlice } from "../../names.ts";
import { publicAddress } from "../../public-url.ts";
import { canOpenTunnel, needsTunnel, sessionSlice } from "../../session.ts";
import type { WebhooksEffects } from "../list/effects.ts";
import { urlHintLines } from "./url-hint.ts";
import {
  addTypedItems,
  editLastWatchedItem,
  messageOf,
  unknownTypes,
  type WebhookForm,
} from "./webhook-form.ts";

const webhookFormKind = dialogKind<WebhookForm>("webhook-form");

const target: ChoiceInput<WebhookForm> = {
  type: "choice",
  name: "target",
  label: v`Target`,
  isReachable: ({ original }) => original === null,
  isShown: ({ original }) => original === null,
  draw: (form) => options(["URL", form.target === "url"], ["Job", form.target === "job"]),
  step: (form) => ({ ...form, target: form.target === "url" ? "job" : "url", errors: {} }),
};

const url: TextInput<WebhookForm> = {
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
  complete: ({ value }, _form, state) => completeText(value, namesSlice.get(state).jobs),
  check: (form) =>
    form.job.value.trim() === ""
      ? "Enter the ID of the source Job, for example 687f911eaea852de79c4a50a"
      : null,
};

/** Job of an existing webhook, which cannot be changed. */
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
  placeholder: v`+ type:name (org:acme)`,
  get: (form) => form.watch,
  put: (form, field) => ({ ...form, watch: field }),
  complete: ({ value, caret }, _form, state) => completeItem(value, caret, itemCandidates(state)),
  accept: addTypedItems,
  check(form) {
    if (form.errors["watch"] !== undefined && form.watch.value !== "") return form.errors["watch"];
    if (form.watched.length === 0) {
      return "Watch at least one item, for example org:acme or dataset:me/corpus";
    }
    return form.hubIsLocal ? unknownTypes(form) : null;
  },
  /** Draws the added items; Backspace in the empty field edits the last one. */
  linesAbove({ watched }, width) {
    if (watched.length === 0) return [];
    const names = v`${watched.map(formatWatchedItem).join(", ")}`;
    return wrapProse(labeled(v`Watch`, false, span(names, "accent")), width, fieldIndent);
  },
  linesBelow(form, _state, width) {
    const warning = form.hubIsLocal ? null : unknownTypes(form);
    if (warning === null) return [];
    return noteRows(wrapWords(span(v`▲ ${warning}`, "warn"), noteColumns(width), 2), width);
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
  // The focus marker is in the label's last column, which aligns the boxes with the fields.
  const drawn = line(span(v`  Domains  `), ...domains.map(tick));
  return domains.some((domain) => form.focus === domain) ? { ...drawn, role: "field" } : drawn;
}

const secret: TextInput<WebhookForm> = {
  type: "text",
  name: "secret",
  label: v`Secret`,
  placeholder: (registry) => v`${keyOf(registry, "form.make-secret")} generates one`,
  isMasked: ({ secretShown }) => !secretShown,
  get: (form) => form.secret,
  put: (form, field) => ({ ...form, secret: field }),
  check(form) {
    const problem = secretProblem(form.secret.value);
    return problem === null ? null : `The secret is invalid: ${problem}`;
  },
};

export const webhookFormSpec: Form<WebhookForm, WebhooksEffects> = {
  kind: webhookFormKind,
  id: "form",
  asksToDiscard: true,
  inputs: [target, url, job, fixedJob, watch, ...domainInputs, secret],
  submit: (form, { effects }) => effects.save(form),
};

/** Handles Enter: saves from the secret, adds typed items, and otherwise moves to the next input. */
function acceptInput(context: CommandContext<WebhooksEffects>): void | Promise<void> {
  const form = webhookFormKind.find(context.store.get());
  if (form?.focus === "secret") return submitForm(webhookFormSpec, context);
  const addsItem = form?.focus === "watch" && form.watch.value.trim() !== "";
  webhookFormKind.change(context.store, (open) =>
    addsItem ? addTypedItems(open) : moveFocus(webhookFormSpec, open, 1),
  );
  return undefined;
}

/** Returns a random secret of 32 hex digits. */
function makeSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}

const moreCommands: readonly Command<WebhooksEffects>[] = [
  {
    id: "form.enter",
    scope: "webhook-form",
    keys: ["enter"],
    title: "Accept and continue",
    run: acceptInput,
  },
  {
    id: "form.edit-item",
    scope: "webhook-form",
    keys: ["backspace"],
    title: "Edit the last watched item",
    disabledReason(state) {
      const form = webhookFormKind.find(state);
      return form?.focus === "watch" && form.watch.value === "" && form.watched.length > 0
        ? null
        : "this key edits text here";
    },
    run: ({ store }) => webhookFormKind.change(store, editLastWatchedItem),
  },
  {
    id: "form.make-secret",
    scope: "webhook-form",
    keys: ["ctrl+g"],
    title: "Generate a secret",
    run: ({ store }) =>
      webhookFormKind.change(store, (form) => ({
        ...editText(secret, form, replaceText(form.secret, makeSecret())),
        focus: "secret",
        secretShown: true,
      })),
  },
  {
    id: "form.public-url",
    scope: "webhook-form",
    keys: ["ctrl+t"],
    title: "Insert the public URL",
    disabledReason(state) {
      const form = webhookFormKind.find(state);
      if (form === null || form.target !== "url" || form.busy) return "there is no URL field";
      return sessionSlice.get(state).receiver.publicUrl === null ? needsTunnel(state) : null;
    },
    run({ store, run }) {
      const state = store.get();
      const form = webhookFormKind.find(state);
      const address = form === null ? null : publicAddress(sessionSlice.get(state).receiver, form.url.value);
      if (address !== null) webhookFormKind.change(store, (open) => insertPublicUrl(open, address));
      else if (canOpenTunnel(state)) run("tunnel.toggle");
    },
  },
  {
    id: "form.reveal-secret",
    scope: "webhook-form",
    keys: ["ctrl+r"],
    title: "Show or hide the secret",
    footerLabel: (state) =>
      webhookFormKind.find(state)?.secretShown === true ? "hide secret" : "show secret",
    run: ({ store }) =>
      webhookFormKind.change(store, (form) => ({ ...form, secretShown: !form.secretShown })),
  },
];

/** Replaces the URL, undoable in one step, and focuses it. */
function insertPublicUrl(form: WebhookForm, address: string): WebhookForm {
  if (form.target !== "url" || form.url.value === address) return form;
  return { ...editText(url, form, replaceText(form.url, address)), focus: "url" };
}

export const webhookFormDialog = createFormDialog(
  webhookFormSpec,
  {
    helpTitle: "Webhook form",
    title: ({ original }) => (original === null ? v`Create a webhook` : v`Edit webhook ${original.id}`),
    busyText: v`Saving…`,
    submit: { title: "Save the webhook", keys: ["ctrl+s"], footerLabel: "save" },
    next: "next",
    choice: { title: "Toggle target or domain", footerLabel: "toggle" },
  },
  moreCommands,
);
