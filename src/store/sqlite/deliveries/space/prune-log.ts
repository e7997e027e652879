import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Pruned, PruneOptions, PrunePolicy } from "../../../delivery-log.ts";
import type { GroupCommit } from "../../group-commit.ts";
import { usedBytes } from "../log-totals.ts";
import { createBackgroundSteps, type BackgroundStep } from "./background-steps.ts";
import { emptyLargeWal, excessOf, sizeOfLog } from "./log-size.ts";
import { prepareRemoval } from "./remove-deliveries.ts";

/** Rows looked at, and removed, at a time: a few milliseconds between two appends. */
const stepRows = 256;

/** What a row takes beside what it says itself: the narrow row with its keys and indexes, and what pages leave free. Measured over a million. */
const rowBytes = 370;

/** The oldest rows after a seq, with what would be gained: a large body counts for the last that has it. */
const candidatesQuery = `
  SELECT d.seq, d.received_at AS at, d.outcome = 'pending' AS pending,
    ${rowBytes} + octet_length(c.headers) + octet_length(c.body)
    + coalesce((SELECT sum(octet_length(target) + coalesce(octet_length(reply_headers) + octet_length(reply_body), 0) + 64)
        FROM attempts WHERE seq = d.seq), 0)
    + coalesce((SELECT coalesce(octet_length(body), 0) + coalesce(octet_length(console), 0) + 64 FROM responses WHERE seq = d.seq), 0)
    + coalesce((SELECT octet_length(data) FROM bodies WHERE id = c.body_id
        AND NOT EXISTS (SELECT 1 FROM contents AS other WHERE other.body_id = c.body_id AND other.seq > d.seq)), 0) AS bytes
  FROM deliveries AS d JOIN contents AS c USING (seq)
  WHERE d.seq > ? ORDER BY d.seq LIMIT ${stepRows}`;

export interface LogPrune {
  /** @param total what an earlier try removed before it failed; counts on */
  (
    policy: PrunePolicy,
    options?: PruneOptions,
    total?: { deliveries: number; bytes: number },
  ): Promise<Pruned>;
}

/** Prunes a log in steps, each a transaction of its own. */
export function createLogPrune(db: DatabaseSync, commits: GroupCommit, dataDir: string): LogPrune {
  const candidatesAfter = db.prepare(candidatesQuery);
  const remove = prepareRemoval(db);
  const step = createBackgroundSteps(db, commits);
  const shrinkFile = createFileShrink(db, step);

  async function take(seqs: readonly number[]): Promise<number> {
    if (seqs.length === 0) return 0;
    return step(() => remove(seqs));
  }

  return async (
    { beforeMs, maxBytes },
    { dryRun = false, signal } = {},
    total = { deliveries: 0, bytes: 0 },
  ) => {
    if (maxBytes !== null) emptyLargeWal(db, dataDir, maxBytes);
    const before = sizeOfLog(db, dataDir);
    const goal = maxBytes === null ? Number.POSITIVE_INFINITY : before.used - excessOf(before, maxBytes);
    const excessNow = (): number => (dryRun ? before.used - total.bytes : usedBytes(db)) - goal;
    for (let after = 0; ;) {
      if (signal?.aborted === true) break;
      let excess = excessNow();
      let tooOld = 0;
      let bytes = 0;
      const rows = candidatesAfter.all(after);
      const going: number[] = [];
      for (const row of rows) {
        after = Number(row["seq"]);
        if (row["pending"] === 1) continue;
        const isOld = beforeMs !== null && Number(row["at"]) < beforeMs;
        if (!isOld && excess <= 0) continue;
        going.push(after);
        excess -= Number(row["bytes"]);
        bytes += Number(row["bytes"]);
        if (isOld) tooOld += 1;
      }
      total.deliveries += await (dryRun ? nextTurn(going.length) : take(going));
      total.bytes += bytes;
      // Clocks are set back now and then: one newer row among the old ones is not their end.
      if (rows.length < stepRows || (tooOld === 0 && excess <= 0)) break;
    }
    if (!dryRun && total.deliveries > 0) {
      await shrinkFile(goal, signal);
      if (maxBytes !== null) emptyLargeWal(db, dataDir, maxBytes);
    }
    return total;
  };
}

/** Pages moved or cut off in one transaction: a few milliseconds between two appends. */
const stepPages = 128;

/** Less than this is not given back: what comes next needs it again. */
const leastBytes = 16 * 1024 * 1024;

/**
 * Gives free pages back to the disk when they are many: a quarter of the file and 16 MiB. An eighth of the file stays free for what comes
 * next, and none beyond `maxBytes`, which the file takes at most then. The file itself gets smaller at the next checkpoint. A file made without room for this (see open-writer.ts) keeps its size
 * and uses its free pages again.
 */
function createFileShrink(
  db: DatabaseSync,
  step: BackgroundStep,
): (maxBytes: number, signal?: AbortSignal) => Promise<void> {
  const pageSize = numberOf("page_size");

  function numberOf(pragma: string): number {
    return Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  }

  return async (maxBytes, signal) => {
    if (numberOf("auto_vacuum") === 0) return;
    const [pages, free] = [numberOf("page_count"), numberOf("freelist_count")];
    const used = pages - free;
    const isMany = free >= pages / 4 && free * pageSize >= leastBytes;
    const keptFree = Math.max(0, Math.min(isMany ? used / 8 : free, maxBytes / pageSize - used));
    for (let left = free; left > keptFree;) {
      if (signal?.aborted === true) return;
      await step(() => db.exec(`PRAGMA incremental_vacuum(${stepPages})`));
      const before = left;
      left = numberOf("freelist_count");
      if (left >= before) return;
    }
  };
}
