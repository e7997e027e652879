import { parseFilter } from "../src/model/filter-parse.ts";
import type { DeliveryReader } from "../src/store/delivery-log.ts";
import { openDeliveryReader } from "../src/store/sqlite/deliveries/delivery-reader.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { fillLog, logPeriodMs, settleLog, storedRows } from "./filled-log.ts";
import { type BenchResult, report, timed } from "./result.ts";

export const question = "How fast are queries of a log with a million deliveries?";

const rounds = 7;
const hourMs = 3_600_000;
const nowMs = Date.now();

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const month = { fromMs: nowMs - logPeriodMs, toMs: nowMs, buckets: 60 };
const page = (text: string) => (reader: DeliveryReader) =>
  reader.page({ filter: parseFilter(text, nowMs), from: null, direction: "older", limit: 100 });
const sorted =
  (by: "duration" | "route", text = "") =>
  (reader: DeliveryReader) =>
    reader.sorted({
      filter: parseFilter(text, nowMs),
      by,
      direction: "descending",
      empties: "last",
      after: null,
      limit: 100,
    });
const histogram =
  (text: string, period = month) =>
  (reader: DeliveryReader) =>
    reader.histogram({ filter: parseFilter(text, nowMs), ...period });

/** Queries with their aims in milliseconds. */
const queries: readonly (readonly [
  what: string,
  aimMs: number,
  ask: (reader: DeliveryReader) => Promise<unknown>,
])[] = [
  ["histogram of an hour", 100, histogram("", { fromMs: nowMs - hourMs, toMs: nowMs, buckets: 60 })],
  ["histogram of all", 100, histogram("")],
  ["histogram of all with route:route-3", 100, histogram("route:route-3")],
  ["histogram of all with is:failed", 100, histogram("is:failed")],
  ["first page sorted by duration", 300, sorted("duration")],
  ["first page sorted by duration with route:route-3", 300, sorted("duration", "route:route-3")],
  ["first page sorted by route", 500, sorted("route")],
  ["first page of since:2h", 100, page("since:2h")],
  ["first page of until:29d", 100, page("until:29d")],
  ["first page of since:20d until:19d", 100, page("since:20d until:19d")],
  ["first page of repo:me/repo-77", 100, page("repo:me/repo-77")],
  ["first page of route:rare", 100, page("route:rare")],
  ["first page of route:nowhere", 100, page("route:nowhere")],
  ["first page of is:failed", 100, page("is:failed")],
  ["first page of status:404", 100, page("status:404")],
  ["first page of is:duplicate", 100, page("is:duplicate")],
  ["full text needle", 200, page("needle")],
  ["full text hay", 200, page("hay")],
];

export async function run(): Promise<readonly BenchResult[]> {
  const { path, remove } = await makeBenchDir("log-queries");
  try {
    await fillLog(path, nowMs);
    await settleLog(path);
    const reader = openDeliveryReader(path);
    const results: BenchResult[] = [];
    for (const [what, aimMs, ask] of queries) {
      await ask(reader);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(() => ask(reader)));
      results.push(timed(`${what}, ${storedRows.toLocaleString("en")} stored`, times, aimMs));
    }
    await reader.close();
    return results;
  } finally {
    await remove();
  }
}

if (import.meta.main) report(await run());
