import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDeliveryLog } from "../src/store/sqlite/deliveries/delivery-log.ts";
import { bareRow, benchDelivery } from "./append-delivery.ts";
import { compareLargeLog } from "./append-large.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, compareRounds, report } from "./result.ts";

export const question =
  "How many deliveries per second does the log make durable, compared with a bare insert, and if the log is long?";

const batches = [1, 16, 32, 64] as const;
const rounds = 5;
const roundMs = 1_000;
const aim = 0.5;

/** Commits batches for `roundMs`. @returns rows per second */
async function pace(batch: number, commit: () => void | Promise<unknown>): Promise<number> {
  let rows = 0;
  const startedMs = performance.now();
  while (performance.now() - startedMs < roundMs) {
    await commit();
    rows += batch;
  }
  return (rows / (performance.now() - startedMs)) * 1_000;
}

/** Creates the limit: one table, one prepared insert, the same transactions as the log. */
function bareInserts(file: string): { commit: (batch: number) => void; close: () => void } {
  const db = new DatabaseSync(file);
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (headers TEXT, body BLOB)",
  );
  const insert = db.prepare("INSERT INTO bare VALUES (?, ?)");
  const [begin, end] = [db.prepare("BEGIN"), db.prepare("COMMIT")];
  return {
    commit(batch) {
      begin.run();
      for (let row = 0; row < batch; row += 1) insert.run(bareRow.headers, bareRow.body);
      end.run();
    },
    close: () => db.close(),
  };
}

/** Runs several rounds of both in turn, so that other work of the machine affects both; reports medians. */
export async function run(): Promise<readonly BenchResult[]> {
  const { path: dataDir, remove } = await makeBenchDir("append");
  const log = await openDeliveryLog(dataDir);
  const bare = bareInserts(join(dataDir, "bare.db"));
  const results: BenchResult[] = [];
  try {
    for (const batch of batches) {
      const append = (): Promise<unknown> =>
        Promise.all(Array.from({ length: batch }, () => log.append(benchDelivery())));
      const pairs: { value: number; limit: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({
          limit: await pace(batch, () => bare.commit(batch)),
          value: await pace(batch, append),
        });
      }
      results.push(
        compareRounds({
          what: `durable appends of 1 kB, ${batch} at a time`,
          unit: "rows/s",
          pairs,
          peer: "bare inserts, the same transactions",
          aim: { least: aim },
        }),
      );
    }
  } finally {
    await log.close();
    bare.close();
    await remove();
  }
  return [...results, await compareLargeLog()];
}

if (import.meta.main) report(await run());
