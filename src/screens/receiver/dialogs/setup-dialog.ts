import { isOverridden, type ReceiverSettingName } from "../../../model/receiver-settings.ts";
import { secretsOf } from "../../../model/secret.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { completeText } from "../../../tui/completion.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { noteColumns, noteRows } from "../../../tui/dialogs/form-lines.ts";
import { type ChoiceInput, type TextInput } from "../../../tui/dialogs/form.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App, Form } from "../../app.ts";
import { changeReceiver } from "../../change-receiver.ts";
import { sessionSlice } from "../../connection-state.ts";
import { targetCandidates } from "../../names.ts";
import { secretCommands, secretField } from "../../secret-field.ts";
import { shownName } from "../../webhooks/state/view.ts";
import { sendsToReceiver, webhooksSlice } from "../../webhooks/state/webhooks.ts";
import {
  changeOfSetup,
  replacesSecret,
  routesOf,
  type SetupForm,
  setupForm,
  setupKind,
} from "./setup-form.ts";

const secret = secretField<SetupForm>({
  placeholder: (registry) => v`none: accepts every sender; ${keyOf(registry, "setup.make-secret")} makes one`,
  linesBelow({ former, secret: { value } }, _state, width) {
    if (former.others === 0 || value === "") return [];
    return note(v`${plural(former.others, "more secret is", "more secrets are")} accepted, too.`, width);
  },
});

/** Choice to accept the former secret too, so that webhooks can be changed one by one. */
const keepsFormer: ChoiceInput<SetupForm> = {
  type: "choice",
  name: "former",
  label: v``,
  isShown: replacesSecret,
  isReachable: replacesSecret,
  draw: (form) => [span(v`[${form.keepsFormer ? "x" : " "}] accept the former secret, too`)],
  step: (form) => ({ ...form, keepsFormer: !form.keepsFormer }),
};

const routes: TextInput<SetupForm> = {
  type: "text",
  name: "routes",
  label: v`Routes`,
  placeholder: v`inbox`,
  get: (form) => form.routes,
  put: (form, field) => ({ ...form, routes: field }),
  check(form) {
    const names = routesOf(form);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice === undefined ? null : `The route ${twice} is there twice`;
  },
};

const handlers: TextInput<SetupForm> = {
  type: "text",
  name: "handlers",
  label: v`Handlers`,
  placeholder: v`none: a folder such as ~/handlers`,
  get: (form) => form.handlers,
  put: (form, field) => ({ ...form, handlers: field }),
  complete({ value }, { folder }) {
    // The folders beside what is typed stay the same while its last part is typed.
    const isBeside = folder !== null && parentOf(folder.typed) === parentOf(value);
    const found = isBeside ? folder.folders : [];
    // Only a slash would be added.
    return completeText(
      value,
      found.flatMap((text) => (text === `${value}/` ? [] : [{ text }])),
    );
  },
  completesOnTab: true,
  check: ({ folder, handlers: { value } }) =>
    folder?.typed === value && folder.problem !== null
      ? `The folder cannot be used: ${folder.problem}`
      : null,
  linesBelow({ folder, handlers: { value } }, _state, width) {
    if (folder === null || folder.typed !== value || value.trim() === "") return [];
    const { routes: found, problem } = folder;
    if (problem !== null) return noteRows([line(span(v`▲ ${problem}`, "warn"))], width);
    if (found === null) return [];
    if (found.length === 0) return note(v`No handler yet: save one as train.ts.`, width);
    return note(v`${plural(found.length, "handler")}: ${found.join(", ")}`, width);
  },
};

const forward: TextInput<SetupForm> = {
  type: "text",
  name: "forward",
  label: v`Forward`,
  placeholder: v`nothing: http://localhost:3000/hook, or 3000`,
  get: (form) => form.forward,
  put: (form, field) => ({ ...form, forward: field }),
  complete: ({ value }, _form, state) => completeText(value, targetCandidates(state)),
};

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function note(text: Visible, width: number): readonly Line[] {
  return noteRows(wrapWords(span(text, "muted"), noteColumns(width), 0), width);
}

/** Returns the field of a setting, and the text in its place if a flag or a variable overrides it. */
function setting(name: ReceiverSettingName, input: TextInput<SetupForm>) {
  const isFixed = ({ sources }: SetupForm) => isOverridden(sources[name]);
  const isFree = (form: SetupForm) => !isFixed(form);
  const fixed: ChoiceInput<SetupForm> = {
    type: "choice",
    name: `fixed-${name}`,
    label: input.label,
    isShown: isFixed,
    isReachable: () => false,
    draw(form) {
      const { value } = input.get(form);
      const { from } = form.sources[name];
      const text = name === "secret" && !form.secretShown ? v`••••••••` : v`${value}`;
      return [span(text), span(v` set by ${from}, which overrides the file`, "muted")];
    },
    step: (form) => form,
  };
  const free: TextInput<SetupForm> = {
    ...input,
    isShown: isFree,
    isReachable: isFree,
    linesBelow(form, state, width, registry) {
      const { source, from } = form.sources[name];
      const more = input.linesBelow?.(form, state, width, registry) ?? [];
      return source === "profile" ? [...note(v`From ${from}.`, width), ...more] : more;
    },
  };
  return [free, fixed];
}

