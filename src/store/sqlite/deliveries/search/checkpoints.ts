import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deliveriesFile } from "../deliveries-file.ts";
import { freeBytes, hasRoomToGrow } from "../space/log-size.ts";

/** A WAL file of this size is copied into the database file. */
const dueBytes = 8 * 1024 * 1024;

/** Under a load that never rests the file stays that large, and is copied this often: every few MiB at 10,000 deliveries a second. */
const usualEveryMs = 250;

export interface Checkpoints {
  /** Copies the WAL of deliveries.db into the database file when it has become large; the writer goes on meanwhile. */
  runIfDue(): void;
  /** For when nothing is written: empties a WAL that has become large, unless somebody reads from it. */
  empty(): void;
  close(): void;
}

/**
 * Checkpoints on a connection of its own, for a thread that nobody waits for: on the writer's they hold up commits. What the writer adds
 * while one runs is left for it: at `deliveriesFile.walBytes` it copies that itself, and begins the WAL anew.
 */
export function openCheckpoints(dataDir: string, everyMs = usualEveryMs): Checkpoints {
  const file = join(dataDir, deliveriesFile.name);
  let db: DatabaseSync | null = null;
  let ranAtMs = Number.NEGATIVE_INFINITY;

  function isLarge(): boolean {
    const { size = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
    // Near a full disk earlier, so that the file never has to grow by more than is left.
    return size > 0 && size >= Math.min(dueBytes, freeBytes(dataDir) / 2);
  }

  function run(mode: "PASSIVE" | "TRUNCATE"): void {
    db ??= new DatabaseSync(file, { timeout: 0 });
    if (hasRoomToGrow(db, dataDir)) db.exec(`PRAGMA wal_checkpoint(${mode})`);
    ranAtMs = performance.now();
  }

  return {
    runIfDue() {
      if (performance.now() - ranAtMs >= everyMs && isLarge()) run("PASSIVE");
    },
    empty() {
      if (!isLarge()) return;
      // Emptying keeps writers out, so what can be copied beside them is copied before.
      run("PASSIVE");
      run("TRUNCATE");
    },
    close() {
      db?.close();
      db = null;
    },
  };
}
