import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { outcomes } from "../../../../model/delivery.ts";
import type { Pruned, PruneOptions, PrunePolicy } from "../../../delivery-log.ts";
import type { GroupCommit } from "../../group-commit.ts";
import { usedBytes } from "../log-totals.ts";
import { createBackgroundSteps, type BackgroundStep } from "./background-steps.ts";
import { emptyLargeWal, excessOf, sizeOfLog } from "./log-size.ts";
import { prepareRemoval } from "./remove-deliveries.ts";

/** Maximum number of rows examined and removed per transaction: a few milliseconds between two appends. */
const stepRows = 256;

/**
 * Size of a row without headers, body and attempts, in bytes: its columns, keys, indexes and unused page
 * space. Measured over a million rows.
 */
const rowBytes = 370;

/**
 * Rows after a time of receipt and a seq, in this order, with the size that removing them frees: a large body counts
 * for its last row. Seqs and times have different orders: an import may add older deliveries.
 */
const candidatesQuery = `
  WITH oldest AS MATERIALIZED (SELECT * FROM (${outcomes
    .map(
      (
        outcome,
      ) => `SELECT * FROM (SELECT received_at AS at, seq FROM deliveries INDEXED BY deliveries_by_outcome
        WHERE outcome = '${outcome}' AND received_at >= ?1 AND (received_at, seq) > (?1, ?2)
        ORDER BY received_at, seq LIMIT ${stepRows})`,
    )
    .join(" UNION ALL ")}) ORDER BY at, seq LIMIT ${stepRows})
  SELECT d.seq, d.received_at AS at, d.outcome = 'pending' OR d.seq IN (SELECT seq FROM temp.bookmarks) AS kept,
    ${rowBytes} + octet_length(c.headers) + octet_length(c.body)
    + coalesce((SELECT sum(octet_length(target) + coalesce(octet_length(reply_headers) + octet_length(reply_body), 0) + 64)
        FROM attempts WHERE seq = d.seq), 0)
    + coalesce((SELECT coalesce(octet_length(body), 0) + coalesce(octet_length(console), 0) + 64 FROM responses WHERE seq = d.seq), 0)
    + coalesce((SELECT octet_length(data) FROM bodies WHERE id = c.body_id
        AND NOT EXISTS (SELECT 1 FROM contents AS other JOIN deliveries AS later USING (seq)
          WHERE other.body_id = c.body_id AND (later.received_at, later.seq) > (d.received_at, d.seq))), 0) AS bytes
  FROM oldest JOIN deliveries AS d USING (seq) JOIN contents AS c USING (seq) ORDER BY d.received_at, d.seq`;

export interface LogPrune {
  /**
   * Prunes a log.
   * @param total removed rows of an earlier attempt that failed, which the result includes
   */
  (
    policy: PrunePolicy,
    options?: PruneOptions,
    total?: { deliveries: number; bytes: number },
  ): Promise<Pruned>;
}

/** Creates pruning in steps, each in its own transaction. */
export function createLogPrune(
  db: DatabaseSync,
  commits: GroupCommit,
  dataDir: string,
  readBookmarks: () => void,
): LogPrune {
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
    for (let [afterMs, after] = [Number.MIN_SAFE_INTEGER, 0]; ;) {
      if (signal?.aborted === true) break;
      let excess = excessNow();
      let tooOld = 0;
      let bytes = 0;
      readBookmarks();
      const rows = candidatesAfter.all(afterMs, after);
      const seqs: number[] = [];
      for (const row of rows) {
        [afterMs, after] = [Number(row["at"]), Number(row["seq"])];
        if (row["kept"] === 1) continue;
        const isOld = beforeMs !== null && Number(row["at"]) < beforeMs;
        if (!isOld && excess <= 0) continue;
        seqs.push(after);
        excess -= Number(row["bytes"]);
        bytes += Number(row["bytes"]);
        if (isOld) tooOld += 1;
      }
      total.deliveries += await (dryRun ? nextTurn(seqs.length) : take(seqs));
      total.bytes += bytes;
      if (rows.length < stepRows || (tooOld === 0 && excess <= 0)) break;
    }
    if (!dryRun && total.deliveries > 0) {
      await shrinkFile(goal, signal);
      if (maxBytes !== null) emptyLargeWal(db, dataDir, maxBytes);
    }
    return total;
  };
}

/** Pages moved or truncated per transaction: a few milliseconds between two appends. */
const stepPages = 128;

/** Minimum size of free pages that is returned to the disk, in bytes. */
const minFreeBytes = 16 * 1024 * 1024;

/**
 * Creates a function that returns free pages to the disk if they are a quarter of the file and at least 16
 * MiB; an eighth of the used size stays free for new rows. Free pages beyond `maxBytes` are returned in any
 * case. The file shrinks at the next checkpoint. A file without `auto_vacuum` (see open-writer.ts) keeps its
 * size and reuses its free pages.
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
    const isMany = free >= pages / 4 && free * pageSize >= minFreeBytes;
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
