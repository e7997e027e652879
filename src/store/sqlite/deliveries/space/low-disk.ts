import type { DatabaseSync } from "node:sqlite";
import { freeBytes } from "./log-size.ts";

/** With less than this left of the disk, the WAL is copied into the file in small pieces. */
const lowBytes = 128 * 1024 * 1024;
const piecePages = 128;

/** A flood writes less than `lowBytes` in this time. */
const lookEveryMs = 100;

/**
 * Makes what is called after each commit: near a full disk the writer checkpoints often, so that the file never has to grow by more than
 * the reserve when there is nothing left. Then pruning can empty the WAL first, which is the most there is to give back.
 */
export function createLowDiskWatch(db: DatabaseSync, dataDir: string): () => void {
  const usualPages = Number(db.prepare("PRAGMA wal_autocheckpoint").get()?.["wal_autocheckpoint"]);
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let isLow = false;
  function look(): void {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs < lookEveryMs) return;
    lookedAtMs = nowMs;
    const wasLow = isLow;
    isLow = freeBytes(dataDir) < lowBytes;
    if (isLow !== wasLow) db.exec(`PRAGMA wal_autocheckpoint = ${isLow ? piecePages : usualPages}`);
  }
  look();
  return look;
}
