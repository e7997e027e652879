import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deliveriesFile } from "./files.ts";

/** A WAL with so much that is not in the database file yet is copied there. */
const dueBytes = 8 * 1024 * 1024;

export interface Checkpoints {
  /** Copies the WAL of deliveries.db into the database file when enough has gathered in it. */
  runIfDue(): void;
  close(): void;
}

/**
 * Checkpoints on a connection of its own, for a thread that nobody waits for: on the writer's they hold up commits. The writer goes on
 * appending meanwhile, so what it added since is left for it: at `deliveriesFile.walBytes` it copies that itself, and begins the WAL anew.
 */
export function openCheckpoints(dataDir: string): Checkpoints {
  const file = join(dataDir, deliveriesFile.name);
  let db: DatabaseSync | null = null;

  function framesIn(mode: "NOOP" | "PASSIVE"): number {
    const { log, checkpointed } = db?.prepare(`PRAGMA wal_checkpoint(${mode})`).get() ?? {};
    return Number(log) - Number(checkpointed);
  }

  return {
    runIfDue() {
      if (db === null) {
        if (!existsSync(file)) return;
        db = new DatabaseSync(file, { timeout: 0 });
      }
      const pageBytes = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
      if (framesIn("NOOP") * pageBytes >= dueBytes) framesIn("PASSIVE");
    },
    close() {
      db?.close();
      db = null;
    },
  };
}
