import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { interruptedReason, type NewDelivery } from "../../../model/delivery.ts";
import { type HooklensError, isHooklensError } from "../../../model/errors.ts";
import type { Logger } from "../../../model/logger.ts";
import { freeBytes } from "../../data-dir.ts";
import type { DeliveryLog, LogPosition, OutcomeUpdate } from "../../delivery-log.ts";
import { StoreFullError } from "../../errors.ts";
import type { Appended } from "../../events.ts";
import { createGroupCommit, type GroupCommit } from "../group-commit.ts";
import { createOpenFileCheck, keepOpenDatabase } from "../open-file.ts";
import { openWriter } from "../open-writer.ts";
import { markImported } from "../set-aside.ts";
import { isSqliteError, needsNewProcess, storeError } from "../sqlite-error.ts";
import { createWorkQueue } from "../work-queue.ts";
import { prepareAttempt } from "./append-delivery.ts";
import { prepareAppend } from "./append-delivery.ts";
import { createBookmarksTable, openBookmarks } from "./bookmarks.ts";
import { createLogImport, type SeqCounter } from "./damage/import-log.ts";
import { skipLostSeqs } from "./damage/repair-log.ts";
import { deliveriesFile } from "./deliveries-file.ts";
import { openDeliveryReader } from "./delivery-reader.ts";
import { emptyWal, sizeOfLog } from "./disk-space/log-size.ts";
import { createLowDiskWatch } from "./disk-space/log-size.ts";
import { createLogPrune } from "./disk-space/prune-log.ts";
import {
  assertRoom,
  diskFull,
  ensureReserve,
  hasAmpleRoom,
  makeRoom,
  makeRoomToStart,
} from "./disk-space/reserve.ts";
import { createRejectedTrim } from "./disk-space/trim-rejected.ts";
import { prepareStanding } from "./events.ts";
import { createInsertion } from "./insert-deliveries.ts";
import { createPackingAppend, type LargeBody } from "./large-bodies.ts";
import { openLastSeqMark } from "./last-seq.ts";
import { createLogTail } from "./log-tail.ts";
import { lastSeqOf, logIdOf } from "./log-totals.ts";
import { batchOutcomes, prepareOutcome } from "./outcomes.ts";
import { receivedPeriod } from "./received-period.ts";
import { type RunningIndexer, startIndexer } from "./search/start-indexer.ts";
import { createStoringWatch } from "./storing.ts";
import { createSummaries } from "./summary/summarize.ts";

/** Interval of checks for the open file, in milliseconds, while nothing is committed. */
const checkFileMs = 1000;

/**
 * Opens the log of a data directory as its only writer. The caller must hold the lock of the receiver.
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function openDeliveryLog(dataDir: string, logger?: Logger): Promise<DeliveryLog> {
  makeRoomToStart(dataDir);
  return openWriter(
    dataDir,
    deliveriesFile,
    (db) => {
      const lost = skipLostSeqs(db, dataDir);
      if (lost !== null) logger?.warn(lost);
      return deliveryLogOn(db, dataDir);
    },
    logger,
  );
}

/** Creates the log on an open and migrated connection, which `close` closes. */
export function deliveryLogOn(db: DatabaseSync, dataDir: string): DeliveryLog {
  return writableLogOn(db, dataDir).log;
}

/** Log with its transactions, for rows with a seq from elsewhere. */
export interface WritableLog {
  readonly log: DeliveryLog;
  readonly commits: GroupCommit;
  readonly counter: SeqCounter;
}

