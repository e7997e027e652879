import { join } from "node:path";
import type { DeliveryLog } from "../src/store/delivery-log.ts";
import { openDeliveryLog } from "../src/store/sqlite/deliveries/delivery-log.ts";
import { benchDelivery } from "./append-delivery.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, compareRounds } from "./result.ts";

const storedRows = 1_000_000;
const batch = 32;
const rounds = 5;
/**
 * Number of time slices per log and round. They alternate, so that other work of the machine affects both
 * logs.
 */
const slices = 25;
const sliceMs = 100;
const fillBatch = 256;

const aim = 0.95;

async function append(log: DeliveryLog, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => log.append(benchDelivery())));
}

/** Appends deliveries for one time slice. @returns number of rows, and the milliseconds they took */
async function slice(log: DeliveryLog): Promise<readonly [rows: number, tookMs: number]> {
  let rows = 0;
  const startedMs = performance.now();
  while (performance.now() - startedMs < sliceMs) {
    await append(log, batch);
    rows += batch;
  }
  return [rows, performance.now() - startedMs];
}

/** Runs one round. @returns rows per second of each log */
async function paces(logs: readonly DeliveryLog[]): Promise<number[]> {
  const sums = logs.map(() => ({ rows: 0, tookMs: 0 }));
  for (let turn = 0; turn < slices; turn += 1) {
    for (const [index, log] of logs.entries()) {
      const [rows, tookMs] = await slice(log);
      const sum = sums[index];
      if (sum === undefined) continue;
      sum.rows += rows;
      sum.tookMs += tookMs;
    }
  }
  return sums.map(({ rows, tookMs }) => (rows / tookMs) * 1_000);
}

/**
 * Compares the rate of a log with a million deliveries to that of a new log, in turn; each round has its own
 * new log. Part of bench/append.ts. Needs 2 GB of disk.
 */
export async function compareLargeLog(): Promise<BenchResult> {
  const { path, remove } = await makeBenchDir("append-large");
  const large = await openDeliveryLog(join(path, "large"));
  try {
    while ((await large.lastSeq()) < storedRows) await append(large, fillBatch);
    const pairs: { value: number; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const small = await openDeliveryLog(join(path, `small-${round}`));
      const [limit = 0, value = 0] = await paces([small, large]);
      pairs.push({ limit, value });
      await small.close();
    }
    return compareRounds({
      what: `durable appends of 1 kB, ${batch} at a time, with ${storedRows.toLocaleString("en")} stored`,
      unit: "rows/s",
      pairs,
      peer: "the same in a new log",
      aim: { least: aim },
    });
  } finally {
    await large.close();
    await remove();
  }
}
