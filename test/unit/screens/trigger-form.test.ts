import { expect, it } from "vitest";
import { documentedEvents, knownEvents } from "../../../src/model/event.ts";
import { triggerFormSpec } from "../../../src/screens/webhooks/dialogs/trigger/trigger-dialog.ts";
import { triggerForm, type TriggerForm } from "../../../src/screens/webhooks/dialogs/trigger/trigger-form.ts";
import { stepChoice } from "../../../src/tui/dialogs/form.ts";
import { aWebhook } from "../../support/a-webhook.ts";

const webhook = aWebhook();

const chosen = (dialog: ReturnType<typeof triggerForm>) => {
  const { scope, action } = documentedEvents[dialog.event] ?? {};
  return `${scope} ${action} in ${dialog.repo.value}`;
};

it("offers every event the Hub documents, each once", () => {
  const all = Object.entries(knownEvents).flatMap(([scope, actions]) =>
    actions.map((action) => `${scope} ${action}`),
  );
  expect(documentedEvents.map(({ scope, action }) => `${scope} ${action}`).toSorted()).toEqual(
    all.toSorted(),
  );
});

it.each([
  ["a repo", webhook, "repo.content update in dataset:me/corpus"],
  [
    "an owner: some repo of it",
    { ...webhook, watched: [{ type: "org", name: "acme" }] },
    "repo.content update in model:acme/demo",
  ],
  ["discussions only", { ...webhook, domains: ["discussion"] }, "discussion create in dataset:me/corpus"],
  ["nothing known", null, "repo.content update in model:me/demo"],
])("starts with an event that fires the webhook: %s", (_what, about, expected) => {
  expect(chosen(triggerForm(about, "me"))).toBe(expected);
});

const choose = (form: TriggerForm, step: 1 | -1) => stepChoice(triggerFormSpec, form, step);

it("cycles through the events, both ways, and clears an error", () => {
  const start: TriggerForm = { ...triggerForm(webhook, "me"), refused: "no" };
  let dialog = start;
  const seen = documentedEvents.map(() => {
    dialog = choose(dialog, 1);
    return dialog.event;
  });
  expect(new Set(seen).size).toBe(documentedEvents.length);
  expect(dialog.event).toBe(start.event);
  expect(choose(choose(start, -1), 1).event).toBe(start.event);
  expect(dialog.refused).toBeNull();
});
