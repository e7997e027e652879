import { describe, expect, it } from "vitest";
import type { Delivery } from "../../src/model/delivery.ts";
import { deliveryRow } from "../../src/screens/deliveries/list/list-pane.ts";
import { deliveryTable } from "../../src/tables/deliveries.ts";
import type { Line } from "../../src/text/line.ts";
import { fitTable } from "../../src/tui/components/table.ts";
import { deliveryOf, someMomentMs } from "../support/app/deliveries.ts";
import { initialState } from "../support/app/state.ts";

const seconds = 3;

function rowOf(over: Partial<Delivery>, width: number, nowMs: number): Line {
  const delivery = deliveryOf(7, over);
  const state = initialState({ columns: width, rows: 24 }, nowMs);
  return deliveryRow(
    fitTable(state, deliveryTable, [delivery], { nowMs, zone: "utc" }, width),
    delivery,
    false,
    false,
  );
}

/** Returns the text of a row at 78 columns, three seconds after its arrival. */
function drawn(over: Partial<Delivery>, width = 78): string {
  const { spans } = rowOf(over, width, someMomentMs + seconds * 1_000);
  return spans.map(({ text }) => text).join("");
}

const toneOfStatus = (over: Partial<Delivery>) =>
  rowOf(over, 78, someMomentMs).spans.find(({ text }) => /[✓✗⊘‼⋯↷]/.test(text))?.tone;

