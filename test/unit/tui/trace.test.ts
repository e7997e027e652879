import { readFileSync, statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { putWebhook } from "../../../src/screens/webhooks/state/webhooks.ts";
import { encoded, openTrace, replayTrace, traceLine } from "../../../src/tui/state/trace.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { registry } from "../../support/app/registry.ts";
import { testApp } from "../../support/app/test-app.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { until } from "../../support/until.ts";

const webhook = aWebhook({ watched: [{ type: "org", name: "acme" }], secret: "s3cret of the webhook" });

test("a recorded session replays to the state in which it ended, but for secrets", async () => {
  const lines: string[] = [];
  const app = await testApp({ onAction: (action) => lines.push(traceLine(action, 0)) });
  app.store.dispatch(putWebhook(webhook));
  app.press("e", "tab", ..."org:b", "tab", "ctrl+r", "ctrl+g", "esc", "y");
  app.press("c", ..."typed", "backspace", "?");
  app.press("esc", "y", "2");
  await app.log.append(newDelivery());
  await app.events.position.emit({ seq: 1, revision: 1 });
  await until(() => app.state().deliveries.rows.length === 1);
  app.press("enter");
  await until(() => app.state().deliveries.detail !== null);
  app.press(
    "j",
    "m",
    "w",
    "tab",
    "esc",
    "/",
    ..."is:failed",
    "enter",
    "esc",
    "r",
    "right",
    "tab",
    ..."http://x",
    "esc",
  );
  app.press("m", "m", ":", ..."quit", "down", "esc", "?");
  expect(app.state().nav.dialogs.length).toBe(1);
  expect(encoded(replayTrace(registry.slices, lines))).toEqual(encoded(app.state()));
  expect(lines.join("\n")).not.toContain("s3cret");
});

test("a trace is a file of its owner, with a line for each action and no secret in it", async () => {
  const path = freshDataDir("trace");
  const trace = openTrace(path, () => 5);
  // The app, which closes first, records to the end.
  onTestFinished(trace.close);
  const app = await testApp({ onAction: trace.record });
  app.store.dispatch(putWebhook(webhook));
  app.press("e", "shift+tab", ..."hunter2");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, "utf8");
  expect(text).not.toMatch(/s3cret|hunter2/);
  const put = text.split("\n").find((line) => line.includes("webhooks/putWebhook")) ?? "";
  expect(JSON.parse(put)).toEqual({
    atMs: 5,
    type: "webhooks/putWebhook",
    args: [{ ...webhook, secret: "[redacted]" }],
  });
});
