import { expect, it } from "vitest";
import type { Webhook } from "../../../src/model/webhook.ts";
import { setReceiver } from "../../../src/screens/connection-state.ts";
import { plannedFixes } from "../../../src/screens/webhooks/actions/fix-plan.ts";
import { markWebhooks } from "../../../src/screens/webhooks/state/view.ts";
import { webhooksLoaded } from "../../../src/screens/webhooks/state/webhooks.ts";
import { after, initialState } from "../../support/app/state.ts";
import { webhook } from "../checks/facts.ts";

const receiver = "http://127.0.0.1:7860";

function stateOf(webhooks: readonly Webhook[], marks: readonly string[]) {
  const first = initialState({ columns: 80, rows: 24 }, 0);
  const up = after(first, setReceiver({ link: { state: "up" }, url: receiver, routes: ["inbox"] }));
  return after(after(up, webhooksLoaded(webhooks, 0)), markWebhooks(marks));
}

const off = { disabled: true, status: "disabled" } as const;
const webhooks: readonly Webhook[] = [
  { ...webhook, id: "a", url: `${receiver}/webhooks/train` },
  { ...webhook, id: "b", ...off },
  { ...webhook, id: "c", ...off },
  { ...webhook, id: "d", ...off },
  { ...webhook, id: "e", url: `${receiver}/webhooks/inbox` },
];

function planned(marks: readonly string[], of = webhooks) {
  return plannedFixes(stateOf(of, marks)).map(({ webhook: { id }, fix }) => `${id} ${fix.kind}`);
}

it("fixes the selected webhook without marks", () => {
  expect(planned([])).toEqual(["a add-route"]);
  expect(planned([], webhooks.slice(4))).toEqual([]);
});

it("fixes the marked webhooks that need the same fix as the selected one, or as the first", () => {
  expect(planned(["a", "b", "c"])).toEqual(["a add-route"]);
  expect(planned(["d", "e", "b"])).toEqual(["b enable", "d enable"]);
  expect(planned(["e"])).toEqual([]);
});
