import { type BigIntStats, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isSuspect, reportDamage } from "../../health.ts";
import { isSqliteError } from "../../sqlite-error.ts";
import { logIdOf } from "../log-totals.ts";
import { searchFileName, searchVersion } from "./search-file.ts";

/** Attachment of the word index to a connection. */
export interface SearchAttachment {
  /**
   * Attaches the index to a connection on deliveries.db as the schema `search`.
   * @returns false if there is no usable index of this log; then all rows are scanned
   */
  attach(db: DatabaseSync): boolean;
  /** Detaches a damaged index and reports the damage; the indexer then replaces the index. */
  distrust(): void;
}

/** Creates the attachment, which follows a replaced search.db. */
export function createSearchAttachment(dataDir: string): SearchAttachment {
  const file = join(dataDir, searchFileName);
  let attached: { readonly db: DatabaseSync; readonly inode: bigint } | null = null;

  function detach(): void {
    if (attached?.db.isOpen === true) attached.db.exec("DETACH search");
    attached = null;
  }

  function belongsHere(db: DatabaseSync): boolean {
    const version = db.prepare("PRAGMA search.user_version").get()?.["user_version"];
    if (version !== searchVersion) return false;
    return db.prepare("SELECT log_id FROM search.progress").get()?.["log_id"] === logIdOf(db);
  }

  return {
    attach(db) {
      const found = statOrNothing(file);
      if (attached !== null && attached.db === db && attached.inode === found?.ino) return true;
      detach();
      if (found?.isFile() !== true || isSuspect(file)) return false;
      try {
        db.prepare("ATTACH ? AS search").run(file);
        attached = { db, inode: found.ino };
        if (belongsHere(db)) return true;
      } catch (error) {
        if (!isSqliteError(error)) throw error;
      }
      detach();
      return false;
    },
    distrust() {
      detach();
      reportDamage(file);
    },
  };
}

/** Returns the state of a path; undefined if it cannot be followed, too: the log is then scanned. */
function statOrNothing(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
