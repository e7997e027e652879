import type { DatabaseSync } from "node:sqlite";
import { createBatcher } from "../../async/batcher.ts";
import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import { StoreClosedError } from "../errors.ts";
import { reportDamage } from "./health.ts";
import { isDamage, storeError } from "./sqlite-error.ts";

interface Queued {
  /** Runs the work and returns the function that resolves its promise. */
  readonly run: () => () => void;
  readonly reject: (reason: unknown) => void;
  readonly commitment: Commitment;
}

/**
 * Durability of a piece of work. `durable`: survives a power cut. `quick`: survives the end of the process,
 * costs no fsync, and may be undone by a power cut, for work that can be repeated. `batched`: like `quick`,
 * for work that nobody waits for; a few milliseconds of it share one transaction.
 */
export type Commitment = "durable" | "quick" | "batched";

/** Transactions of one writer. */
export interface GroupCommit {
  /**
   * Queues a piece of work; resolves with its result after the commit. Pieces queued in one tick of the event
   * loop, and in the following ticks without a gap, share a transaction with one fsync, or without one if no
   * piece is durable. If the transaction fails, all of its pieces reject. A HooklensError rejects only the
   * piece that throws it, so a piece must throw it before it writes.
   * @param commitment default `durable`
   */
  add<T>(work: () => T, commitment?: Commitment): Promise<T>;
  /** Commits the queued work; later calls of `add` reject with StoreClosedError. */
  close(): void;
}

/** Callbacks of a group commit. */
export interface GroupCommitEvents {
  /** Called before and after a transaction; an error that it returns fails the transaction. */
  readonly check?: () => HooklensError | null;
  /** Called after a commit, before its promises resolve. */
  readonly committed?: () => void;
  /** Called after a transaction was rolled back. */
  readonly rolledBack?: () => void;
  /** Called after `rolledBack` if a piece of the transaction was durable, with the original error. */
  readonly failed?: (error: unknown) => void;
}

/** Creates a group commit: work that arrives during a commit shares the next one. */
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

  /** Switches fsyncs: with NORMAL a commit writes the WAL without an fsync, and the next fsync covers it. */
  function setSync(wanted: boolean): void {
    if (wanted !== syncs) db.exec(`PRAGMA synchronous = ${wanted ? "FULL" : "NORMAL"}`);
    syncs = wanted;
  }

  function assertUsable(): void {
    const reason = events.check?.() ?? null;
    if (reason !== null) throw reason;
  }

  function flush(): void {
    const batch = queue;
    queue = [];
    const settled: (() => void)[] = [];
    let isOwn = false;
    try {
      assertUsable();
      setSync(batch.some(({ commitment }) => commitment === "durable"));
      begin.run();
      isOwn = true;
      for (const { run, reject } of batch) {
        try {
          settled.push(run());
        } catch (error) {
          if (!isHooklensError(error)) throw error;
          settled.push(() => reject(error));
        }
      }
      commit.run();
      assertUsable();
    } catch (error) {
      fail(batch, error, isOwn);
      return;
    }
    events.committed?.();
    for (const settle of settled) settle();
  }

  function fail(batch: readonly Queued[], error: unknown, isOwn: boolean): void {
    // On a full disk SQLite rolls back automatically. Leaves the transaction of a copy open.
    if (isOwn && db.isTransaction) db.exec("ROLLBACK");
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
        if (commitment === "batched") batcher.later();
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
