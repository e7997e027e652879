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

/** A run of rows next to an anchor, never by offset: new rows do not move what somebody reads. */
export interface PageQuery {
  readonly filter: Filter;
  /** The row to start at, itself included if it matches; null: the newest (going older) or the oldest (going newer). */
  readonly from: number | null;
  readonly direction: "older" | "newer";
  /** At most this many rows. */
  readonly limit: number;
}

export interface DeliveryPage {
  /** Newest first, whatever the direction. */
  readonly rows: readonly Delivery[];
  /** Whether there is more in the direction asked. */
  readonly more: boolean;
}

/** What can be asked of a log without being its writer; any number of processes and threads at once. */
export interface DeliveryReader {
  page(query: PageQuery): Promise<DeliveryPage>;
  get(seq: number): Promise<DeliveryDetail | null>;
  /** How many deliveries match. */
  count(filter: Filter): Promise<number>;
  /** The highest seq there is, 0 for an empty log. */
  lastSeq(): Promise<number>;
  close(): Promise<void>;
}

export interface OutcomeUpdate {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly durationMs: number | null;
  /** Why it failed; absent: nothing to say, which also clears an earlier reason. */
  readonly reason?: string | null;
  /** Stored in place of an earlier one, together with `console`; absent: what is stored stays. */
  readonly response?: DeliveryResponse | null;
  /** Lines the handler printed. */
  readonly console?: readonly string[];
}

/** What may be removed of a log: deliveries older than a moment, and the oldest of one that is too large. Null: not for that reason. */
export interface PrunePolicy {
  /** Milliseconds since 1970: what was received before may go. */
  readonly beforeMs: number | null;
  /** The oldest go until all files of the log take no more than so many bytes: the database, its index of words, and the WAL of each. */
  readonly maxBytes: number | null;
}

/** What went, or would go. */
export interface Pruned {
  readonly deliveries: number;
  /** What they took, as they were kept: rows, headers, bodies, attempts. */
  readonly bytes: number;
}

export interface PruneOptions {
  /** Remove nothing, tell what would go: by age exactly, by size about. @default false */
  readonly dryRun?: boolean;
  /** Ends it early; what went until then is gone. */
  readonly signal?: AbortSignal;
}

/** A delivery that says the same as an earlier one, and that one. */
export interface Duplicate {
  readonly seq: number;
  readonly duplicateOf: number;
}

/** What an import did with the deliveries of a file. */
export interface Imported {
  readonly imported: number;
  /** The log had them. */
  readonly skipped: number;
  /** Numbers that may have been deliveries, and could not be read. */
  readonly unreadable: number;
  /** Current path of the file: a set-aside log is renamed, which takes it off the list. */
  readonly file: string;
}

export interface ImportOptions {
  /** Ends it early; what was added until then stays, and is skipped the next time. */
  readonly signal?: AbortSignal;
}

/** Whether deliveries can be stored. `reason`: a few words, as `the disk is full`. `isFinal`: not by this process any more; one that is started anew may. */
export type Storing =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly isFinal: boolean };

/** Where the log stands: rows up to `seq` are durable; `revision` changes with every commit, also one that only updates rows. */
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

/** The receiver's log: one writer. */
export interface DeliveryLog extends DeliveryReader {
  /**
   * Deliveries to be sent on, each in a lane named by its seq. Jobs are written with the same transactions as the rows; a row whose job
   * waits or is leased stays pending over restarts.
   */
  readonly forwards: WorkQueue;
  /** As the last try showed: after a failure it is tried once a second, without a delivery too. */
  storing(): Storing;
  /** Calls back after each change of `storing`. */
  onStoring(listener: () => void): void;
  /**
   * Resolves with the seq once the row is on disk. Appends of one tick are one transaction; a large body is compressed before, so that its
   * delivery can come after others handed over later.
   */
  append(delivery: NewDelivery): Promise<number>;
  /**
   * Sets what came of a pending delivery. It survives the end of the process when it resolves, and a power cut with the next append: what one
   * takes of it is pending again, and then interrupted.
   */
  outcome(seq: number, update: OutcomeUpdate): Promise<void>;
  /** Adds a try of sending it on; kept as an outcome is. */
  attempt(seq: number, attempt: Attempt): Promise<void>;
  /** Sets `duplicateOf` where it is not set yet; kept as an outcome is. */
  markDuplicates(duplicates: readonly Duplicate[]): Promise<void>;
  /**
   * Yields where the log stands now, then the position after each commit, newest only (a slow consumer misses none of the rows,
   * only positions), until aborted or closed.
   */
  tail(signal: AbortSignal): AsyncIterable<LogPosition>;
  /**
   * Removes the oldest deliveries, some at a time, so that others are appended meanwhile. Pending ones stay. Their seqs are never given
   * again; `get` is null for them, and pages go on with what is left.
   */
  prune(policy: PrunePolicy, options?: PruneOptions): Promise<Pruned>;
  /**
   * Adds the deliveries of a set-aside log or a backup that this log does not have, some at a time. Those of this very log keep their seq
   * where it is free, others get new ones; what was pending is interrupted.
   * @throws {UsageError | StoreDamagedError | StoreVersionError} the file is none, or nothing of it can be read
   */
  import(file: string, options?: ImportOptions): Promise<Imported>;
  /**
   * Starts the work behind a log that stays open, which ends with `close`: it marks duplicates and indexes words. Resolves when it runs.
   */
  startBackground(events: BackgroundEvents): Promise<void>;
  /**
   * Marks what was pending when the log was opened as interrupted; what was appended since, or still has a job in `forwards`, is left
   * alone. Returns how many.
   */
  interruptPending(): Promise<number>;
}
