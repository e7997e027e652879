import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { NewDelivery } from "../../model/delivery.ts";
import type { DeliveryLog, LogPosition, OutcomeUpdate } from "../ports.ts";
import { prepareAttempt } from "./append-attempt.ts";
import { prepareAppend } from "./append-delivery.ts";
import { openDeliveryReader } from "./delivery-reader.ts";
import { deliveriesFile } from "./files.ts";
import { gatherOutcomes, prepareOutcome } from "./gather-outcomes.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createLogImport } from "./import-log.ts";
import { createPackingAppend, type LargeBody } from "./large-bodies.ts";
import { createLogTail } from "./log-tail.ts";
import { lastSeqOf } from "./log-totals.ts";
import { assertNoJournal } from "./old-journal.ts";
import { openWriter } from "./open-writer.ts";
import { createLogPrune } from "./prune-log.ts";
import { createRejectedTrim } from "./trim-rejected.ts";
import { createWorkQueue } from "./work-queue.ts";

/**
 * Opens the log of a data directory as its one writer (see role-lock.ts for how there is only one).
 * @param onNote told in one line each when a damaged file was set aside, and what was recovered of it
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function openDeliveryLog(
  dataDir: string,
  onNote?: (line: string) => void,
): Promise<DeliveryLog> {
  assertNoJournal(dataDir);
  return openWriter(dataDir, deliveriesFile, (db) => deliveryLogOn(db, dataDir), onNote);
}

/** The log on a connection that is open and migrated; closes it in the end. */
export function deliveryLogOn(db: DatabaseSync, dataDir: string): DeliveryLog {
  const appendRow = prepareAppend(db);
  const addAttempt = prepareAttempt(db);
  const interrupt = db.prepare(
    `UPDATE deliveries SET outcome = 'interrupted', reason = 'the receiver ended before it was handled'
       WHERE outcome = 'pending' AND seq <= ?
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE lane = CAST(deliveries.seq AS TEXT) AND state <> 'dead')`,
  );

  const seqAtOpen = lastSeqOf(db);
  let committedSeq = seqAtOpen;
  let seq = seqAtOpen;
  let rejected = 0;
  // Begins anywhere, so that a revision seen before a restart is not seen again after it, whatever the clock says.
  let revision = randomInt(2 ** 47);
  const position = (): LogPosition => ({ seq: committedSeq, revision });

  const tail = createLogTail(position());
  const commits = createGroupCommit(db, join(dataDir, deliveriesFile.name), {
    committed() {
      committedSeq = seq;
      revision += 1;
      tail.publish(position());
      if (rejected > 0) trim.added(rejected);
      rejected = 0;
    },
    rolledBack() {
      seq = committedSeq;
      rejected = 0;
    },
  });
  const updateOutcome = prepareOutcome(db);
  const trim = createRejectedTrim(db, commits);
  const prune = createLogPrune(db, commits, dataDir);
  const markDuplicate = db.prepare(
    "UPDATE deliveries SET duplicate_of = ? WHERE seq = ? AND duplicate_of IS NULL",
  );
  const reader = openDeliveryReader(dataDir);

  function addRow(delivery: NewDelivery, large: LargeBody | null): number {
    seq += 1;
    appendRow(seq, delivery, large);
    if (delivery.outcome === "rejected") rejected += 1;
    return seq;
  }

  function setOutcome(of: number, update: OutcomeUpdate): void {
    updateOutcome(of, update);
    if (update.outcome === "rejected") rejected += 1;
  }

  const writeOutcome = gatherOutcomes(commits, setOutcome);
  const packing = createPackingAppend((delivery, large) => commits.add(() => addRow(delivery, large)));

  async function close(): Promise<void> {
    // What was handed over before is still written.
    await packing.settled();
    trim.stop();
    commits.close();
    tail.close();
    await reader.close();
    if (db.isOpen) db.close();
  }

  return {
    forwards: createWorkQueue(db, commits, close),
    append: (delivery) => packing.append(delivery),
    // Gathered: none of them is worth an fsync.
    outcome: writeOutcome,
    markDuplicates: (duplicates) =>
      commits.add(() => {
        for (const { seq, duplicateOf } of duplicates) markDuplicate.run(duplicateOf, seq);
      }, "gathered"),
    attempt: (seq, attempt) => commits.add(() => addAttempt(seq, attempt), "gathered"),
    prune,
    import: createLogImport(db, dataDir, commits, {
      last: () => seq,
      taken(of, outcome) {
        seq = Math.max(seq, of);
        if (outcome === "rejected") rejected += 1;
      },
    }),
    interruptPending: () => commits.add(() => Number(interrupt.run(seqAtOpen).changes)),
    tail: (signal) => tail.follow(signal),
    page: (query) => reader.page(query),
    get: (seq) => reader.get(seq),
    count: (filter) => reader.count(filter),
    lastSeq: async () => committedSeq,
    close,
  };
}
