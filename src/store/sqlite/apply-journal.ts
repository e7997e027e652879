import type { DatabaseSync } from "node:sqlite";
import { JournalGapError } from "../errors.ts";
import type { JournalEntry } from "../journal/entries.ts";
import type { JournalPosition } from "../journal/journal-position.ts";
import type { OutcomeUpdate } from "../ports.ts";
import type { RowDelivery } from "./append-delivery.ts";
import type { LargeBody } from "./large-bodies.ts";

/** How entries get into the tables; each is called inside a transaction. */
export interface EntryWriters {
  /** The seq of the newest row. */
  readonly lastSeq: () => number;
  /** Appends a row under the next seq. */
  readonly row: (delivery: RowDelivery, headersJson: string, large: LargeBody | null) => void;
  readonly outcome: (seq: number, update: OutcomeUpdate) => void;
  readonly attempt: (seq: number, attempt: Extract<JournalEntry, { kind: "attempt" }>["attempt"]) => void;
}

/** The entries of the journal before this place are in the tables. */
export function appliedToOf(db: DatabaseSync): JournalPosition {
  const row = db.prepare("SELECT journal_generation AS generation, journal_offset AS offset FROM log").get();
  return { generation: Number(row?.["generation"]), offset: Number(row?.["offset"]) };
}

/**
 * Prepares to put entries into the tables, with the place in the journal where they end; to be called inside a transaction. What came of a
 * delivery is in its row at once where both come together: that spares the row's update.
 */
export function prepareApply(
  db: DatabaseSync,
  writers: EntryWriters,
): (entries: readonly JournalEntry[], end: JournalPosition) => void {
  const note = db.prepare("UPDATE log SET journal_generation = ?, journal_offset = ?");
  return (entries, end) => {
    refuseGap(entries, writers.lastSeq());
    const outcomes = new Map<number, OutcomeUpdate>();
    for (const entry of entries) if (entry.kind === "outcome") outcomes.set(entry.seq, entry.update);
    for (const entry of entries) {
      if (entry.kind !== "row") continue;
      const outcome = outcomes.get(entry.seq);
      const delivery = outcome === undefined ? entry.delivery : { ...entry.delivery, ...outcome };
      writers.row(delivery, entry.headersJson, entry.large);
      outcomes.delete(entry.seq);
    }
    for (const [seq, update] of outcomes) writers.outcome(seq, update);
    for (const entry of entries) if (entry.kind === "attempt") writers.attempt(entry.seq, entry.attempt);
    note.run(end.generation, end.offset);
  };
}

/**
 * Prepares a write that changes nothing; to be called inside a transaction, whose commit then syncs. An update that leaves a row as it was
 * is none to SQLite (3.53): the commit would have nothing to write, and would sync nothing of what was committed before.
 */
export function prepareTouch(db: DatabaseSync): () => void {
  const change = db.prepare("UPDATE log SET journal_offset = journal_offset + 1");
  const changeBack = db.prepare("UPDATE log SET journal_offset = journal_offset - 1");
  return () => {
    change.run();
    changeBack.run();
  };
}

/** @throws {JournalGapError} before anything is written */
function refuseGap(entries: readonly JournalEntry[], lastSeq: number): void {
  let expected = lastSeq + 1;
  for (const entry of entries) {
    if (entry.kind !== "row") continue;
    if (entry.seq !== expected) {
      throw new JournalGapError({
        what: "the journal of deliveries is not of this log",
        why: `it has delivery ${entry.seq} where ${expected} is the next`,
      });
    }
    expected += 1;
  }
}
