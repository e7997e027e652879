import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchNames, type Measurement, type Measurements, pageOf } from "../../../bench/page.ts";
import { type BenchLine, compareRounds, formatLine, timed } from "../../../bench/result.ts";

const root = join(import.meta.dirname, "../../..");

function measured(lines: readonly BenchLine[], other: Partial<Measurement> = {}): Measurement {
  return {
    question: "How fast?",
    date: "2026-11-28",
    commit: "0123456",
    machine: "two cores",
    conditions: "load average 0.1",
    lines,
    ...other,
  };
}

const rounds = [
  { value: 6, limit: 2 },
  { value: 7, limit: 4 },
  { value: 9, limit: 3 },
];

const comparison = { what: "key to frame", unit: "ms", pairs: rounds, peer: "smallest app" } as const;

test("the page has a table of each bench, with medians, spread, peer, ratio and aim", () => {
  const page = pageOf({ keys: measured([compareRounds({ ...comparison, aim: { most: 3 } })]) });
  expect(page).toContain("### keys\n\nHow fast?\n\n| | measured | spread | beside | ratio | aim |\n");
  expect(page).toContain("\n| key to frame | 7 ms | 6 to 9 | smallest app: 3 ms (2 to 4) | 3.00x | ≤ 3x |\n");
  expect(page).toContain("\n2026-11-28, commit 0123456, load average 0.1.\n");
  expect(page).toContain("Missed aims: 0 of 1");
});

test("the page says which aims are missed", () => {
  const lines = [compareRounds({ ...comparison, aim: { least: 4 } }), timed("start", [300, 1_200], 500)];
  const page = pageOf({ keys: measured(lines) });
  expect(page).toContain("| 3.00x | **missed:** ≥ 4x |");
  expect(page).toContain("| start, median of 2 | 750 ms | 300 to 1,200 |  |  | **missed:** ≤ 500 ms |");
  expect(page).toContain("Missed aims: 2 of 2");
});

test("a figure without an aim is neither met nor missed", () => {
  const page = pageOf({ keys: measured([compareRounds({ ...comparison, aim: null })]) });
  expect(page).toContain("| smallest app: 3 ms (2 to 4) | 3.00x |  |\n");
  expect(page).toContain("Missed aims: 0 of 0");
});

test("the page says what was skipped, and which benches were not run", () => {
  const page = pageOf({ receive: measured([{ what: "a | b", why: "skipped: no strace" }]) });
  expect(page).toContain("\n| a \\| b | skipped: no strace |  |  |  |  |\n");
  expect(page).toContain("### keys\n\nNot measured.\n");
});

test("a table of another machine names it", () => {
  const page = pageOf({
    keys: measured([]),
    quit: measured([], { date: "2026-11-27", machine: "one core" }),
  });
  expect(page).toContain("Machine and versions, unless a table names others: two cores.");
  expect(page).toContain("2026-11-27, commit 0123456, load average 0.1. Measured on: one core.");
});

test("a line of the terminal says if the aim is met", () => {
  const line = (least: number) => formatLine(compareRounds({ ...comparison, aim: { least } }));
  expect(line(3)).toBe("ok   key to frame: 7 ms (6 to 9) | smallest app: 3 ms | 3.00x, aim >= 3x");
  expect(line(4)).toMatch(/^MISS /);
  expect(formatLine(timed("start", [300, 400], null))).toBe("     start, median of 2: 350 ms (300 to 400)");
  expect(formatLine({ what: "syncs", why: "skipped: no strace" })).toBe("     syncs: skipped: no strace");
});

test("the page has a place for every bench", () => {
  const files = readdirSync(join(root, "bench")).filter((name) => name.endsWith(".ts"));
  const benches = files.filter((name) =>
    /^export const question\b/m.test(readFileSync(join(root, "bench", name), "utf8")),
  );
  expect(benchNames.map((name) => `${name}.ts`).toSorted()).toEqual(benches.toSorted());
});

test("docs/performance.md is what bench/results.json gives", () => {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  expect(read("docs/performance.md")).toBe(pageOf(JSON.parse(read("bench/results.json")) as Measurements));
});
