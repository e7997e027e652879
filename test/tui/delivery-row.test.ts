import { describe, expect, it } from "vitest";
import type { Delivery } from "../../src/model/delivery.ts";
import { deliveryRow } from "../../src/screens/deliveries/list/delivery-row.ts";
import { deliveryTable } from "../../src/tables/deliveries.ts";
import type { Line } from "../../src/text/line.ts";
import { fitTable } from "../../src/tui/components/table.ts";
import { deliveryOf, someMomentMs } from "../support/app/deliveries.ts";
import { initialState } from "../support/app/state.ts";

const seconds = 3;

function rowOf(over: Partial<Delivery>, width: number, nowMs: number): Line {
  const delivery = deliveryOf(7, over);
  const state = initialState({ columns: width, rows: 24 }, nowMs);
  return deliveryRow(fitTable(state, deliveryTable, [delivery], { nowMs }, width), delivery, false, false);
}

/** Returns the text of a row at 78 columns, three seconds after its arrival. */
function drawn(over: Partial<Delivery>, width = 78): string {
  const { spans } = rowOf(over, width, someMomentMs + seconds * 1_000);
  return spans.map(({ text }) => text).join("");
}

const toneOfStatus = (over: Partial<Delivery>) =>
  rowOf(over, 78, someMomentMs).spans.find(({ text }) => /[✓✗⊘≡↻‼⋯]/.test(text))?.tone;

describe("the row of a delivery", () => {
  it.each<[string, Partial<Delivery>, string, string]>([
    ["accepted", {}, "✓ 200  inbox", "ok"],
    ["handled", { outcome: "handled", durationMs: 1_234 }, "✓ 200  inbox", "ok"],
    ["pending", { outcome: "pending", status: null, durationMs: null }, "⋯ …    inbox", "muted"],
    ["failed", { outcome: "failed", status: 500 }, "✗ 500  inbox", "error"],
    ["failed without an answer", { outcome: "failed", status: null }, "✗ —    inbox", "error"],
    ["accepted, and answered with an error", { status: 404 }, "✗ 404  inbox", "error"],
    ["rejected", { outcome: "rejected", status: 413, event: null, repo: null }, "⊘ 413  inbox", "error"],
    ["interrupted", { outcome: "interrupted", status: null }, "‼ —    inbox", "error"],
    ["a duplicate", { duplicateOf: 5 }, "≡ 200  inbox", "warn"],
    ["a replay", { replayOf: 5 }, "↻ 200  inbox", "ok"],
    ["for no route", { route: null, outcome: "rejected", status: 404 }, "⊘ 404  —", "error"],
  ])("shows the result as a glyph and a status: %s", (_what, over, status, tone) => {
    expect(drawn(over)).toContain(`  3 s    ${status}`);
    expect(toneOfStatus(over)).toBe(tone);
  });

  it.each<[string, Partial<Delivery>, RegExp]>([
    ["its repo", {}, /repo\.content update dataset:me\/repo-7 /],
    [
      "a long repo by both its ends",
      { repo: { type: "dataset", name: `me/${"x".repeat(80)}-end` } },
      /dataset:m.*…x+-end /,
    ],
    ["what it repeats, after the repo", { duplicateOf: 12_381 }, /dataset:.*repo-7 ≡#12,381/],
    ["what it is a replay of, after the repo", { replayOf: 3 }, /dataset:me\/repo-7 ↻#3/],
    [
      "what it is a replay of, after a cut reason",
      { outcome: "failed", status: 500, replayOf: 3, reason: "handler train threw: Error: no" },
      /dataset:me\/repo-7 · h.*… ↻#3/,
    ],
    [
      "a missing secret, and who sent it",
      { auth: "missing", event: null, repo: null },
      /no secret +127\.0\.0\.1/,
    ],
    ["a wrong secret", { auth: "wrong", event: null, repo: null }, /wrong secret +127\.0\.0\.1/],
    [
      "what was refused",
      { outcome: "rejected", method: "GET", event: null, repo: null, path: "/favicon.ico" },
      /GET rejected +127\.0\.0\.1 \/favicon/,
    ],
    [
      "why it was refused",
      { outcome: "rejected", status: 400, event: null, repo: null, reason: "bad JSON: \u001b at 1:1" },
      /POST rejected +bad JSON: ␛ at 1:1/,
    ],
    [
      "why it failed, after the repo",
      { outcome: "failed", status: 500, reason: "handler train threw: Error: no" },
      /dataset:me\/repo-7 · handl…/,
    ],
    ["a payload without an event", { event: null, schemaValid: false }, /no event/],
    ["how long it took", { durationMs: 1_234 }, / 1\.2 s *$/],
    ["nothing of how long what is not done takes", { durationMs: null }, /repo-7 +$/],
  ])("shows %s", (_what, over, pattern) => {
    expect(drawn(over)).toMatch(pattern);
  });

  it("shows its status whatever the delivery contains", () => {
    const evil = "\u001b]0;200 of what follows";
    const row = drawn({
      outcome: "failed",
      status: 500,
      route: evil,
      event: { scope: evil, action: evil },
      repo: { type: evil, name: evil },
    });
    expect(row).toMatch(/^ {2}3 s {4}✗ 500 {2}␛\]0/);
  });

  it("never shows a negative age, since the app's clock may lag", () => {
    const { spans } = rowOf({}, 78, someMomentMs - 60_000);
    expect(spans.map(({ text }) => text).join("")).toMatch(/^ {2}now /);
  });

  it("shows a long event whole where there is room", () => {
    const event = { scope: "discussion.comment", action: "create" };
    for (const width of [78, 120, 200]) {
      expect(drawn({ event }, width)).toMatch(/discussion\.comment create dataset:me\/repo-7 /);
    }
  });

  it("drops the route, then the duration, in a narrow terminal", () => {
    expect(drawn({}, 54)).not.toContain("inbox");
    expect(drawn({}, 54)).toContain("1 ms");
    expect(drawn({}, 46)).not.toContain("1 ms");
    expect(drawn({}, 46)).toContain("✓ 200");
  });
});
