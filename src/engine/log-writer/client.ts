import type { NewDelivery } from "../../model/delivery.ts";
import { StoreClosedError } from "../../store/errors.ts";
import { createGathering } from "../../store/gathering.ts";
import type { JournalEntry } from "../../store/journal/entries.ts";
import { type JournalWriter, openJournalWriter } from "../../store/journal/journal-writer.ts";
import type { DeliveryLog, LogPosition, Pruned } from "../../store/ports.ts";
import { openDeliveryReader } from "../../store/sqlite/delivery-reader.ts";
import { createPackingAppend, type LargeBody } from "../../store/sqlite/large-bodies.ts";
import { openTables, type Tables } from "./tables.ts";

interface QueuedRow {
  readonly kind: "row";
  readonly delivery: NewDelivery;
  readonly large: LargeBody | null;
  readonly resolve: (seq: number) => void;
  readonly reject: (error: unknown) => void;
}

type Queued = QueuedRow | Exclude<JournalEntry, { kind: "row" }>;

/**
 * Opens the log of a data directory as its one writer, for many deliveries a second: what is handed over is on disk when it is in the journal,
 * one write and one sync for all that came together, and gets to the tables a little later, in a thread. Reads wait for that.
 * @param onNote one line for a person about each file of a journal that does not continue this log, and is kept under another name
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function openLogWriter(
  dataDir: string,
  onNote: (line: string) => void = () => {},
): Promise<DeliveryLog> {
  const tables = await openTables(dataDir);
  const { position, appliedTo, keptAside } = tables.opened;
  for (const file of keptAside) {
    onNote(`a journal that does not continue the log of deliveries is kept as ${file}; it is not in the log`);
  }
  try {
    const journal = openJournalWriter(dataDir, appliedTo.generation + 1, () => tables.releasedTo());
    return logOf(dataDir, tables, journal, position.seq);
  } catch (error) {
    await tables.close();
    throw error;
  }
}

function logOf(dataDir: string, tables: Tables, journal: JournalWriter, lastSeq: number): DeliveryLog {
  const reader = openDeliveryReader(dataDir);
  const gathering = createGathering(() => queue.length, write);
  const packing = createPackingAppend(add);
  let seq = lastSeq;
  let queue: Queued[] = [];
  /** Of the outcomes and attempts in the queue: a promise for each would cost as much as what it is for. */
  let kept: PromiseWithResolvers<void> | null = null;
  let isClosed = false;
  let closing: Promise<void> | null = null;

  function write(): void {
    if (tables.isFarBehind()) {
      // Senders wait: else a flood fills the disk with what is not yet to be seen.
      void tables.caughtUp().then(gathering.now);
      return;
    }
    const batch = takeQueued();
    const telling = kept;
    kept = null;
    if (batch.length === 0) return;
    const rows = batch.filter((each) => each.kind === "row");
    try {
      journal.write(entriesOf(batch), rows.length > 0);
    } catch (error) {
      for (const { reject } of rows) reject(error);
      telling?.reject(error);
      return;
    }
    tables.written(journal.end());
    for (const { resolve } of rows) {
      seq += 1;
      resolve(seq);
    }
    telling?.resolve();
  }

  /** What is taken has to become visible, so no rows are while the tables fail; what came of those that are there is kept for when it can. */
  function takeQueued(): readonly Queued[] {
    const all = queue;
    queue = [];
    const failure = tables.failure();
    if (failure === null) return all;
    for (const each of all) if (each.kind === "row") each.reject(failure);
    return all.filter((each) => each.kind !== "row");
  }

  function entriesOf(batch: readonly Queued[]): readonly JournalEntry[] {
    let next = seq;
    return batch.map((each): JournalEntry => {
      if (each.kind !== "row") return each;
      next += 1;
      const { delivery, large } = each;
      return { kind: "row", seq: next, delivery, headersJson: JSON.stringify(delivery.headers), large };
    });
  }

  function add(delivery: NewDelivery, large: LargeBody | null): Promise<number> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(closedError());
      queue.push({ kind: "row", delivery, large, resolve, reject });
      gathering.soon();
    });
  }

  /** Nobody waits for it. */
  function keep(entry: Exclude<JournalEntry, { kind: "row" }>): Promise<void> {
    if (isClosed) return Promise.reject(closedError());
    queue.push(entry);
    gathering.later();
    kept ??= Promise.withResolvers<void>();
    return kept.promise;
  }

  async function* tail(signal: AbortSignal): AsyncGenerator<LogPosition, void, undefined> {
    await tables.caughtUp();
    yield* tables.tail.follow(signal);
  }

  async function close(): Promise<void> {
    // What was handed over before is still written.
    await packing.settled();
    await tables.caughtUp();
    gathering.now();
    isClosed = true;
    try {
      journal.close(await tables.close());
    } finally {
      await reader.close();
    }
  }

  /** Reads find all that was written. */
  async function reading<T>(read: () => Promise<T>): Promise<T> {
    await tables.caughtUp();
    return read();
  }

  return {
    append: (delivery) => packing.append(delivery),
    outcome: (of, update) => keep({ kind: "outcome", seq: of, update }),
    attempt: (of, attempt) => keep({ kind: "attempt", seq: of, attempt }),
    prune: async (policy, { dryRun = false, signal } = {}) =>
      signal?.aborted
        ? { deliveries: 0, bytes: 0 }
        : tables.ask<Pruned>({ method: "prune", policy, dryRun }, signal),
    interruptPending: () => tables.ask<number>({ method: "interruptPending" }),
    tail,
    page: (query) => reading(() => reader.page(query)),
    get: (of) => reading(() => reader.get(of)),
    count: (filter) => reading(() => reader.count(filter)),
    lastSeq: async () => seq,
    close: () => (closing ??= close()),
  };
}

function closedError(): StoreClosedError {
  return new StoreClosedError({ what: "the log of deliveries is closed", hint: "Start hooklens again" });
}
