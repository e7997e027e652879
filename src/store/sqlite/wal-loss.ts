import { closeSync, copyFileSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** Sizes of the header of a WAL and of the header of a frame, in bytes (https://www.sqlite.org/walformat.html). */
const walHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Counts the transactions in a WAL that SQLite ignores, because a frame before them is damaged. Called before the
 * connection writes, and while no other one does.
 */
export function lostTransactions(db: DatabaseSync, file: string): number {
  const wal = `${file}-wal`;
  const { size = 0 } = statSync(wal, { throwIfNoEntry: false }) ?? {};
  if (size <= walHeaderBytes) return 0;
  // Reads the file, and with it the WAL.
  const pageBytes = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  const used = Number(db.prepare("PRAGMA wal_checkpoint(NOOP)").get()?.["log"]);
  const frameBytes = frameHeaderBytes + pageBytes;
  const frames = Math.floor((size - walHeaderBytes) / frameBytes);
  const header = Buffer.alloc(frameHeaderBytes);
  const opened = openSync(wal, "r");
  try {
    const read = (frame: number): Buffer => {
      readSync(opened, header, 0, frameHeaderBytes, walHeaderBytes + frame * frameBytes);
      return header;
    };
    // Frames of an earlier use of the file have other salts.
    const salts = Buffer.from(read(0).subarray(8, 16));
    let lost = 0;
    for (let frame = Math.max(0, used); frame < frames; frame += 1) {
      const isCommit = read(frame).readUInt32BE(4) > 0;
      if (isCommit && header.subarray(8, 16).equals(salts)) lost += 1;
    }
    return lost;
  } finally {
    closeSync(opened);
  }
}

/** Copies the WAL of a file to `<name>-wal.damaged-<timestamp>`. Returns the path of the copy. */
export function copyWal(file: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const copy = `${file}-wal.damaged-${stamp}`;
  copyFileSync(`${file}-wal`, copy);
  return copy;
}