describe("the row of a delivery", () => {
  it.each<[string, Partial<Delivery>, string, string]>([
    ["accepted", {}, "✓ 200  inbox", "ok"],
    ["handled", { outcome: "handled", durationMs: 1_234 }, "✓ 200  inbox", "ok"],
    ["pending", { outcome: "pending", status: null, durationMs: null }, "⋯ 3s   inbox", "warn"],
    ["failed", { outcome: "failed", status: 500 }, "✗ 500  inbox", "error"],
    ["failed without an answer", { outcome: "failed", status: null }, "✗ —    inbox", "error"],
    ["accepted, and answered with an error", { status: 404 }, "✗ 404  inbox", "error"],
    ["rejected", { outcome: "rejected", status: 413, event: null, repo: null }, "⊘ 413  inbox", "error"],
    ["interrupted", { outcome: "interrupted", status: null }, "‼ —    inbox", "error"],
    ["superseded", { outcome: "superseded", status: null }, "↷ —    inbox", "muted"],
    ["a duplicate", { duplicateOf: 5 }, "✓ 200  inbox", "ok"],
    ["a replay", { replayOf: 5 }, "✓ 200  inbox", "ok"],
    ["for no route", { route: null, outcome: "rejected", status: 404 }, "⊘ 404  —", "error"],
  ])("shows the result as a glyph and a status: %s", (_what, over, status, tone) => {
    expect(drawn(over)).toContain(`    7 09:14:03 ${status}`);
    expect(toneOfStatus(over)).toBe(tone);
  });

  it.each<[string, Partial<Delivery>, RegExp]>([
    ["its repo", {}, /content update +dataset:me\/repo-7 /],
    ["its repo and what changed", { subject: "main@9a53552" }, /ds:me\/repo-7 main@9a53552 /],
    [
      "a long repo by both its ends, before what changed",
      { repo: { type: "dataset", name: `me/${"x".repeat(80)}-end` }, subject: "main@9a53552" },
      /ds:me.*…x*-end main…/,
    ],
    [
      "which try of its event was handled",
      { outcome: "failed", status: 500, recovered: true, settledBy: 9 },
      /dataset:me\/repo-7 ✓ 9 /,
    ],
    [
      "the tries of its event, and which was handled",
      { outcome: "failed", status: 500, recovered: true, settledBy: 9, eventOf: 7, tries: 3 },
      /ds:me\/repo-7 3 tries ✓ 9 /,
    ],
    [
      "the tries of its event at a later one, which was handled",
      { outcome: "handled", settledBy: 7, duplicateOf: 3, eventOf: 3, tries: 3 },
      /ds:me\/repo-7 3 tries ↻ 3 /,
    ],
    [
      "why a further try did not run, after the repo",
      {
        reason: "already handled by #5; replay it to run it again",
        settledBy: 5,
        duplicateOf: 3,
        eventOf: 3,
        tries: 3,
      },
      / ds:.*-7 3 tries ✓ 5 ↻ 3 /,
    ],
    [
      "the tries before the reason of a failed one",
      { outcome: "failed", status: 500, reason: "handler train threw: Error: no", eventOf: 3, tries: 2 },
      / 2 tries · no · ds:me/,
    ],
    [
      "which try was handled, before the reason",
      {
        outcome: "failed",
        status: 500,
        recovered: true,
        settledBy: 9,
        reason: "handler train threw: Error: no",
      },
      / ✓ 9 · no · /,
    ],
    ["what it looks like, after the repo", { duplicateOf: 12 }, /dataset:me\/repo-7 ≡ 12 /],
    ["what it is a try of, after the repo", { duplicateOf: 3, eventOf: 3 }, /dataset:me\/repo-7 ↻ 3 /],
    ["what it is a replay of, after the repo", { replayOf: 3 }, /dataset:me\/repo-7 ↻ 3 /],
    [
      "what it is a replay of, after the reason and a shortened repo",
      { outcome: "failed", status: 500, replayOf: 3, reason: "handler train threw: Error: no GPU" },
      / no GPU · ds:m.*o-7 ↻ 3 /,
    ],
    [
      "a missing secret, and who sent it",
      { auth: "missing", event: null, repo: null },
      /— +no secret, 127\.0\.0\.1/,
    ],
    ["a wrong secret", { auth: "wrong", event: null, repo: null }, /— +wrong secret, 127\.0\.0\.1/],
    [
      "what was refused",
      { outcome: "rejected", method: "GET", event: null, repo: null, path: "/favicon.ico" },
      /— +GET \/favicon\.ico/,
    ],
    [
      "why it was refused",
      { outcome: "rejected", status: 400, event: null, repo: null, reason: "bad JSON: \u001b at 1:1" },
      /— +bad JSON: ␛ at 1:1/,
    ],
    [
      "why it failed, before the repo",
      { outcome: "failed", status: 500, reason: "handler train threw: Error: no" },
      / update no · dataset:me\/repo-7 /,
    ],
    [
      "what a target responded, without its URL",
      { outcome: "failed", status: 422, reason: "http://127.0.0.1:3000/hook responded with 422" },
      / update responded 422 · ds:m….*-7 /,
    ],
    [
      "a long reason instead of the repo",
      { outcome: "failed", status: 500, reason: "handler train threw: Error: no card for ds:me/corpus" },
      / update no card for ds:me\/corpus +/,
    ],
    [
      "the whole time of the next attempt, after a shortened repo",
      {
        outcome: "pending",
        status: null,
        repo: { type: "dataset", name: `me/${"x".repeat(80)}-end` },
        nextAttemptAt: new Date(someMomentMs + 8_000).toISOString(),
      },
      /⋯ {6}inbox .*ds:me….*-end · next in 5 s /,
    ],
    [
      "the next attempt, after the repo",
      { outcome: "pending", status: null, nextAttemptAt: new Date(someMomentMs + 8_000).toISOString() },
      /ds:m.*7 · next in 5 s/,
    ],
    ["a bookmark where a repo would begin", { bookmark: "", event: null, repo: null }, / — {5}★ · 127/],
    ["a hostile subject as visible text", { subject: "#1 \u001b[2J\u202e" }, /ds:me\/repo-7 #1 ␛\[2J⟨202E⟩/],
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
    expect(row).toMatch(/^ {4}7 09:14:03 ✗ 500 {2}␛\]0/);
  });

  it("shows no negative age, since the app's clock may lag", () => {
    const { spans } = rowOf({ outcome: "pending", status: null }, 78, someMomentMs - 60_000);
    expect(spans.map(({ text }) => text).join("")).toMatch(/ 09:14:03 ⋯ {6}inbox/);
  });

  it("shows the date of a delivery of another day", () => {
    const draw = (width: number) =>
      rowOf({}, width, someMomentMs + 86_400_000)
        .spans.map(({ text }) => text)
        .join("");
    expect(draw(78)).toContain("20 09:14 ✓");
    expect(draw(200)).toContain("11-20 09:14 ✓");
  });

  it("shows an event whole where there is room, or else without its first part", () => {
    const event = { scope: "discussion.comment", action: "create" };
    expect(drawn({ event }, 74)).toContain(" comment create ");
    expect(drawn({ event }, 120)).toMatch(/ discussion\.comment create +dataset:me\/repo-7 /);
  });

  it("shows the last digits of a long number", () => {
    expect(drawn({ seq: 123_456_789 }, 74)).toMatch(/^ {2}…456789 /);
  });

  it("shows more columns in a wide window", () => {
    const over = { webhookId: "6390e855e30d9209411de93b", subject: "main@9a53552" };
    expect(drawn(over, 74)).not.toContain("127.0.0.1");
    expect(drawn(over, 160)).toMatch(
      /repo\.content update dataset:me\/repo-7 main@9a53552 +1 ms +52 bytes 6390.*93b +127\.0\.0\.1/,
    );
  });

  it("drops the duration, the route, the number and the event in a narrow terminal", () => {
    const shown = (width: number) =>
      ["1 ms", "inbox", " 7 ", "content", "✓ 200", "ds:me/repo-7"].filter((text) =>
        drawn({ subject: "main@9a53552" }, width).includes(text),
      );
    expect(shown(78)).toHaveLength(6);
    expect(shown(71)).not.toContain("1 ms");
    expect(shown(60)).not.toContain("inbox");
    expect(shown(54)).not.toContain(" 7 ");
    expect(shown(38)).toEqual(["✓ 200", "ds:me/repo-7"]);
  });
});
