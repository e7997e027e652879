import { expect, test } from "vitest";
import type { WebhookActivity } from "../../../src/model/webhook-activity.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { activityFacts, eventLines } from "../../../src/screens/webhooks/panes/activity-facts.ts";
import { sharedWatches, sharedWatchLines } from "../../../src/screens/webhooks/panes/shared-watches.ts";
import { type Line, lineWidth } from "../../../src/text/line.ts";
import { v, visible } from "../../../src/text/visible.ts";
import { aWebhook } from "../../support/a-webhook.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

const activity: WebhookActivity = {
  webhookId: "w",
  from: "hub",
  hours: [
    { hour: 1, attempts: 3, failed: 1 },
    { hour: 2, attempts: 4, failed: 4 },
  ],
  last: null,
  run: null,
  failures: 4,
  failingSince: null,
  waiting: 2,
  nextAttemptAt: "2026-11-20T12:04:00Z",
  held: 0,
  triggers: { used: 850, limit: 1000 },
  events: {},
};

const text = ({ spans }: Line) => spans.map((one) => one.text).join("");
const factsOf = (change: Partial<WebhookActivity>) =>
  activityFacts({ ...activity, ...change }, nowMs).map(
    ({ label, value }) => `${label}: ${text({ spans: value })}`,
  );

function webhook(id: string, ...watched: string[]): Webhook {
  const items = watched.map((item) => {
    const [type = "", name = ""] = item.split(":");
    return { type, name };
  });
  return aWebhook({ id, url: "https://example.org/", watched: items });
}

test("the facts count attempts, what waits and the used quota", () => {
  expect(factsOf({})).toEqual([
    "last day: 7 attempts · 5 failed",
    "queue: 2 wait · next in 4 min",
    "quota: ████████░░ 850 of 1,000",
  ]);
  expect(
    factsOf({ hours: [], failures: 0, waiting: 0, held: 3, triggers: { used: 1000, limit: 1000 } }),
  ).toEqual(["last day: 0 attempts", "queue: 3 held", "quota: ██████████ 1,000 of 1,000 · used up"]);
});

test("the facts of a hub that reports nothing count what was received here", () => {
  expect(factsOf({ from: "receiver", triggers: null })).toEqual(["last day: 7 received here · 5 failed"]);
});

test("events are counted with bars, the most frequent first, and fit any width", () => {
  const events = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`scope${n}.update`, n + 1]));
  const lines = eventLines({ ...activity, events }, 40);
  expect(text(lines[2] ?? { spans: [] })).toMatch(/^scope10\.update █+ 11$/);
  expect(text(lines.at(-1) ?? { spans: [] })).toBe("and 3 other events");
  for (const width of [10, 38, 200]) {
    for (const line of eventLines({ ...activity, events }, width))
      expect(lineWidth(line)).toBeLessThanOrEqual(Math.max(width, 18));
  }
  expect(eventLines(activity, 40)).toEqual([]);
});

test("webhooks that watch the same repo or its owner are named, those of other repos are not", () => {
  const own = webhook("a".repeat(24), "dataset:me/corpus", "org:acme");
  const all = [
    own,
    webhook("b".repeat(24), "dataset:me/corpus", "model:other/x"),
    webhook("c".repeat(24), "user:me"),
    webhook("d".repeat(24), "model:acme/m"),
    webhook("e".repeat(24), "model:me/corpus", "dataset:me/corpus2", "org:me2"),
    webhook("f".repeat(24), "org:acme"),
  ];
  expect(
    sharedWatches(own, all).map(({ webhook: { id }, items }) => [id[0], items.map(({ name }) => name)]),
  ).toEqual([
    ["b", ["me/corpus"]],
    ["c", ["me"]],
    ["d", ["acme/m"]],
    ["f", ["acme"]],
  ]);
  expect(
    sharedWatchLines(own, all, {
      nameOf: (id) => (id === "b".repeat(24) ? v`trainer` : visible(id.slice(0, 4))),
      width: 60,
    }).map(text),
  ).toEqual([
    "",
    expect.stringMatching(/^── also watched by ─+$/),
    "trainer dataset:me/corpus → https://example.org/",
    "cccc user:me → https://example.org/",
    "dddd model:acme/m → https://example.org/",
    "and 1 other webhook",
  ]);
  expect(sharedWatchLines(webhook("x", "space:me/s"), all.slice(3), { nameOf: visible, width: 60 })).toEqual(
    [],
  );
});
