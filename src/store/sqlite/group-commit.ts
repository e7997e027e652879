import type { DatabaseSync } from "node:sqlite";
import { createBatcher } from "../../async/batcher.ts";
import { isHooklensError } from "../../model/errors.ts";
import { StoreClosedError } from "../errors.ts";
import { reportDamage } from "./health.ts";
import { isDamage, storeError } from "./sqlite-error.ts";

interface Queued {
  /** Does the work; what it returns tells the one who waits. */
  readonly run: () => () => void;
  readonly reject: (reason: unknown) => void;
  readonly commitment: Commitment;
}

/**
 * `durable`: on disk, also after a power cut. `quick`: after the end of the process, but a power cut may undo it, for what can be done
 * again then; it costs no fsync. `gathered`: the same for what nobody waits for: a few milliseconds of it are one transaction.
 */
export type Commitment = "durable" | "quick" | "gathered";

export interface GroupCommit {
  /**
   * Queues a piece of work on the database. Everything queued in one tick of the event loop, together with what the next ticks bring
   * without a gap, is one transaction with one fsync, or none where no piece needs it; resolves with what the work returned once that
   * is committed. When the transaction fails, every piece of it rejects and nothing of it is kept. A HooklensError rejects its own
   * piece only, which therefore has to throw it before it writes.
   * @param commitment default `durable`
   */
  add<T>(work: () => T, commitment?: Commitment): Promise<T>;
  /** Commits what is queued; afterwards `add` rejects with StoreClosedError. */
  close(): void;
}

export interface GroupCommitEvents {
  /** After a transaction is on disk and before its promises resolve. */
  readonly committed?: () => void;
  /** After a transaction was rolled back. */
  readonly rolledBack?: () => void;
  /** Then, for one that was to be durable, with what SQLite threw. */
  readonly failed?: (error: unknown) => void;
}

/** One writer's transactions, gathered: the cost of a durable commit is shared by all that arrived while the last one ran. */
export function createGroupCommit(
  db: DatabaseSync,
  file: string,
  events: GroupCommitEvents = {},
): GroupCommit {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  let queue: Queued[] = [];
  let closed = false;
  let syncs = true;
  const batcher = createBatcher(() => queue.length, flush);

  /** With the pragma at NORMAL a commit writes to the log of the database without an fsync; the next one with an fsync covers it. */
  function setSync(wanted: boolean): void {
    if (wanted !== syncs) db.exec(`PRAGMA synchronous = ${wanted ? "FULL" : "NORMAL"}`);
    syncs = wanted;
  }

  function flush(): void {
    const batch = queue;
    queue = [];
    const settled: (() => void)[] = [];
    try {
      setSync(batch.some(({ commitment }) => commitment === "durable"));
      begin.run();
      for (const { run, reject } of batch) {
        try {
          settled.push(run());
        } catch (error) {
          if (!isHooklensError(error)) throw error;
          settled.push(() => reject(error));
        }
      }
      commit.run();
    } catch (error) {
      fail(batch, error);
      return;
    }
    events.committed?.();
    for (const settle of settled) settle();
  }

  function fail(batch: readonly Queued[], error: unknown): void {
    // After a full disk SQLite has rolled back by itself.
    if (db.isTransaction) db.exec("ROLLBACK");
    events.rolledBack?.();
    if (isDamage(error)) reportDamage(file);
    if (batch.some(({ commitment }) => commitment === "durable")) events.failed?.(error);
    const reason = storeError(error, file);
    for (const { reject } of batch) reject(reason);
  }

  return {
    add: (work, commitment = "durable") =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new StoreClosedError({ what: `${file} is closed`, hint: "Start hooklens again" }));
          return;
        }
        if (commitment === "gathered") batcher.later();
        else batcher.soon();
        const run = (): (() => void) => {
          const value = work();
          return () => resolve(value);
        };
        queue.push({ run, reject, commitment });
      }),
    close() {
      if (closed) return;
      closed = true;
      batcher.now();
    },
  };
}
