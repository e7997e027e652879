import { expect, test } from "vitest";
import { waitAfterFailureMs } from "../../../src/localhub/dispatching/schedule.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const failed = { status: 500, timedOut: false, retryAfter: null };
const hourMs = 3_600_000;

test("the delays after the first to the sixth failure, then none", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => waitAfterFailureMs(attempts, failed, 0.5, nowMs));
  expect(waits).toEqual([5_000, 300_000, 1_800_000, 2 * hourMs, 5 * hourMs, 10 * hourMs, null]);
});

test("each is up to a fifth shorter or longer", () => {
  expect(waitAfterFailureMs(2, failed, 0, nowMs)).toBe(240_000);
  expect(waitAfterFailureMs(2, failed, 1, nowMs)).toBe(360_000);
});

test("overload and a missing response are retried after at least a minute", () => {
  expect(waitAfterFailureMs(1, { ...failed, status: 429 }, 0, nowMs)).toBe(60_000);
  expect(waitAfterFailureMs(1, { ...failed, status: null, timedOut: true }, 0, nowMs)).toBe(60_000);
  expect(waitAfterFailureMs(2, { ...failed, status: 429 }, 0, nowMs)).toBe(240_000);
});

test.for([
  ["120", 120_000],
  [" 120 ", 120_000],
  ["4", 5_000],
  ["7200", hourMs],
  ["99999999999999999999", hourMs],
  ["Fri, 20 Nov 2026 12:30:00 GMT", 1_800_000],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 5_000],
  ["soon", 5_000],
  ["", 5_000],
  ["-1", 5_000],
] as const)("Retry-After %o", ([retryAfter, waitMs]) => {
  expect(waitAfterFailureMs(1, { ...failed, status: 503, retryAfter }, 0.5, nowMs)).toBe(waitMs);
});

test("Retry-After does not revive a dispatch without attempts left", () => {
  expect(waitAfterFailureMs(7, { ...failed, retryAfter: "60" }, 0.5, nowMs)).toBe(null);
});
