import type { DatabaseSync } from "node:sqlite";
import { isHooklensError } from "../../model/errors.ts";
import { StoreClosedError } from "../errors.ts";
import { reportDamage } from "./health.ts";
import { isDamage, storeError } from "./sqlite-error.ts";

interface Queued {
  /** Does the work; what it returns tells the one who waits. */
  readonly run: () => () => void;
  readonly reject: (reason: unknown) => void;
}

/** So many are written without waiting for more. */
const fullBatch = 256;

export interface GroupCommit {
  /**
   * Queues a piece of work on the database. Everything queued in one tick of the event loop is one transaction with one fsync,
   * together with what the next ticks bring without a gap; resolves with what the work returned once that is on disk. When the transaction fails, every piece of it rejects and nothing
   * of it is kept. A HooklensError rejects its own piece only, which therefore has to throw it before it writes.
   */
  add<T>(work: () => T): Promise<T>;
  /** Commits what is queued; afterwards `add` rejects with StoreClosedError. */
  close(): void;
}

export interface GroupCommitEvents {
  /** After a transaction is on disk and before its promises resolve. */
  readonly committed?: () => void;
  /** After a transaction was rolled back. */
  readonly rolledBack?: () => void;
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

  /** How many were queued when the last turn of the event loop ended. */
  let seen = 0;

  /**
   * Waits as long as each turn of the loop brings more. Writing at the first turn costs a sixth of the throughput, at 16 senders
   * as at 64: the commit takes those whose requests were read first, and the rest needs another one. Alone, a delivery waits for
   * one more turn, which is nothing beside the fsync.
   */
  function gather(): void {
    if (queue.length === seen || queue.length >= fullBatch) {
      flush();
      return;
    }
    seen = queue.length;
    setImmediate(gather);
  }

  function flush(): void {
    const batch = queue;
    queue = [];
    if (batch.length === 0) return;
    const settled: (() => void)[] = [];
    try {
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
    const reason = storeError(error, file);
    for (const { reject } of batch) reject(reason);
  }

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new StoreClosedError({ what: `${file} is closed`, hint: "Start hooklens again" }));
          return;
        }
        if (queue.length === 0) {
          seen = 0;
          setImmediate(gather);
        }
        const run = (): (() => void) => {
          const value = work();
          return () => resolve(value);
        };
        queue.push({ run, reject });
      }),
    close() {
      if (closed) return;
      closed = true;
      flush();
    },
  };
}
