import { describe, expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { matchesFilter } from "../../../src/model/filter.ts";
import type { FilterRow } from "../../../src/model/filter.ts";
import { deliveryOf } from "../../support/app/deliveries.ts";

const nowMs = Date.UTC(2026, 10, 20, 12);

const row: FilterRow = {
  ...deliveryOf(283),
  path: "/webhooks/train",
  durationMs: 250,
  reason: "Connection refused",
  receivedAt: "2026-11-20T11:00:00.000Z",
  route: "train",
  remote: "10.0.0.7",
  status: 500,
  event: { scope: "repo.content", action: "update" },
  repo: { type: "dataset", name: "me/corpus" },
  webhookId: "6390e855e30d9209411de93b",
  outcome: "failed",
  schemaValid: true,
  replayOf: null,
  edited: false,
  duplicateOf: null,
  nextAttemptAt: null,
  dead: false,
  recovered: false,
  open: false,
  latestTry: 300,
  handledTries: 1,
  bookmark: null,
};

/** Row of a rejected request, which has hardly any value. */
const bare: FilterRow = {
  ...row,
  durationMs: null,
  reason: null,
  route: null,
  status: null,
  event: null,
  repo: null,
  webhookId: null,
  outcome: "pending",
  schemaValid: false,
};

const matches = (filter: string, delivery: FilterRow = row, text = "fix the licence me corpus") =>
  matchesFilter(parseFilter(filter, nowMs), delivery, () => text);

describe("matchesFilter", () => {
  it.each([
    ["", true],
    ["licence", true],
    ["LIC", true],
    ["icence", false],
    ['"the lic"', true],
    ['"fi licence"', false],
    ["me/corpus", true],
    ["me/corpusx", false],
    ["-licence", false],
    ["-word", true],
    ["fix licence", true],
    ["fix word", false],
    ["status:500", true],
    ["status:>=400", true],
    ["status:<500", false],
    ["status:4xx|5xx", true],
    ["status:200..299", false],
    ["status:499..", true],
    ["route:TRAIN", true],
    ["route:tr", false],
    ["route:t*|inbox", true],
    ["repo:me/corpus", true],
    ["repo:dataset:me/*", true],
    ["repo:model:me/*", false],
    ["repo:*:ME/*", true],
    ["scope:repo*", true],
    ["scope:repo", false],
    ["action:update|create", true],
    ["webhook:6390*", true],
    ["webhook:6390", false],
    ["from:10.0.*", true],
    ["from:10.0.0.8", false],
    ["path:/webhooks/*", true],
    ["path:/webhooks", false],
    ["reason:REFUSED", true],
    ['reason:"n r"', true],
    ["reason:timeout", false],
    ["took:250", true],
    ["took:>0.25s", false],
    ["took:200ms..1s", true],
    ["#283", true],
    ["seq:<283", false],
    ["is:failed", true],
    ["is:replay|duplicate", false],
    ["is:invalid", false],
    ["-is:handled", true],
    ["since:1h", true],
    ["since:59m", false],
    ["until:59m", true],
    ["until:1h", false],
    ["status:500 route:train -repo:you/*", true],
    ["status:500 route:train -repo:me/*", false],
  ])("%j: %s", (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it.each([
    "status:>=100",
    "status:<=999",
    "took:>=0",
    "reason:*",
    "route:*",
    "repo:*",
    "scope:*",
    "action:*",
    "webhook:*",
  ])("a row without a value does not match %s, and matches it negated", (filter) => {
    expect([matches(filter, bare), matches(`-${filter}`, bare)]).toEqual([false, true]);
    expect([matches(filter), matches(`-${filter}`)]).toEqual([true, false]);
  });

  it.each([
    ["failed", { outcome: "rejected", status: null }],
    ["failed", { outcome: "interrupted", status: null }],
    ["failed", { outcome: "handled", status: 404 }],
    ["rejected", { outcome: "rejected" }],
    ["accepted", { outcome: "accepted" }],
    ["handled", { outcome: "handled" }],
    ["pending", { outcome: "pending" }],
    ["interrupted", { outcome: "interrupted" }],
    ["superseded", { outcome: "superseded" }],
    ["waiting", { outcome: "pending", nextAttemptAt: "2026-11-20T09:14:04.000Z" }],
    ["dead", { dead: true }],
    ["open", { open: true }],
    ["recovered", { recovered: true }],
    ["latest", { latestTry: 283 }],
    ["twice", { outcome: "handled", handledTries: 2 }],
    ["duplicate", { duplicateOf: 1 }],
    ["replay", { replayOf: 1 }],
    ["invalid", { schemaValid: false }],
  ] as const)("is:%s matches %j, and not a row without it", (state, change) => {
    const calm: FilterRow = { ...row, outcome: "accepted", status: 200 };
    expect(matches(`is:${state}`, { ...calm, ...change })).toBe(true);
    expect(matches(`is:${state}`, { ...calm, ...(state === "accepted" ? { outcome: "handled" } : {}) })).toBe(
      false,
    );
  });

  it("asks for the text once, and only where words decide", () => {
    let asked = 0;
    const text = () => {
      asked++;
      return "fix the licence";
    };
    expect(matchesFilter(parseFilter("fix status:200 the"), row, text)).toBe(false);
    expect(matchesFilter(parseFilter("status:500"), row, text)).toBe(true);
    expect(asked).toBe(0);
    expect(matchesFilter(parseFilter("fix the -word status:500"), row, text)).toBe(true);
    expect(asked).toBe(1);
  });

  it("finds nothing by words in an empty body", () => {
    expect([matches("a", row, ""), matches("-a", row, "")]).toEqual([false, true]);
  });
});
