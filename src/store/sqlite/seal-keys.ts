import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";
import type { RecentKeys } from "./recent-keys.ts";

/** Rows whose keys are kept in memory before they go to the table: some 5 MB, and as many rows are read when the log is opened. */
const sealAfterRows = 32_768;

/** Keys added in one transaction: a few milliseconds between two appends. */
const stepKeys = 1000;

export interface KeySeal {
  /** Rows up to `seq` are committed. */
  committed(seq: number): void;
  stop(): void;
}

/** Moves the keys of older deliveries from memory to the table, in the background, a bounded step at a time. */
export function createKeySeal(db: DatabaseSync, recent: RecentKeys, commits: GroupCommit): KeySeal {
  const insert = db.prepare("INSERT OR IGNORE INTO dedupe_keys (hash, seq) VALUES (?, ?)");
  const note = db.prepare("UPDATE log SET keys_sealed_to = ?");
  const stopping = new AbortController();
  let sealAt = Number(db.prepare("SELECT keys_sealed_to AS seq FROM log").get()?.["seq"]) + sealAfterRows;
  let sealing = false;

  /** Until the last step is committed the keys stay in memory; ended before it, all is done again, which changes nothing. */
  async function seal(last: number): Promise<void> {
    const keys = recent.upTo(last);
    for (let done = 0; done < keys.length; done += stepKeys) {
      if (stopping.signal.aborted) return;
      await commits.add(() => {
        for (const { hash, seq } of keys.slice(done, done + stepKeys)) insert.run(hash, seq);
      });
    }
    await commits.add(() => {
      note.run(last);
    });
    recent.forget(keys);
  }

  async function sealQuietly(last: number): Promise<void> {
    sealing = true;
    sealAt = last + sealAfterRows;
    try {
      await seal(last);
    } catch {
      // A full disk or a closing log: the keys are still in memory, and the next turn takes them along.
    }
    sealing = false;
  }

  return {
    committed(seq) {
      if (!sealing && !stopping.signal.aborted && seq >= sealAt) void sealQuietly(seq);
    },
    stop: () => stopping.abort(),
  };
}
