import type { NewDelivery } from "../../model/delivery.ts";
import { keyOfEvent } from "../../model/event-key.ts";
import type { FilterMatch } from "../../model/filter.ts";
import type { Bookmark, BookmarkStore } from "../bookmarks.ts";
import type { DeliveryLog, DeliveryReader, StoredDelivery } from "../delivery-log.ts";
import { eventToken } from "./event-tries.ts";
import type { PublishEvent } from "./events.ts";
import { deliveryHeader, encodeDelivery } from "./messages/delivery.ts";
import { type LogNames, subjects } from "./names.ts";
import type { Publisher } from "./publisher.ts";

/** Time after which an insertion without an acknowledgment fails, in milliseconds. */
const retryMs = 60_000;

/** Number of rows read at once from the log to recognize deliveries that it has. */
const knownRows = 1_000;

/** Parts that an insertion uses. */
export interface InsertionParts {
  readonly names: LogNames;
  readonly publisher: Publisher;
  readonly publishEvent: PublishEvent;
  readonly reads: Pick<DeliveryReader, "lastSeq" | "page">;
  readonly bookmarks: Pick<BookmarkStore, "put">;
  /** ID of this process in the messages. */
  readonly receiver: string;
}

/**
 * Creates the insertion of deliveries of another log: each is published with its own time, and then its attempts and
 * what its handler printed. All get new seqs.
 */
export function createInsertion(parts: InsertionParts): DeliveryLog["insert"] {
  const { names, publisher, publishEvent, reads, bookmarks, receiver } = parts;

  async function insert(delivery: StoredDelivery, replayOf: number | null): Promise<number> {
    const row = newDeliveryOf(delivery, replayOf);
    // The streams recognize what is inserted again after an interruption.
    const id = `${delivery.seq} ${identity(delivery)}`;
    const { header, data } = encodeDelivery(row, receiver);
    const seq = await publisher.publish(
      {
        subject: subjects.delivery(names.log, row, eventToken(row)),
        data,
        headers: [[deliveryHeader, header]],
        id,
      },
      retryMs,
    );
    for (const [index, attempt] of delivery.attempts.entries()) {
      await publishEvent({ kind: "attempt", seq, attempt }, `${id} ${index}`);
    }
    if (delivery.console.length > 0) {
      const { outcome, status, durationMs, reason, response } = row;
      const update = { outcome, status, durationMs, reason, response, console: delivery.console };
      await publishEvent({ kind: "outcome", seq, update }, `${id} console`);
    }
    return seq;
  }

  /** Returns the identities of the rows of a batch's period. */
  async function knownIn(batch: readonly StoredDelivery[]): Promise<ReadonlySet<string>> {
    const times = batch.map(({ receivedAt }) => Date.parse(receivedAt));
    const filter = {
      text: "",
      terms: [
        term({ kind: "since", atMs: Math.min(...times) }),
        term({ kind: "until", atMs: Math.max(...times) + 1 }),
      ],
    };
    const known = new Set<string>();
    for (let from: number | null = null; ;) {
      const { rows, more } = await reads.page({ filter, from, direction: "older", limit: knownRows });
      for (const row of rows) known.add(identity(row));
      const last = rows.at(-1);
      if (!more || last === undefined) return known;
      from = last.seq - 1;
    }
  }

  return async (batches, { signal, isCompared = false } = {}) => {
    const hasKnown = !isCompared && (await reads.lastSeq()) > 0;
    const seqs = new Map<number, Promise<number>>();
    const marked: Bookmark[] = [];
    let inserted = 0;
    let skipped = 0;
    for await (const batch of batches) {
      if (signal?.aborted === true) break;
      const known = hasKnown && batch.length > 0 ? await knownIn(batch) : new Set<string>();
      const fresh = batch.filter((delivery) => !known.has(identity(delivery)));
      const added: Promise<number>[] = [];
      for (const delivery of fresh) {
        const { replayOf, receivedAt, bookmark } = delivery;
        const original = replayOf === null ? undefined : seqs.get(replayOf)?.catch(() => null);
        const seq = insert(delivery, (await original) ?? null);
        seqs.set(delivery.seq, seq);
        added.push(seq);
        if (bookmark !== null) {
          added.push(
            seq.then((at) => {
              marked.push({ seq: at, receivedAt, note: bookmark });
              return at;
            }),
          );
        }
      }
      await Promise.all(added);
      inserted += fresh.length;
      skipped += batch.length - fresh.length;
    }
    if (marked.length > 0) await bookmarks.put(marked);
    return { inserted, skipped };
  };
}

/** Returns a key that identifies a delivery without its seq. */
function identity({
  receivedAt,
  route,
  sha256,
}: Pick<StoredDelivery, "receivedAt" | "route" | "sha256">): string {
  return `${receivedAt} ${sha256} ${route}`;
}

function term(match: FilterMatch) {
  return { negated: false, span: [0, 0] as const, match };
}

function newDeliveryOf(delivery: StoredDelivery, replayOf: number | null): NewDelivery {
  return {
    ...delivery,
    receivedAtMs: Date.parse(delivery.receivedAt),
    // Its receiver has ended.
    outcome: delivery.outcome === "pending" ? "interrupted" : delivery.outcome,
    replayOf,
    ...keyOfEvent(delivery.eventId),
  };
}
