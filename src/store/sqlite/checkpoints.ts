import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deliveriesFile } from "./files.ts";

/** A WAL with so much that is not in the database file yet is copied there. */
const dueBytes = 8 * 1024 * 1024;

export interface Checkpoints {
  /** Copies the WAL of deliveries.db into the database file when enough has gathered in it. */
  runIfDue(): void;
  /** For when nothing is written: empties a WAL that has become large, unless somebody reads from it. */
  empty(): void;
  close(): void;
}

/**
 * Checkpoints on a connection of its own, for a thread that nobody waits for: on the writer's they hold up commits. The writer goes on
 * appending meanwhile, so what it added since is left for it: at `deliveriesFile.walBytes` it copies that itself, and begins the WAL anew.
 */
export function openCheckpoints(dataDir: string): Checkpoints {
  const file = join(dataDir, deliveriesFile.name);
  let db: DatabaseSync | null = null;

  function connected(): DatabaseSync | null {
    if (db === null && existsSync(file)) db = new DatabaseSync(file, { timeout: 0 });
    return db;
  }

  function framesIn(mode: "NOOP" | "PASSIVE" | "TRUNCATE"): number {
    const { log, checkpointed } = db?.prepare(`PRAGMA wal_checkpoint(${mode})`).get() ?? {};
    return Number(log) - Number(checkpointed);
  }

  return {
    runIfDue() {
      const pageBytes = Number(connected()?.prepare("PRAGMA page_size").get()?.["page_size"] ?? 0);
      if (framesIn("NOOP") * pageBytes >= dueBytes) framesIn("PASSIVE");
    },
    empty() {
      const { size = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
      if (size < dueBytes || connected() === null) return;
      // Emptying keeps writers out, so what can be copied beside them is copied before.
      framesIn("PASSIVE");
      framesIn("TRUNCATE");
    },
    close() {
      db?.close();
      db = null;
    },
  };
}
