import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freeBytes } from "../../../data-dir.ts";
import { createOpenFileCheck } from "../../open-file.ts";
import { deliveriesFile } from "../deliveries-file.ts";
import { hasRoomToGrow } from "../disk-space/log-size.ts";

/** Size from which a WAL is checkpointed, in bytes; smaller near a full disk. */
const dueBytes = 8 * 1024 * 1024;

/** Minimum interval of checkpoints, in milliseconds: every few MiB at 10,000 deliveries a second. */
const defaultIntervalMs = 250;

/** Checkpoints of deliveries.db. */
export interface Checkpoints {
  /** Checkpoints a large WAL if the interval has passed; the writer continues meanwhile. */
  runIfDue(): void;
  /** Empties a large WAL that no reader uses. Called while nothing is written. */
  empty(): void;
  close(): void;
}

/**
 * Creates the checkpoints for a background thread; on the writer's connection they would delay commits. The
 * writer checkpoints only from `deliveriesFile.walBytes` on.
 */
export function openCheckpoints(dataDir: string, everyMs = defaultIntervalMs): Checkpoints {
  const file = join(dataDir, deliveriesFile.name);
  const check = createOpenFileCheck(file);
  let db: DatabaseSync | null = null;
  let ranAtMs = Number.NEGATIVE_INFINITY;

  function isLarge(): boolean {
    const { size = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
    // Checkpoints earlier near a full disk, so that the file never has to grow by more than is left.
    return size > 0 && size >= Math.min(dueBytes, freeBytes(dataDir) / 2);
  }

  function run(mode: "PASSIVE" | "TRUNCATE"): void {
    db ??= new DatabaseSync(file, { timeout: 0 });
    if (check() === null && hasRoomToGrow(db, dataDir)) db.exec(`PRAGMA wal_checkpoint(${mode})`);
    ranAtMs = performance.now();
  }

  return {
    runIfDue() {
      if (performance.now() - ranAtMs >= everyMs && isLarge()) run("PASSIVE");
    },
    empty() {
      if (!isLarge()) return;
      // TRUNCATE blocks writers, so PASSIVE copies most of the WAL first.
      run("PASSIVE");
      run("TRUNCATE");
    },
    close() {
      db?.close();
      db = null;
    },
  };
}
