import type { Header } from "../../../model/delivery.ts";
import { secretHeader } from "../../../model/end-to-end.ts";
import { documentedEvents } from "../../../model/event.ts";
import { missReason, missText } from "../../../model/missed-webhook.ts";
import { firstEventIndex, firstRepo } from "../../../model/test-delivery.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { redactUrl } from "../../../text/credential-names.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { type Command, internal } from "../../../tui/commands/command.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { options } from "../../../tui/dialogs/form-lines.ts";
import { initialPreview } from "../../../tui/dialogs/form-preview.ts";
import { type ChoiceInput, type Form, submitForm, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { textField } from "../../../tui/text-field.ts";
import { changeInputs, type EventForm, eventInput, noChanges, repoInput, typedEvent } from "./event-form.ts";
import { payloadPreview } from "./payload-preview.ts";
import type { TestEffects } from "./send-test.ts";

/** Form of a test: an event that this app sends to the URL of a webhook in place of the hub. */
export interface TestForm extends EventForm {
  readonly kind: "webhook-test";
  readonly webhook: Webhook;
  readonly withSecret: boolean;
  /** Headers that would be sent, with the secret hidden. */
  readonly headers: readonly Header[];
}

export const testKind = dialogKind<TestForm>("webhook-test");

/** Creates the form, prefilled with an event and a repo that the webhook wants. */
export function testForm(webhook: Webhook, account: string): TestForm {
  return {
    ...untouched,
    kind: "webhook-test",
    focus: "event",
    webhook,
    event: firstEventIndex(webhook),
    repo: textField(formatWatchedItem(firstRepo(webhook, account))),
    set: noChanges,
    withSecret: false,
    preview: initialPreview,
    base: null,
    payload: null,
    headers: [],
  };
}

function hasSecret({ webhook }: Pick<TestForm, "webhook">): boolean {
  return (webhook.secret ?? "") !== "";
}

/** Returns what the preview depends on. */
export function testKey(form: TestForm): string {
  return JSON.stringify([testSource(form), form.set.map(({ value }) => value), form.withSecret]);
}

/** Returns what the payload before the changes depends on. */
export function testSource({ event, repo }: TestForm): string {
  return JSON.stringify([documentedEvents[event], repo.value.trim()]);
}

const secret: ChoiceInput<TestForm> = {
  type: "choice",
  name: "secret",
  label: v`Secret`,
  isReachable: hasSecret,
  draw: (open) =>
    hasSecret(open)
      ? options(["not sent", !open.withSecret], ["sent", open.withSecret])
      : [span(v`none: the webhook has no secret`, "muted")],
  step: (open) => ({ ...open, withSecret: !open.withSecret }),
};

const eventOfTest = eventInput<TestForm>();

/** Form whose question was answered. */
const confirmed: Form<TestForm, TestEffects> = {
  kind: testKind,
  id: "webhook-test",
  inputs: [
    {
      ...eventOfTest,
      linesAbove: ({ webhook }, width) =>
        wrapWords(span(v`  To        ${redactUrl(webhook.url ?? "")}`), width, 12),
    },
    repoInput<TestForm>(),
    secret,
    ...changeInputs<TestForm>(),
  ],
  submit: (form, { effects }) => effects.sendTest(form),
};

const spec: Form<TestForm, TestEffects> = {
  ...confirmed,
  asks({ webhook, withSecret }, context) {
    const { host } = new URL(webhook.url ?? "");
    const secretText = withSecret ? "with its secret" : "without a secret";
    confirm(context, "sendTest", {
      title: `Send a test to ${host}?`,
      lines: [
        `It goes from this machine, ${secretText}, and the hub does not know about it.`,
        "What the target does with it is real.",
      ],
      verb: "send",
      about: testKind.kind,
      command: "webhook-test.send",
    });
    return true;
  },
};

const send: Command<TestEffects> = {
  id: "webhook-test.send",
  scope: internal,
  keys: [],
  title: "Send the test of the form",
  run: (context) => submitForm(confirmed, context),
};

export const testDialog = createFormDialog(
  spec,
  {
    helpTitle: "Test of a webhook",
    title: ({ webhook }) => v`Test webhook ${webhook.id}`,
    busyText: v`Sending…`,
    submit: { title: "Send the test", keys: ["enter", "ctrl+s"], footerLabel: "send" },
    next: "field",
    choice: { title: "Select the next value", previous: "Select the previous value", footerLabel: "value" },
    preview: {
      title: v`Request`,
      text: ({ payload, headers }) =>
        payload === null ? null : payloadPreview(payload, [...headers.map(headerLine), line()]),
      get: ({ preview }) => preview,
      put: (open, preview) => ({ ...open, preview }),
      notes(open, _state, width) {
        const event = typedEvent(open);
        const missed = event === null ? null : missReason(open.webhook, event);
        if (event === null || missed === null) return [];
        return wrapWords(
          span(v`▲ The hub would not send this: the webhook ${missText(missed, event)}.`, "warn"),
          width,
          2,
        );
      },
    },
  },
  [send],
);

function headerLine([name, value]: Header): Line {
  return line(span(v`${name}`, "accent"), span(v`: `, "muted"), span(v`${value}`));
}

/** Returns headers with the secret hidden. */
export function withoutSecret(headers: readonly Header[]): readonly Header[] {
  return headers.map(([name, value]) => [name, name.toLowerCase() === secretHeader ? "••••••" : value]);
}
