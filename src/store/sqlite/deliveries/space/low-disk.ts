import type { DatabaseSync } from "node:sqlite";
import { freeBytes } from "./log-size.ts";

/** Free space of the disk below which checkpoints are small, in bytes. */
const lowBytes = 128 * 1024 * 1024;
const piecePages = 128;

/** Interval of checks, in which a flood writes less than `lowBytes`. */
const checkEveryMs = 100;

/**
 * Creates the check to run after each commit. Near a full disk the writer checkpoints often, so that the file never has to grow by more than the
 * reserve, and pruning can empty the WAL first.
 */
export function createLowDiskWatch(db: DatabaseSync, dataDir: string): () => void {
  const defaultPages = Number(db.prepare("PRAGMA wal_autocheckpoint").get()?.["wal_autocheckpoint"]);
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let isLow = false;
  function check(): void {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs < checkEveryMs) return;
    checkedAtMs = nowMs;
    const wasLow = isLow;
    isLow = freeBytes(dataDir) < lowBytes;
    if (isLow !== wasLow) db.exec(`PRAGMA wal_autocheckpoint = ${isLow ? piecePages : defaultPages}`);
  }
  check();
  return check;
}
