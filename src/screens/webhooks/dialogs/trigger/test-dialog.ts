import type { Header } from "../../../../model/delivery.ts";
import { missReason, missText } from "../../../../model/missed-webhook.ts";
import { type Line, line, span } from "../../../../text/line.ts";
import { v } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { confirm } from "../../../../tui/dialogs/confirm.ts";
import { createFormDialog } from "../../../../tui/dialogs/form-dialog.ts";
import { submitForm } from "../../../../tui/dialogs/form.ts";
import { act } from "../../../../tui/records/acts.ts";
import { internal } from "../../../../tui/records/command.ts";
import type { App, Form } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import type { WebhooksCommand, WebhooksRunning } from "../../running.ts";
import { selectedWebhook } from "../../state/webhooks.ts";
import { typedEvent } from "./event-form.ts";
import { payloadPreview } from "./payload-preview.ts";
import { submitTest } from "./send-test.ts";
import { type TestForm, testForm, testInputs, testKind } from "./test-form.ts";

/** Opens the form of a test of the selected webhook. */
export function openTest({ store, run }: App): void {
  const state = store.get();
  const webhook = selectedWebhook(state);
  if (webhook === null) return;
  const { account } = sessionSlice.get(state).hub;
  store.dispatch(testKind.open(testForm(webhook, account ?? "me")));
  run("names.load");
}

/** Form whose question was answered. */
const confirmed: Form<TestForm, WebhooksRunning> = {
  kind: testKind,
  id: "webhook-test",
  inputs: testInputs,
  submit: (form, app) => submitTest(app, form),
};

const spec: Form<TestForm, WebhooksRunning> = {
  ...confirmed,
  asks({ webhook, withSecret }, app) {
    const { host } = new URL(webhook.url ?? "");
    const secretText = withSecret ? "with its secret" : "without a secret";
    confirm(app, "sendTest", {
      title: `Send a test to ${host}?`,
      lines: [
        `hooklens sends it from this machine, ${secretText}. The hub does not know about it.`,
        "The target handles it like a real event.",
      ],
      verb: "send",
      about: testKind.kind,
      command: "webhook-test.send",
    });
    return true;
  },
};

const send: WebhooksCommand = {
  id: "webhook-test.send",
  scope: internal,
  keys: [],
  title: "Send the test of the form",
  run: (app) => submitForm(confirmed, app),
};

export const testDialog = createFormDialog(
  spec,
  {
    helpTitle: "Test of a webhook",
    title: ({ webhook }) => v`Test webhook ${webhook.id}`,
    busyText: v`Sending…`,
    submit: { title: "Send the test", ...act("open", "save"), footerLabel: "send" },
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
