import { describe, expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { bucketsIn, nearestPeak } from "../../../src/screens/deliveries/histogram/buckets.ts";
import { histogramLines, histogramRows } from "../../../src/screens/deliveries/histogram/histogram-lines.ts";
import { type Period, periodOf } from "../../../src/screens/deliveries/histogram/period.ts";
import { histogramLoaded } from "../../../src/screens/deliveries/histogram/state.ts";
import { setDeliveries } from "../../../src/screens/deliveries/state/deliveries.ts";
import type { Histogram, OutcomeCounts } from "../../../src/store/delivery-log.ts";
import { lineText } from "../../../src/tui/linear/line-text.ts";
import { setPreferences } from "../../../src/tui/state/preferences.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { someMomentMs as nowMs } from "../../support/app/deliveries.ts";
import { after, initialState } from "../../support/app/state.ts";

const minuteMs = 60_000;
const none: OutcomeCounts = {
  pending: 0,
  accepted: 0,
  rejected: 0,
  handled: 0,
  failed: 0,
  interrupted: 0,
  superseded: 0,
};
const handled = (count: number): OutcomeCounts => ({ ...none, handled: count });

/** Returns a histogram whose first buckets have some counts. */
const histogramOf = (...counts: readonly OutcomeCounts[]): Histogram => ({
  buckets: [...counts, ...Array.from({ length: 60 - counts.length }, () => none)],
  exact: true,
  p50Ms: 2,
  p95Ms: 15,
});

describe("the period", () => {
  const period = (text: string, oldestMs: number | null = null) =>
    periodOf(parseFilter(text, nowMs), nowMs, oldestMs);

  it("is the shortest that contains the deliveries of the last hour", () => {
    const minutes = (ageMs: number) => (period("", nowMs - ageMs)?.untilNowMs ?? 0) / minuteMs;
    expect([0, 0.5, 2, 4, 10, 14, 20, 59, 60].map((age) => minutes(age * minuteMs))).toEqual([
      5, 5, 5, 5, 15, 15, 60, 60, 60,
    ]);
    expect(period("", nowMs - 30_000)).toMatchObject({ toMs: (Math.floor(nowMs / 5_000) + 1) * 5_000 });
    expect(period("since:2h", nowMs)?.untilNowMs).toBe(120 * minuteMs);
  });

  it("is the last hour in whole minutes", () => {
    const hour = period("route:inbox");
    expect(hour?.toMs).toBe(Math.ceil(nowMs / minuteMs) * minuteMs);
    expect(hour).toMatchObject({ fromMs: hour!.toMs - 60 * minuteMs, untilNowMs: 60 * minuteMs });
  });

  it("follows the times of the filter", () => {
    const since = period("since:2h");
    expect(since?.untilNowMs).toBe(120 * minuteMs);
    // All of it, in buckets that end with whole steps.
    expect(since!.fromMs).toBeLessThanOrEqual(nowMs - 120 * minuteMs);
    expect(since!.toMs).toBeGreaterThan(nowMs);
    expect(since!.toMs % ((since!.toMs - since!.fromMs) / 60)).toBe(0);
    const both = { fromMs: nowMs - 180 * minuteMs, toMs: nowMs - 60 * minuteMs, untilNowMs: null };
    expect(period("since:3h until:1h")).toEqual(both);
    expect(period("until:1h")).toEqual({ ...both, fromMs: nowMs - 120 * minuteMs });
  });

  it("is none if the times exclude each other", () => {
    expect(period("since:1h until:2h")).toBeNull();
  });

  it("stays while less than a bucket passes", () => {
    expect(periodOf(parseFilter("", nowMs), nowMs + 1_000, null)).toEqual(period(""));
  });
});

const period: Period = { fromMs: 0, toMs: 60 * minuteMs, untilNowMs: 60 * minuteMs };

describe("the bars", () => {
  it("join as many buckets as the width needs", () => {
    const loaded = { histogram: histogramOf(handled(1), { ...none, failed: 2 }, handled(4)), period };
    expect(bucketsIn(loaded, 70)).toHaveLength(60);
    expect(bucketsIn(loaded, 59).slice(0, 2)).toEqual([
      { fromMs: 0, toMs: 2 * minuteMs, deliveries: 3, failures: 2 },
      { fromMs: 2 * minuteMs, toMs: 4 * minuteMs, deliveries: 4, failures: 0 },
    ]);
    expect(bucketsIn(loaded, 12)).toHaveLength(12);
    expect(bucketsIn(loaded, 11)).toEqual([]);
  });

  it("have peaks before and after a time, each once", () => {
    const counts = [0, 3, 9, 4, 1, 0, 7, 7, 2, 0, 0, 5].map(handled);
    const buckets = bucketsIn({ histogram: histogramOf(...counts), period }, 60);
    const at = (minute: number, direction: "previous" | "next") =>
      nearestPeak(buckets, minute * minuteMs, direction)?.deliveries ?? null;
    expect([at(60, "previous"), at(11, "previous"), at(6, "previous"), at(2.5, "previous")]).toEqual([
      5,
      7,
      9,
      null,
    ]);
    expect([at(-1, "next"), at(2, "next"), at(6, "next"), at(11, "next")]).toEqual([9, 7, 5, null]);
  });
});

describe("the rows", () => {
  const size = { columns: 73, rows: 33 };
  const filter = parseFilter("", nowMs);
  const start = after(
    initialState({ columns: 120, rows: 40 }, nowMs),
    setPreferences({ zone: "utc" }),
    setDeliveries({ total: 3, filter }),
  );
  const subject = { filter, period, lastSeq: 3, oldestMs: null };
  const drawn = (histogram: Histogram, state = start) =>
    histogramLines(after(state, histogramLoaded(subject, histogram)), size).map((row) =>
      row.spans
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    );

  it("show counts by outcome, durations, and bars of the failures", () => {
    const failing = { ...none, failed: 1, handled: 1_203 };
    expect(drawn(histogramOf(handled(8), none, failing, none, { ...none, rejected: 30 }))).toEqual([
      ` 1 h     ▁█▁${" ".repeat(27)}  ✓ 1,211  ✗ 1  ⊘ 30`,
      ` failed   ▁█${" ".repeat(27)}  p50 2 ms  p95 15 ms`,
    ]);
  });

  it("mark an estimate, and say that there is nothing", () => {
    expect(drawn({ ...histogramOf(handled(8)), exact: false })[0]).toContain("✓ ~8");
    expect(drawn({ ...histogramOf(), p50Ms: null, p95Ms: null })[0]?.trim()).toMatch(/^1 h +no deliveries$/);
  });

  it("need room and deliveries", () => {
    expect(histogramRows(start, size)).toBe(2);
    expect(histogramRows(start, { ...size, rows: 23 })).toBe(0);
    expect(histogramRows(start, { ...size, columns: 55 })).toBe(0);
    expect(histogramRows(after(start, setDeliveries({ total: 0 })), size)).toBe(0);
  });

  it("do not show the counts of another filter", () => {
    const state = after(
      start,
      histogramLoaded(subject, histogramOf(handled(8))),
      setDeliveries({ filter: parseFilter("is:failed", nowMs) }),
    );
    expect(histogramLines(state, size).map(({ spans }) => spans)).toEqual([[], []]);
  });

  it("are a sentence for a screen reader", () => {
    const linear = after(start, setWindow({ isLinear: true }));
    const failing = { ...none, failed: 1, handled: 12 };
    const state = after(linear, histogramLoaded(subject, histogramOf(handled(8), failing)));
    expect(histogramLines(state, size).map(lineText)).toEqual([
      "Last 1 h: 20 ok, 1 failed; p50 2 ms, p95 15 ms; most, 13, from 00:01:00 to 00:02:00.",
    ]);
  });
});
