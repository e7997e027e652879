import type {
  Attempt,
  Delivery,
  DeliveryDetail,
  DeliveryResponse,
  NewDelivery,
  Outcome,
} from "../model/delivery.ts";
import type { Filter } from "../model/filter.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Page of rows from an anchor, not an offset, so that new rows do not shift it. */
export interface PageQuery {
  readonly filter: Filter;
  /** First candidate row; null starts at the newest (direction `older`) or at the oldest (`newer`). */
  readonly from: number | null;
  readonly direction: "older" | "newer";
  /** Maximum number of rows. */
  readonly limit: number;
}

export interface DeliveryPage {
  /** Newest first in both directions. */
  readonly rows: readonly Delivery[];
  /** True if more rows follow in the requested direction. */
  readonly more: boolean;
}

/** Read access to a log, for any number of processes and threads. */
export interface DeliveryReader {
  page(query: PageQuery): Promise<DeliveryPage>;
  get(seq: number): Promise<DeliveryDetail | null>;
  /** Returns the number of matching deliveries. */
  count(filter: Filter): Promise<number>;
  /** Returns the highest seq, 0 for an empty log. */
  lastSeq(): Promise<number>;
  close(): Promise<void>;
}

/** Outcome of a delivery. */
export interface OutcomeUpdate {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly durationMs: number | null;
  /** Reason of a failure. Absent clears an earlier one. */
  readonly reason?: string | null;
  /** Replaces the stored response and `console`. Absent keeps them. */
  readonly response?: DeliveryResponse | null;
  /** Lines the handler printed. */
  readonly console?: readonly string[];
}

/** Deliveries to remove: those older than a time, and the oldest of a log that is too large. Null disables a criterion. */
export interface PrunePolicy {
  /** Removes deliveries received before this time, in milliseconds since 1970. */
  readonly beforeMs: number | null;
  /** Removes the oldest until all files of the log, with index and WALs, fit in this size. */
  readonly maxBytes: number | null;
}

/** Removed deliveries, or those that would be removed. */
export interface Pruned {
  readonly deliveries: number;
  /** Stored size of their rows, headers, bodies and attempts. */
  readonly bytes: number;
}

export interface PruneOptions {
  /** Removes nothing and returns what would be removed: exact by age, an estimate by size. @default false */
  readonly dryRun?: boolean;
  /** Stops early; deliveries removed until then stay removed. */
  readonly signal?: AbortSignal;
}

/** A delivery with the same key as an earlier one. */
export interface Duplicate {
  readonly seq: number;
  readonly duplicateOf: number;
}

/** Result of an import. */
export interface Imported {
  readonly imported: number;
  /** Deliveries that the log already had. */
  readonly skipped: number;
  /** Unreadable seqs, which may or may not have been deliveries. */
  readonly unreadable: number;
  /** Current path of the file: a set-aside log is renamed, which takes it off the list. */
  readonly file: string;
}

export interface ImportOptions {
  /** Stops early; deliveries imported until then stay, and the next import skips them. */
  readonly signal?: AbortSignal;
}

/**
 * State of storing deliveries. `reason` is a few words: `the disk is full`. `isFinal`: this process can no longer store, but a new one may.
 */
export type Storing =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly isFinal: boolean };

/** Position of a log: rows up to `seq` are durable; `revision` changes with every commit, also one that only updates rows. */
export interface LogPosition {
  readonly seq: number;
  readonly revision: number;
}

/** Events of the background work of a log. */
export interface BackgroundEvents {
  /** Called when the work begins to fail; it is retried, and searches become slower until it succeeds. */
  readonly onFailure: (reason: string) => void;
  /** Called when the work has ended and does not restart. */
  readonly onDead: (reason: string) => void;
}

/** Log of a receiver, its only writer. */
export interface DeliveryLog extends DeliveryReader {
  /**
   * Queue of deliveries to forward, each in a lane named by its seq. Jobs share the transactions of rows; a row whose job waits or is leased
   * stays pending over restarts.
   */
  readonly forwards: WorkQueue;
  /** Returns the result of the last write; after a failure, storing is probed once a second. */
  storing(): Storing;
  /** Calls the listener after each change of `storing`. */
  onStoring(listener: () => void): void;
  /**
   * Resolves with the seq when the row is on disk. Appends of one tick share a transaction. A large body is compressed first, so that its
   * delivery may follow later appends.
   */
  append(delivery: NewDelivery): Promise<number>;
  /**
   * Sets the outcome of a pending delivery. It survives the end of the process when it resolves, and a power cut after the next append; a
   * delivery whose outcome was lost is pending again, and then interrupted.
   */
  setOutcome(seq: number, update: OutcomeUpdate): Promise<void>;
  /** Adds an attempt to forward a delivery, as durable as an outcome. */
  addAttempt(seq: number, attempt: Attempt): Promise<void>;
  /** Sets `duplicateOf` where it is not set yet, as durable as an outcome. */
  markDuplicates(duplicates: readonly Duplicate[]): Promise<void>;
  /**
   * Yields the current position, then the position after each commit, until aborted or closed. A slow consumer gets the newest position only,
   * which covers all rows.
   */
  tail(signal: AbortSignal): AsyncIterable<LogPosition>;
  /**
   * Removes the oldest deliveries in small steps, between which others are appended. Pending deliveries stay. Seqs of removed deliveries are
   * not reused.
   */
  prune(policy: PrunePolicy, options?: PruneOptions): Promise<Pruned>;
  /**
   * Adds the deliveries of a set-aside log or a backup that this log does not have, in small steps. Deliveries of the same log keep their seq
   * if it is free; others get new ones. Pending deliveries become interrupted.
   * @throws {UsageError | StoreDamagedError | StoreVersionError} the file is not a log, or nothing in it can be read
   */
  import(file: string, options?: ImportOptions): Promise<Imported>;
  /**
   * Starts the background work of a log that stays open: it marks duplicates and indexes words until `close`. Resolves when it runs.
   */
  startBackground(events: BackgroundEvents): Promise<void>;
  /**
   * Marks deliveries that were pending when the log was opened as interrupted, except those with a job in `forwards`. Returns their number.
   */
  interruptPending(): Promise<number>;
}