/** Names of the settings in messages. */
const words: Readonly<Record<ReceiverSettingName, string>> = {
  secret: "secret",
  routes: "routes",
  handlers: "handlers",
  forward: "forward",
};

/** Maximum webhooks that a warning names. */
const mostNamed = 3;

/** Joins the first names, and counts the others. */
function firstOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** Saves a valid form; resolves with a function that shows the result. */
async function saveSetup(form: SetupForm, app: App): Promise<() => void> {
  const { store, services } = app;
  const change = changeOfSetup(form, services.receiverConfig.settings());
  const names = Object.keys(change).map((name) => words[name as ReceiverSettingName]);
  if (names.length === 0) return () => showMessage(store, "ok", "Nothing was changed");
  await changeReceiver(app, change);
  const { isOwn, pid } = sessionSlice.get(store.get()).receiver;
  const list = names.join(", ");
  if (!isOwn) {
    const why = `process ${pid ?? ""} runs the receiver. Restart it to use them`;
    return () => showMessage(store, "warn", `Saved ${list}; ${why}.`);
  }
  const warning = change.secret === undefined ? null : refusedBySecret(app);
  return () => {
    showMessage(store, "ok", `Receiver set up: ${list}. No delivery was interrupted`, {
      durationMs: 6_000,
    });
    if (warning !== null) showMessage(store, "warn", warning);
  };
}

/** Returns a warning about webhooks that the receiver refuses, or null. */
function refusedBySecret({ store, registry, services }: App): string | null {
  const accepted = secretsOf(services.receiverConfig.settings().secret.value);
  const state = store.get();
  if (accepted.length === 0) return null;
  const wrong = webhooksSlice
    .get(state)
    .items.filter(
      (webhook) =>
        !webhook.disabled && sendsToReceiver(state, webhook) && !accepted.includes(webhook.secret ?? ""),
    );
  if (wrong.length === 0) return null;
  const named = wrong.map(({ id, secret }) => {
    const name = shownName(state, id);
    return secret === null || secret === "" ? `${name} (sends none)` : name;
  });
  const send = plural(wrong.length, "webhook sends", "webhooks send");
  const key = keyOf(registry, "webhooks.cure");
  return `${send} another secret; the receiver now refuses ${firstOf(named)}. ${key} on Webhooks sets the new secret.`;
}

/** Opens the form of the settings of the receiver. */
export function openSetup({ store, services: { receiverConfig } }: App): void {
  store.dispatch(setupKind.open(setupForm(receiverConfig.settings(), receiverConfig.path)));
}

const form: Form<SetupForm> = {
  kind: setupKind,
  id: "setup",
  asksToDiscard: true,
  inputs: [
    ...setting("secret", secret),
    keepsFormer,
    ...setting("routes", routes),
    ...setting("handlers", handlers),
    ...setting("forward", forward),
  ],
  submit: saveSetup,
};

/** Names the file of the settings, and the requirements of another process's receiver. */
function aboutSetup(state: AppState): readonly Line[] {
  const { isOwn, pid, link } = sessionSlice.get(state).receiver;
  const path = setupKind.find(state)?.path ?? "";
  const saved = line(span(v`Saved in ${path}; used at once.`, "muted"));
  if (isOwn || link.state !== "up") return [saved];
  return [
    line(span(v`Saved in ${path}.`, "muted")),
    line(
      span(
        v`▲ Process ${pid ?? ""} runs the receiver (hooklens receive, or another app) and reads these settings at its start. Stop it (kill ${pid ?? ""}), then start it again without flags for them.`,
        "warn",
      ),
    ),
  ];
}

const moreCommands = secretCommands(setupKind, secret, "setup", (state) => {
  const source = setupKind.find(state)?.sources.secret;
  return source !== undefined && isOverridden(source) ? `the secret is set by ${source.from}` : null;
});

export const setupDialog = createFormDialog(
  form,
  {
    helpTitle: "Receiver form",
    title: () => v`Set up the receiver`,
    about: aboutSetup,
    busyText: v`Saving…`,
    submit: { title: "Save and use the settings", ...act("open", "save"), footerLabel: "save" },
    next: "next",
    choice: { title: "Keep or drop the former secret", footerLabel: "toggle" },
  },
  moreCommands,
);
