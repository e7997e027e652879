import type { Header } from "../../../../model/delivery.ts";
import { secretHeader } from "../../../../model/end-to-end.ts";
import { documentedEvents } from "../../../../model/event.ts";
import { firstEventIndex, firstRepo } from "../../../../model/test-delivery.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { redactUrl } from "../../../../text/credential-names.ts";
import { span } from "../../../../text/line.ts";
import { v } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { options } from "../../../../tui/dialogs/form-lines.ts";
import { initialPreview } from "../../../../tui/dialogs/form-preview.ts";
import { type ChoiceInput, type FormInput, untouched } from "../../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../../tui/state/nav.ts";
import { textField } from "../../../../tui/text-field.ts";
import { changeInputs, type EventForm, eventInput, noChanges, repoInput } from "./event-form.ts";

/** Form of a test: an event sent by this app to the URL of a webhook in place of the hub. */
export interface TestForm extends EventForm {
  readonly kind: "webhook-test";
  readonly webhook: Webhook;
  readonly withSecret: boolean;
  /** Headers to send, with the secret hidden. */
  readonly headers: readonly Header[];
}

export const testKind = dialogKind<TestForm>("webhook-test");

/** Creates the form, prefilled with an event and a repo of the webhook. */
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

/** Returns the inputs of the payload before the changes. */
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

export const testInputs: readonly FormInput<TestForm>[] = [
  {
    ...eventOfTest,
    linesAbove: ({ webhook }, width) =>
      wrapWords(span(v`  To        ${redactUrl(webhook.url ?? "")}`), width, 12),
  },
  repoInput<TestForm>(),
  secret,
  ...changeInputs<TestForm>(),
];

/** Returns headers with the secret hidden. */
export function withoutSecret(headers: readonly Header[]): readonly Header[] {
  return headers.map(([name, value]) => [name, name.toLowerCase() === secretHeader ? "••••••" : value]);
}
