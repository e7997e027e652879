import type { DatabaseSync } from "node:sqlite";
import type { NewDelivery } from "../../../model/delivery.ts";
import { keyOfEvent } from "../../../model/event-key.ts";
import type { Bookmark, BookmarkStore } from "../../bookmarks.ts";
import type { Inserted, InsertOptions, StoredDelivery } from "../../delivery-log.ts";
import type { GroupCommit } from "../group-commit.ts";
import { prepareAppend, prepareAttempt } from "./append-delivery.ts";
import type { SeqCounter } from "./damage/import-log.ts";
import { createBackgroundSteps } from "./disk-space/background-steps.ts";
import { prepareKnown } from "./known-deliveries.ts";
import { type LargeBody, packedLargeBody } from "./large-bodies.ts";
import { prepareResponse } from "./response-rows.ts";

/** Delivery that is ready to be inserted: its large body is compressed. */
interface Packed {
  readonly delivery: StoredDelivery;
  readonly row: NewDelivery;
  readonly large: LargeBody | null;
}

/** Creates the insertion of deliveries of an export; each batch is one step and one transaction. */
export function createInsertion(
  db: DatabaseSync,
  commits: GroupCommit,
  counter: SeqCounter,
  bookmarks: Pick<BookmarkStore, "put">,
): (deliveries: AsyncIterable<readonly StoredDelivery[]>, options?: InsertOptions) => Promise<Inserted> {
  const step = createBackgroundSteps(db, commits);
  const append = prepareAppend(db);
  const addAttempt = prepareAttempt(db);
  const setResponse = prepareResponse(db);
  const setDuplicate = db.prepare(
    "UPDATE deliveries SET duplicate_of = ? WHERE seq = ? AND duplicate_of IS NULL",
  );
  const addGap = db.prepare("UPDATE log SET removed = removed + ?");
  const isKnownHere = prepareKnown(db);

  return async (batches, { signal, isCompared = false } = {}) => {
    const lastBefore = counter.last();
    const newSeqs = new Map<number, number>();
    const marked: Bookmark[] = [];
    let inserted = 0;
    let skipped = 0;

    const isKnown = ({ receivedAtMs, route }: NewDelivery, { sha256 }: StoredDelivery): boolean =>
      !isCompared && isKnownHere([receivedAtMs, route, sha256], lastBefore);

    const insert = ({ delivery, row, large }: Packed): boolean => {
      if (isKnown(row, delivery)) return false;
      const last = counter.last();
      const seq = Math.max(delivery.seq, last + 1);
      newSeqs.set(delivery.seq, seq);
      const here = (other: number | null): number | null =>
        other === null ? null : (newSeqs.get(other) ?? (lastBefore === 0 ? other : null));
      // `removed` counts the seqs without a row.
      if (seq > last + 1) addGap.run(seq - last - 1);
      append(seq, { ...row, replayOf: here(delivery.replayOf) }, large);
      setResponse(seq, delivery.response, delivery.console);
      for (const attempt of delivery.attempts) addAttempt(seq, attempt);
      if (delivery.duplicateOf !== null) setDuplicate.run(here(delivery.duplicateOf), seq);
      counter.taken(seq, row.outcome);
      const { receivedAt, bookmark } = delivery;
      if (bookmark !== null) marked.push({ seq, receivedAt, note: bookmark });
      return true;
    };

    for await (const batch of batches) {
      if (signal?.aborted === true) break;
      const packed = await Promise.all(batch.map(pack));
      const added = await step(() => packed.filter(insert).length);
      inserted += added;
      skipped += batch.length - added;
    }
    if (marked.length > 0) await bookmarks.put(marked);
    return { inserted, skipped };
  };
}

async function pack(delivery: StoredDelivery): Promise<Packed> {
  const row: NewDelivery = {
    ...delivery,
    receivedAtMs: Date.parse(delivery.receivedAt),
    // Its receiver has ended.
    outcome: delivery.outcome === "pending" ? "interrupted" : delivery.outcome,
    response: null,
    ...keyOfEvent(delivery.eventId),
  };
  return { delivery, row, large: await packedLargeBody(row) };
}
