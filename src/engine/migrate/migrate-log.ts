import type { DeliveryDetail } from "../../model/delivery.ts";
import { emptyFilter } from "../../model/filter.ts";
import type { Bookmark } from "../../store/bookmarks.ts";
import type { DeliveryLog, DeliveryReader, StoredDelivery } from "../../store/delivery-log.ts";
import { selectionSeqs } from "../../store/selection.ts";
import { readDeliveries } from "../export/write-export.ts";
import { createSetDigest, deliveryHash, deliveryKey, type SetDigest } from "./delivery-hash.ts";

/** Number and size of the deliveries of a batch: one transaction, held in memory. */
const maxBatch = { deliveries: 256, bytes: 4_000_000 };

/** Result of a migration. */
export interface Migrated {
  readonly copied: number;
  /** Deliveries that the other store had. */
  readonly skipped: number;
  /** Partly copied deliveries of an interrupted migration. */
  readonly completed: number;
  readonly source: SetDigest;
  /** Digest of the copied deliveries; other deliveries of the target are not included. */
  readonly target: SetDigest;
}

/** Stage of a migration, for its progress. */
export type MigrationStage = "compared" | "copied" | "verified";

/** Log to copy to. */
export interface MigrationTarget {
  readonly log: DeliveryLog;
  /** Returns a reader with the complete log at the time of the call. */
  openReader(): Promise<DeliveryReader>;
  putBookmarks(bookmarks: readonly Bookmark[]): Promise<void>;
}

/** Copy of a delivery in the other store. */
interface Copy {
  readonly seq: number;
  readonly hash: string;
  readonly attempts: number;
}

/** Copies all missing deliveries of a log to another one, and compares the copies. */
export async function migrateLog(
  source: DeliveryReader,
  target: MigrationTarget,
  onProgress: (stage: MigrationStage, deliveries: number) => void,
): Promise<Migrated> {
  const copies = new Map<string, Copy[]>();
  for await (const delivery of allOf(target, (n) => onProgress("compared", n))) {
    const key = deliveryKey(delivery);
    const copy = { seq: delivery.seq, hash: deliveryHash(delivery), attempts: delivery.attempts.length };
    copies.set(key, [...(copies.get(key) ?? []), copy]);
  }
  const plan = createPlan(target.log, copies);
  const missing = plan.missing(deliveriesOf(source, (n) => onProgress("copied", n)));
  const { inserted } = await target.log.insert(missing, { isCompared: true });
  if (plan.bookmarks.length > 0) await target.putBookmarks(plan.bookmarks);

  const verified = createSetDigest();
  const expected = plan.hashes;
  for await (const delivery of allOf(target, (n) => onProgress("verified", n))) {
    const hash = deliveryHash(delivery);
    const left = expected.get(hash) ?? 0;
    if (left === 0) continue;
    expected.set(hash, left - 1);
    verified.add(hash);
  }
  const { skipped, completed } = plan.counts;
  return {
    copied: inserted,
    skipped,
    completed,
    source: plan.digest.result(),
    target: verified.result(),
  };
}

/** Decides for each delivery of the source which parts the target lacks. */
function createPlan(log: DeliveryLog, copies: Map<string, Copy[]>) {
  const digest = createSetDigest();
  const hashes = new Map<string, number>();
  const bookmarks: Bookmark[] = [];
  const counts = { skipped: 0, completed: 0 };

  /** Takes the copy of a delivery, preferably a complete one. */
  function takeCopy(key: string, hash: string): Copy | null {
    const all = copies.get(key) ?? [];
    const complete = all.findIndex((copy) => copy.hash === hash);
    return all.splice(Math.max(0, complete), 1)[0] ?? null;
  }

  async function isMissing(delivery: DeliveryDetail): Promise<boolean> {
    const hash = deliveryHash(delivery);
    digest.add(hash);
    hashes.set(hash, (hashes.get(hash) ?? 0) + 1);
    const copy = takeCopy(deliveryKey(delivery), hash);
    if (copy === null) return true;
    const { receivedAt, bookmark } = delivery;
    if (bookmark !== null) bookmarks.push({ seq: copy.seq, receivedAt, note: bookmark });
    if (copy.hash === hash) {
      counts.skipped += 1;
      return false;
    }
    await complete(log, copy, delivery);
    counts.completed += 1;
    return false;
  }

  async function* missing(deliveries: AsyncIterable<DeliveryDetail>): AsyncGenerator<StoredDelivery[]> {
    let batch: StoredDelivery[] = [];
    let bytes = 0;
    for await (const delivery of deliveries) {
      if (!(await isMissing(delivery))) continue;
      batch.push(delivery);
      bytes += delivery.body.length;
      if (batch.length < maxBatch.deliveries && bytes < maxBatch.bytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  return { digest, hashes, bookmarks, counts, missing };
}

/**
 * Adds the missing parts of a copy: a store without one transaction for all adds attempts and handler output after
 * the delivery.
 */
async function complete(log: DeliveryLog, { seq, attempts }: Copy, delivery: DeliveryDetail): Promise<void> {
  for (const attempt of delivery.attempts.slice(attempts)) await log.addAttempt(seq, attempt);
  const { outcome, status, durationMs, reason, response, console } = delivery;
  await log.setOutcome(seq, {
    outcome: outcome === "pending" ? "interrupted" : outcome,
    status,
    durationMs,
    reason,
    response,
    console,
  });
}

/** Yields the present deliveries of a target, completely readable. */
async function* allOf(
  target: MigrationTarget,
  onProgress: (deliveries: number) => void,
): AsyncGenerator<DeliveryDetail> {
  const reader = await target.openReader();
  try {
    yield* deliveriesOf(reader, onProgress);
  } finally {
    await reader.close();
  }
}

/** Number of deliveries between two reports of progress. */
const reportEvery = 500;

async function* deliveriesOf(
  reader: DeliveryReader,
  onProgress: (deliveries: number) => void,
): AsyncGenerator<DeliveryDetail> {
  const untilSeq = await reader.lastSeq();
  let read = 0;
  for await (const delivery of readDeliveries(
    reader,
    selectionSeqs(reader, { filter: emptyFilter, untilSeq }),
  )) {
    yield delivery;
    read += 1;
    if (read % reportEvery === 0) onProgress(read);
  }
}
