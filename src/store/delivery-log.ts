import { z } from "zod";
import type {
  Attempt,
  Delivery,
  DeliveryDetail,
  DeliveryResponse,
  NewDelivery,
  Outcome,
} from "../model/delivery.ts";
import type { EventName } from "../model/event.ts";
import type { FailureCause } from "../model/failure-cause.ts";
import type { Filter } from "../model/filter.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import type { Appended, EventCounts } from "./events.ts";
import type { StoreStatus } from "./status.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Page of rows that starts at a row instead of an offset, so that new rows do not shift it. */
export interface PageQuery {
  readonly filter: Filter;
  /**
   * Seq of the first candidate row; null starts at the newest (direction `older`) or at the oldest (`newer`).
   */
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

/** Page of a sorted log, in its order. */
export interface SortedPage {
  readonly rows: readonly Delivery[];
  /** True if more rows follow. */
  readonly more: boolean;
}

/** Columns by which a log can be sorted, besides the seq. */
export const sortColumns = ["duration", "bytes", "status", "route", "event", "repo"] as const;
export type SortColumn = (typeof sortColumns)[number];

/**
 * Page of rows sorted by a column, then by seq, both in the same direction. The page before a row is the one after it
 * in the other direction, with rows without a value at the other end.
 */
export interface SortedQuery {
  readonly filter: Filter;
  readonly by: SortColumn;
  readonly direction: "ascending" | "descending";
  /** Place of the rows without a value. */
  readonly empties: "first" | "last";
  /** Row after which the page starts; null for the first page. */
  readonly after: Delivery | null;
  /** Maximum number of rows. */
  readonly limit: number;
}

/** Period to count deliveries of, in buckets of equal length. */
export interface HistogramQuery {
  readonly filter: Filter;
  /** Start, in milliseconds since 1970. */
  readonly fromMs: number;
  /** End, exclusive, in milliseconds since 1970. */
  readonly toMs: number;
  readonly buckets: number;
}

/** Numbers of deliveries by outcome. */
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export interface Histogram {
  /** Counts of each bucket, oldest first. */
  readonly buckets: readonly OutcomeCounts[];
  /** False if the counts are estimates from a sample of many matches. */
  readonly exact: boolean;
  /**
   * Durations that half and 95 % of the deliveries do not exceed, in milliseconds; null without durations.
   * Estimates from a sample if there are many.
   */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** Number of deliveries with the same outcome, route and event. */
export interface Tally {
  readonly outcome: Outcome;
  readonly route: string | null;
  readonly event: EventName | null;
  readonly count: number;
}

/** Deliveries that repeat another one, the newest ones if there are many, oldest first. */
export interface RelatedDeliveries {
  /** Tries of its event, itself included. */
  readonly tries: readonly Delivery[];
  /** Direct replays, edited or not. */
  readonly replays: readonly Delivery[];
  /** Deliveries with its ID or content. */
  readonly duplicates: readonly Delivery[];
}

/** Maximum number of tries, of replays, and of duplicates, that are returned. */
export const maxRelated = 100;

/** Fields whose values a log lists. */
export const seenFields = ["route", "scope", "action", "webhook", "repo", "status"] as const;
export type SeenField = (typeof seenFields)[number];

/** Value that a delivery of the log has, or had. */
export interface SeenValue {
  readonly field: SeenField;
  readonly value: string;
}

/** First and last time of receipt of a log, in milliseconds since 1970. */
export interface ReceivedPeriod {
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** Read access to a log, for any number of processes and threads. */
export interface DeliveryReader {
  page(query: PageQuery): Promise<DeliveryPage>;
  /** Returns null if the log does not have the delivery. */
  get(seq: number): Promise<DeliveryDetail | null>;
  /** Finds the tries, the replays and the duplicates of a delivery, even if it was removed. */
  related(seq: number): Promise<RelatedDeliveries>;
  /** Returns the number of matching deliveries. */
  count(filter: Filter): Promise<number>;
  sorted(query: SortedQuery): Promise<SortedPage>;
  histogram(query: HistogramQuery): Promise<Histogram>;
  /** Counts the matching deliveries by outcome, route and event, in no particular order. */
  tally(filter: Filter): Promise<readonly Tally[]>;
  /** Counts the events of the matching deliveries by their state over all tries. Refused deliveries have no event. */
  events(filter: Filter): Promise<EventCounts>;
  /** Groups the matching failures by their cause, largest group first. */
  causes(filter: Filter): Promise<readonly FailureCause[]>;
  /**
   * Returns the activities of the webhooks that sent deliveries in the last 24 hours. Replays and pending deliveries do
   * not count.
   */
  webhookActivities(nowMs: number): Promise<readonly WebhookActivity[]>;
  /** Returns the matching ones among the given delivery numbers. */
  matching(filter: Filter, seqs: readonly number[]): Promise<readonly number[]>;
  /** Returns up to 500 values of each field, the last seen first. */
  seenValues(): Promise<readonly SeenValue[]>;
  /** Returns the first and the last time of receipt, in any order of seqs; null for an empty log. */
  receivedPeriod(): Promise<ReceivedPeriod | null>;
  /** Returns the highest seq ever assigned, even to a removed delivery; 0 if there is none. */
  lastSeq(): Promise<number>;
  close(): Promise<void>;
}

/** Outcome of a delivery and its details. */
export interface OutcomeUpdate {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly durationMs: number | null;
  /** Reason of a failure; null or absent clears the stored one. */
  readonly reason?: string | null;
  /**
   * Response to store together with `console`. Without a response and without lines, the stored ones are
   * kept.
   */
  readonly response?: DeliveryResponse | null;
  /** Lines that the handler printed. */
  readonly console?: readonly string[];
}

/** Criteria for the removal of deliveries: age, and size of the log. Null disables a criterion. */
export interface PrunePolicy {
  /** Time of receipt before which deliveries are removed, in milliseconds since 1970. */
  readonly beforeMs: number | null;
  /**
   * Maximum total size of the log's files, with index and WALs, in bytes. The oldest deliveries are removed
   * until they fit.
   */
  readonly maxBytes: number | null;
}

/** Removed deliveries, or those that a dry run would remove. */
export type Pruned = Readonly<z.infer<typeof prunedSchema>>;
export const prunedSchema = z.object({
  /** Number of deliveries. */
  deliveries: z.number(),
  /** Estimated size of their rows, headers, bodies, attempts and responses, in bytes. */
  bytes: z.number(),
});

export interface PruneOptions {
  /**
   * True to remove nothing and return what would be removed: exact by age, an estimate by size.
   * @default false
   */
  readonly dryRun?: boolean;
  /**
   * True for work that nobody waits for. A log that is elsewhere is then pruned only while somebody reads it here.
   * @default false
   */
  readonly isBackground?: boolean;
  /** Signal that stops the work early; deliveries already removed stay removed. */
  readonly signal?: AbortSignal;
}

/** Delivery with the same key as an earlier one. */
export interface Duplicate {
  readonly seq: number;
  readonly duplicateOf: number;
}

/** Delivery of another log, as an export has it. */
export type StoredDelivery = Omit<DeliveryDetail, "removed">;

/** Result of an insertion. */
export interface Inserted {
  readonly inserted: number;
  /** Number of deliveries that the log already had. */
  readonly skipped: number;
}

/** Result of the import of a log. */
export type ImportedLog = Omit<Imported, "wrongLines">;

/** Result of an import. */
export type Imported = Readonly<z.infer<typeof importedSchema>>;
export const importedSchema = z.object({
  /** Number of deliveries added, or replaced because the log had only a part of them. */
  imported: z.number(),
  /** Number of deliveries that the log already had. */
  skipped: z.number(),
  /** Number of unreadable seqs, some of which may never have been assigned, or of lines that are no deliveries. */
  unreadable: z.number(),
  /** First lines of an export that are no deliveries, by their number in the file from 1. */
  wrongLines: z.array(z.object({ line: z.number(), why: z.string() })).readonly(),
  /**
   * Path of the file after the import. A set-aside log that was imported completely is renamed, which removes
   * it from the list of set-aside files.
   */
  file: z.string(),
});

export interface ImportOptions {
  /** Signal that stops the import early; deliveries already imported stay, and the next import skips them. */
  readonly signal?: AbortSignal;
}

export interface InsertOptions extends ImportOptions {
  /**
   * True to insert every delivery: the caller has compared them with those of the log.
   * @default false
   */
  readonly isCompared?: boolean;
}

/**
 * Ability to store deliveries. `reason` is a short phrase, such as `the disk is full`. `isFinal` is true if
 * only a new process may be able to store again.
 */
export type Storing =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly isFinal: boolean };

/** Space of a log on its disk, in bytes. */
export interface LogSpace {
  readonly logBytes: number;
  readonly freeBytes: number;
}

/**
 * Position of a log: rows up to `seq` are committed; `revision` changes with every commit, even one that only
 * updates rows.
 */
export interface LogPosition {
  readonly seq: number;
  readonly revision: number;
}

/** Callbacks of the background work of a log. */
export interface BackgroundEvents {
  /** Called when the work begins to fail; it is retried, and searches become slower until it succeeds. */
  readonly onFailure: (reason: string) => void;
  /** Called when the work has ended permanently. */
  readonly onDead: (reason: string) => void;
}

/** Receiver that stores deliveries in a log. */
export interface AnnouncedReceiver {
  readonly url: string;
  /** Version of hooklens. */
  readonly version: string;
}

/** Log of deliveries, opened by its only writer. */
export interface DeliveryLog extends DeliveryReader {
  /**
   * Queue of deliveries to forward or to handle; the lane of a job is the seq of its delivery. Jobs and rows share
   * transactions. A delivery with a job that was not given up stays pending across restarts.
   */
  readonly forwards: WorkQueue;
  /** Maximum size of a body to append, in bytes; null for no limit. */
  readonly maxAppendBytes: number | null;
  /** Tells the other users of a log on other machines that a receiver runs, until the log is closed. */
  announce(receiver: AnnouncedReceiver): Promise<void>;
  /**
   * Returns the time of receipt of the newest delivery, in milliseconds since 1970; null for an empty log.
   */
  newestAtMs(): Promise<number | null>;
  /**
   * Returns the ability to store deliveries. After a failed durable write, appends are rejected until a probe
   * succeeds; a probe runs once a second.
   */
  storing(): Storing;
  /** Returns the size of all files of the log and the free space of their disk, in bytes. */
  space(): LogSpace;
  /** Calls the listener after each change of the result of `storing`. */
  onStoring(listener: () => void): void;
  /**
   * Returns a delivery as received, with its outcome and its attempts; null if the log lacks it. Other derived fields
   * are up to date only in `get`, which may have to read more of the log.
   */
  original(seq: number): Promise<DeliveryDetail | null>;
  /** Returns the condition of a store on other machines; null for a store on this machine. */
  status(): StoreStatus | null;
  /** Calls the listener after changes of the result of `status`, at most once a second. */
  onStatus(listener: () => void): void;
  /**
   * Stores a delivery; resolves when it is durable. Appends that arrive together share a transaction. A large body is
   * compressed first, so its delivery may follow later appends.
   */
  append(delivery: NewDelivery): Promise<Appended>;
  /**
   * Sets the outcome of a pending delivery; any other than pending is final. When the promise resolves, the outcome survives the end of the process;
   * after the next append, it also survives a power cut. If an outcome is lost, its delivery is pending
   * again, and the next start marks it as interrupted.
   */
  setOutcome(seq: number, update: OutcomeUpdate): Promise<void>;
  /** Adds a forward attempt of a delivery, as durable as an outcome. */
  addAttempt(seq: number, attempt: Attempt): Promise<void>;
  /** Sets `duplicateOf` of deliveries that have none, as durable as an outcome. */
  markDuplicates(duplicates: readonly Duplicate[]): Promise<void>;
  /** Returns the newest known position; seq 0 if the log is elsewhere and nobody follows it here. */
  position(): LogPosition;
  /**
   * Yields the current position, then the position after each commit, until the signal aborts or the log
   * closes. A slow consumer gets the newest position only, which covers all rows.
   */
  tail(signal: AbortSignal): AsyncIterable<LogPosition>;
  /**
   * Removes deliveries in small steps, between which others are appended. Pending and
   * bookmarked deliveries are kept. Seqs of removed deliveries are not reused.
   */
  prune(policy: PrunePolicy, options?: PruneOptions): Promise<Pruned>;
  /**
   * Adds the deliveries of a set-aside log or a backup that this log does not have, in small steps.
   * Deliveries of the same log keep their seq if it is free, or if this log has only a part of them; others
   * get new ones. Pending deliveries become interrupted.
   * @throws {UsageError} the file does not exist or is this log
   * @throws {StoreDamagedError | StoreVersionError} the file cannot be read as a log, or its version is newer
   */
  import(file: string, options?: ImportOptions): Promise<ImportedLog>;
  /**
   * Inserts deliveries of an export, oldest first, each batch in one transaction. A delivery keeps its seq if
   * that is above all assigned ones, and gets the next one otherwise. A delivery with the time, route and
   * SHA-256 of an earlier row is skipped. Pending deliveries become interrupted; bookmarks are put at the end.
   */
  insert(deliveries: AsyncIterable<readonly StoredDelivery[]>, options?: InsertOptions): Promise<Inserted>;
  /**
   * Starts marking duplicates, indexing words and checkpointing in the background, until `close`. Resolves
   * when the background thread runs or has ended.
   */
  startBackground(events: BackgroundEvents): Promise<void>;
  /**
   * Marks deliveries that were pending when the log was opened as interrupted, except those with a job in
   * `forwards` that was not given up.
   * @returns the number of marked deliveries
   */
  interruptPending(): Promise<number>;
}