/** Creates the log of `deliveryLogOn`, open to rows of another log. */
export function writableLogOn(db: DatabaseSync, dataDir: string): WritableLog {
  const appendRow = prepareAppend(db);
  const standingOf = prepareStanding(db);
  const addAttempt = prepareAttempt(db);
  const interrupt = db.prepare(
    `UPDATE deliveries SET outcome = 'interrupted', reason = '${interruptedReason}'
       WHERE outcome = 'pending' AND seq <= ?
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(deliveries.seq AS TEXT) AND state <> 'dead')`,
  );

  const seqAtOpen = lastSeqOf(db);
  const mark = openLastSeqMark(dataDir, logIdOf(db));
  mark.write(seqAtOpen);
  let committedSeq = seqAtOpen;
  let seq = seqAtOpen;
  let rejected = 0;
  // Starts at random, so that revisions do not repeat after a restart.
  let revision = randomInt(2 ** 47);
  const position = (): LogPosition => ({ seq: committedSeq, revision });

  const tail = createLogTail(position());
  const file = join(dataDir, deliveriesFile.name);
  const checkDisk = createLowDiskWatch(db, dataDir);
  const check = createOpenFileCheck(file);
  const commits = createGroupCommit(db, file, {
    check,
    committed() {
      if (seq !== committedSeq) mark.write(seq);
      committedSeq = seq;
      revision += 1;
      tail.notify(position());
      checkDisk();
      if (rejected > 0) trim.added(rejected);
      summaries.committed(committedSeq);
      rejected = 0;
    },
    rolledBack() {
      seq = committedSeq;
      rejected = 0;
    },
    failed(error) {
      const reason = storeError(error, file);
      if (!leaveIfGone() && isHooklensError(reason)) storing.failed(reason, needsNewProcess(error));
    },
  });
  const touch = db.prepare("UPDATE log SET removed = removed + ?");
  const storing = createStoringWatch(async () => {
    ensureReserve(dataDir);
    assertRoom(dataDir);
    // The page is written and synced even though the two changes cancel out.
    await commits.add(() => [1, -1].map((by) => touch.run(by)));
  });

  const watching = setInterval(leaveIfGone, checkFileMs).unref();
  let leaving: Promise<void> | null = null;

  /** Refuses deliveries if the open file is no longer in its place. Returns true in that case. */
  function leaveIfGone(): boolean {
    const reason = check();
    if (reason !== null) leaving ??= leave(reason);
    return reason !== null;
  }

  /** Refuses deliveries, keeps a copy of the stored ones, and then ends the log: the next start opens another file. */
  async function leave(reason: HooklensError): Promise<void> {
    clearInterval(watching);
    storing.failed(reason, false);
    storing.failed(await keepOpenDatabase(reason, db, file), true);
  }

  try {
    ensureReserve(dataDir);
  } catch (error) {
    if (!(error instanceof StoreFullError)) throw error;
    storing.failed(error, false);
  }

  /**
   * Runs work that removes or marks rows. On a full disk, frees the reserve and the word index, and runs it
   * again.
   */
  async function withRoom<T>(work: () => Promise<T>): Promise<T> {
    const result = await work().catch(async (error: unknown) => {
      if (!(error instanceof StoreFullError)) throw error;
      makeRoom(dataDir);
      storing.failed(diskFull(dataDir), false);
      await freeWal();
      return work();
    });
    if (storing.refusal() instanceof StoreFullError) await freeSpace();
    return result;
  }

  /** Empties the WAL, the largest part that can be freed; waits up to 2 s for readers. */
  async function freeWal(): Promise<void> {
    for (let tries = 1; tries <= 100 && !emptyWal(db, dataDir); tries += 1) await pause(20);
  }

  /** Returns free pages to the disk until it has ample room or no more pages can be freed. */
  async function freeSpace(): Promise<void> {
    const freePages = (): number => Number(db.prepare("PRAGMA freelist_count").get()?.["freelist_count"]);
    await freeWal();
    for (
      let free = freePages(), before = Infinity;
      free > 0 && free < before && !hasAmpleRoom(dataDir);
      [before, free] = [free, freePages()]
    ) {
      try {
        await commits.add(() => db.exec("PRAGMA incremental_vacuum(256)"), "quick");
      } catch (error) {
        // No more space can be freed.
        if (error instanceof StoreFullError) return;
        throw error;
      }
      await freeWal();
    }
  }

  const updateOutcome = prepareOutcome(db);
  const fillBookmarks = createBookmarksTable(dataDir);
  const readBookmarks = (): void => fillBookmarks(db);
  readBookmarks();
  const trim = createRejectedTrim(db, commits, readBookmarks);
  const summaries = createSummaries(db, commits);
  const prune = createLogPrune(db, commits, dataDir, readBookmarks);
  const markDuplicate = db.prepare(
    "UPDATE deliveries SET duplicate_of = ? WHERE seq = ? AND duplicate_of IS NULL",
  );
  const markDuplicates: DeliveryLog["markDuplicates"] = (duplicates) =>
    commits.add(() => {
      for (const { seq, duplicateOf } of duplicates) markDuplicate.run(duplicateOf, seq);
    }, "batched");
  const reader = openDeliveryReader(dataDir);

  function addRow(delivery: NewDelivery, large: LargeBody | null): Appended {
    seq += 1;
    const eventOf = appendRow(seq, delivery, large);
    if (delivery.outcome === "rejected") rejected += 1;
    return { seq, repeats: eventOf === null ? null : standingOf(eventOf, seq) };
  }

  function setOutcome(of: number, update: OutcomeUpdate): void {
    updateOutcome(of, update);
    if (update.outcome === "rejected") rejected += 1;
  }

  const writeOutcome = batchOutcomes(commits, setOutcome);
  const appends = createPackingAppend((delivery, large) => commits.add(() => addRow(delivery, large)));

  const counter: SeqCounter = {
    last: () => seq,
    taken(of, outcome) {
      seq = Math.max(seq, of);
      if (outcome === "rejected") rejected += 1;
    },
  };
  const importFile = createLogImport(db, dataDir, commits, counter);
  let indexer: RunningIndexer | null = null;

  async function close(): Promise<void> {
    await indexer?.close();
    indexer = null;
    // Earlier appends are still written.
    await appends.settled();
    trim.stop();
    summaries.stop();
    storing.stop();
    commits.close();
    tail.close();
    await reader.close();
    clearInterval(watching);
    mark.close();
    if (!db.isOpen) return;
    leaveIfGone();
    await leaving;
    try {
      // SQLite empties the WAL only on the last close of the file. Emptying it here makes a copy of the file
      // complete.
      if (storing.refusal() === null) emptyWal(db, dataDir);
    } catch (error) {
      // A file that cannot be written keeps its WAL, whose commits are on the disk.
      if (!isSqliteError(error)) throw error;
    } finally {
      db.close();
    }
  }

  const log: DeliveryLog = {
    forwards: createWorkQueue(db, commits, close),
    storing: () => storing.state(),
    space() {
      const { used, wal, index } = sizeOfLog(db, dataDir);
      return { logBytes: used + wal + index, freeBytes: freeBytes(dataDir) };
    },
    onStoring: (listener) => storing.onChange(listener),
    status: () => null,
    maxAppendBytes: null,
    announce: async () => undefined,
    newestAtMs: async () => receivedPeriod(db)?.lastAtMs ?? null,
    receivedPeriod: () => reader.receivedPeriod(),
    onStatus() {},
    append(delivery) {
      const refusal = storing.refusal();
      return refusal === null ? appends.append(delivery) : Promise.reject(refusal);
    },
    setOutcome: writeOutcome,
    markDuplicates,
    addAttempt: (seq, attempt) => commits.add(() => addAttempt(seq, attempt), "batched"),
    prune(policy, options) {
      if (options?.dryRun === true) return prune(policy, options);
      const total = { deliveries: 0, bytes: 0 };
      return withRoom(() => prune(policy, options, total));
    },
    async import(path, options) {
      const rows = await importFile(path, options);
      return { ...rows, file: options?.signal?.aborted === true ? path : markImported(dataDir, path) };
    },
    insert: createInsertion(db, commits, counter, openBookmarks(dataDir)),
    startBackground(events) {
      indexer = startIndexer({ dataDir, log: { tail: tail.follow, markDuplicates }, ...events });
      return indexer.ready;
    },
    interruptPending: () => withRoom(() => commits.add(() => Number(interrupt.run(seqAtOpen).changes))),
    position,
    tail: tail.follow,
    page: (query) => reader.page(query),
    get: (seq) => reader.get(seq),
    original: (seq) => reader.get(seq),
    related: (seq) => reader.related(seq),
    count: (filter) => reader.count(filter),
    sorted: (query) => reader.sorted(query),
    histogram: (query) => reader.histogram(query),
    tally: (filter) => reader.tally(filter),
    events: (filter) => reader.events(filter),
    causes: (filter) => reader.causes(filter),
    webhookActivities: (nowMs) => reader.webhookActivities(nowMs),
    matching: (filter, seqs) => reader.matching(filter, seqs),
    seenValues: () => reader.seenValues(),
    lastSeq: async () => committedSeq,
    close,
  };
  return { log, commits, counter };
}
