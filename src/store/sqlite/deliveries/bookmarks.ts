import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { readJsonFile } from "../../../files/json-file.ts";
import { ownerOnly, writeFileAtomic, syncFolder } from "../../../files/write-file-atomic.ts";
import { isHooklensError, UsageError } from "../../../model/errors.ts";
import { type Bookmark, bookmarkSchema, type BookmarkStore, maxBookmarks } from "../../bookmarks.ts";
import { makeDataDir } from "../../data-dir.ts";
import { StoreBusyError, StoreDamagedError } from "../../errors.ts";
import { fileError, statFile } from "../../file-error.ts";
import { fileLocks } from "../locks.ts";
import { lastSeqOf } from "./log-totals.ts";

const fileName = "bookmarks.json";

const bookmarksSchema = z.array(bookmarkSchema);

/** Limit for the wait until another process has written the file, in milliseconds. */
const lockTimeoutMs = 5_000;

/** Creates the bookmarks of a data directory: `bookmarks.json`, which is replaced as a whole. */
export function openBookmarks(dataDir: string): BookmarkStore {
  const file = join(dataDir, fileName);
  const locks = fileLocks(dataDir);

  async function change(update: (known: Map<number, Bookmark>) => void): Promise<void> {
    makeDataDir(dataDir);
    const endMs = performance.now() + lockTimeoutMs;
    for (;;) {
      const lease = await locks.take("bookmarks");
      if (lease !== null) {
        try {
          const known = new Map(readBookmarks(file).map((each) => [each.seq, each]));
          update(known);
          write(
            file,
            [...known.values()].toSorted((a, b) => a.seq - b.seq),
          );
          return;
        } finally {
          await lease.release();
        }
      }
      if (performance.now() > endMs) {
        throw new StoreBusyError({
          what: `${file} is in use`,
          why: "another process holds it",
          hint: "Retry",
        });
      }
      await pause(5);
    }
  }

  return {
    list: async () => readBookmarks(file),
    put: (bookmarks) =>
      change((known) => {
        for (const each of bookmarks) known.set(each.seq, each);
        if (known.size <= maxBookmarks) return;
        throw new UsageError({
          what: `more than ${maxBookmarks} deliveries cannot be bookmarked`,
          hint: "Remove the bookmarks of others: the filter is:bookmarked finds them",
        });
      }),
    remove: ({ seq, receivedAt }) =>
      change((known) => {
        if (known.get(seq)?.receivedAt === receivedAt) known.delete(seq);
      }),
  };
}

/** @throws {StoreDamagedError} the file is not one of bookmarks */
function readBookmarks(file: string): readonly Bookmark[] {
  if (statFile(file) === undefined) return [];
  let read: readonly Bookmark[] | null | undefined;
  try {
    read = readJsonFile(file, (json) => bookmarksSchema.safeParse(json).data ?? null);
  } catch (error) {
    throw fileError(error, file);
  }
  if (read !== null) return read ?? [];
  throw new StoreDamagedError({
    what: `${file} is damaged`,
    why: "it is not a list of bookmarks",
    hint: "Repair its JSON, or rename the file to start without bookmarks",
  });
}

function write(file: string, bookmarks: readonly Bookmark[]): void {
  try {
    writeFileAtomic(
      file,
      `[${bookmarks.map((each) => `\n${JSON.stringify(each)}`).join(",")}\n]\n`,
      ownerOnly,
    );
    syncFolder(file);
  } catch (error) {
    throw fileError(error, file);
  }
}

/**
 * Creates a function that copies the bookmarks of a log to its connection as the table `temp.bookmarks`. An
 * unreadable file counts as empty: it must not prevent reading or pruning the log.
 */
export function createBookmarksTable(dataDir: string): (db: DatabaseSync) => void {
  const file = join(dataDir, fileName);
  let loaded: LoadedBookmarks | null = null;

  return (db) => {
    const found = statOf(file);
    const version = found === undefined ? "" : `${found.ino} ${found.mtimeNs} ${found.size}`;
    const isLoaded = loaded?.db === db && loaded.version === version;
    if (isLoaded && loaded?.later.length === 0) return;
    const lastSeq = lastSeqOf(db);
    if (isLoaded && loaded?.lastSeq === lastSeq) return;
    if (!isLoaded) {
      db.exec(`
        PRAGMA temp_store = MEMORY;
        CREATE TEMP TABLE IF NOT EXISTS bookmarks (seq INTEGER PRIMARY KEY, note TEXT NOT NULL);
        DELETE FROM temp.bookmarks;
      `);
    }
    const rows = isLoaded ? (loaded?.later ?? []) : found === undefined ? [] : readOrEmpty(file);
    db.prepare(
      `INSERT INTO temp.bookmarks (seq, note)
       SELECT value ->> 'seq', value ->> 'note' FROM json_each(?)
       JOIN deliveries AS d ON d.seq = value ->> 'seq' AND d.received_at = value ->> 'at'`,
    ).run(
      JSON.stringify(rows.map(({ seq, receivedAt, note }) => ({ seq, at: Date.parse(receivedAt), note }))),
    );
    loaded = { db, version, lastSeq, later: rows.filter(({ seq }) => seq > lastSeq) };
  };
}

/** Bookmarks that a connection has. */
interface LoadedBookmarks {
  readonly db: DatabaseSync;
  /** Version of the file. */
  readonly version: string;
  readonly lastSeq: number;
  /** Bookmarks of deliveries missing in the log while it is copied again from a remote one. */
  readonly later: readonly Bookmark[];
}

function readOrEmpty(file: string): readonly Bookmark[] {
  try {
    return readBookmarks(file);
  } catch (error) {
    if (isHooklensError(error)) return [];
    throw error;
  }
}

function statOf(file: string): BigIntStats | undefined {
  try {
    return statFile(file);
  } catch {
    return undefined;
  }
}
