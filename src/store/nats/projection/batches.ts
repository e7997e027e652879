import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import type { ProjectionPosition } from "../../sqlite/deliveries/projection-position.ts";
import type {
  ProjectedDelivery,
  ProjectedEvent,
  ProjectionBatch,
  UnreadableMessage,
} from "../../sqlite/deliveries/projection.ts";
import type { Connection } from "../connect.ts";
import { decodeDelivery, type ReceivedDelivery } from "../messages/delivery.ts";
import { decodeEvent, type LogEvent } from "../messages/event.ts";
import { namesOf } from "../names.ts";
import { isMissing, natsError } from "../nats-error.ts";
import { readSource, type Source } from "./source.ts";
import { type Read, type ReadFrom, readStream } from "./stream-reader.ts";

/** Maximum number of deliveries, and of events, of a batch. */
const maxBatch = 1_000;

/** Assumed size of an event: a response body may add 20 kB. */
const eventBytes = 2_000;

/** Time an event waits for its delivery before the stream is asked for it, in milliseconds. */
const orphanMs = 100;

/** Maximum time that a batch waits for more messages, in milliseconds. */
const gatherMs = 100;

/**
 * Yields the messages of both streams after a position in batches, until the signal aborts or a stream has to be read
 * anew. An event waits until the batches have its delivery.
 * @param source ends of the streams, read before
 * @throws {StoreUnreachableError | StoreMissingError | StoreDeniedError} a stream can no longer be read
 */
export async function* readBatches(
  connection: Connection,
  source: Source,
  from: ProjectionPosition,
  signal: AbortSignal,
): AsyncGenerator<ProjectionBatch, void, undefined> {
  const names = namesOf(connection.address.name);
  let wake = Promise.withResolvers<void>();
  const ends: unknown[] = [];
  const onRead = (): void => wake.resolve();
  signal.addEventListener("abort", onRead, { once: true });
  await using readers = new AsyncDisposableStack();
  const read = async <T>(part: ReadFrom, decode: (message: JsMsg) => T | null) => {
    const reader = await readStream(connection, part, decode, onRead);
    readers.defer(() => reader.stop());
    void reader.ended
      .catch((error: unknown) => error)
      .then((error) => {
        ends.push(error);
        onRead();
      });
    return reader;
  };
  const deliveries = await read(
    { stream: names.deliveries, after: from.seq, averageBytes: source.averageBytes },
    decodeDelivery,
  );
  const events = await read(
    { stream: names.events, after: from.event, averageBytes: eventBytes },
    ({ data }) => decodeEvent(data),
  );
  let position: ProjectionPosition = {
    ...from,
    // The last messages of a stream may have been deleted.
    seq: deliveries.wasAtEnd ? source.seq : from.seq,
    event: events.wasAtEnd ? source.event : from.event,
  };
  if (position.seq > from.seq || position.event > from.event) {
    yield { deliveries: [], events: [], unreadable: [], position };
  }

  /** Number of the newest event without a delivery to wait for, because the stream lacks it. */
  let orphan = 0;
  /** Number and start time of the event waiting for its delivery. */
  let [blocking, sinceMs] = [0, 0];
  const ready = (seq: number): number => countUpTo(events.waiting, seq, orphan);

  while (!signal.aborted) {
    const blocked = events.waiting[ready(position.seq)]?.number ?? 0;
    const nowMs = performance.now();
    if (blocked !== blocking) [blocking, sinceMs] = [blocked, nowMs];
    else if (blocked > 0 && nowMs - sinceMs >= orphanMs) {
      sinceMs = nowMs;
      // A delivery is in its stream before its events are.
      const { seq: last } = await readSource(connection);
      orphan = lastReady(events.waiting, position.seq, last) ?? orphan;
    }
    if (deliveries.waiting.length === 0 && ready(position.seq) === 0) {
      if (ends.length > 0) {
        const [error] = ends;
        // The server has lost the consumer, which is in its memory.
        if (error === undefined || isMissing(error)) return;
        throw natsError(error, connection.address);
      }
      await (blocked === 0 ? wake.promise : Promise.race([wake.promise, pause(orphanMs)]));
      wake = Promise.withResolvers();
      continue;
    }
    await gather(() => deliveries.waiting.length + events.waiting.length);
    const rows = deliveries.take(maxBatch);
    const seq = rows.at(-1)?.number ?? position.seq;
    const changes = events.take(ready(seq));
    position = { ...position, seq, event: changes.at(-1)?.number ?? position.event };
    yield {
      deliveries: rows.flatMap(toDelivery),
      events: changes.flatMap(toEvent),
      unreadable: [...unreadableOf("deliveries", rows), ...unreadableOf("changes", changes)],
      position,
    };
  }
}

/** Waits while each turn of the event loop brings more messages, for a full batch at most. */
async function gather(waiting: () => number): Promise<void> {
  const endMs = performance.now() + gatherMs;
  for (let seen = 0; waiting() > seen && seen < maxBatch && performance.now() < endMs;) {
    seen = waiting();
    await nextTurn();
  }
}

/** Returns the number of events before the first one waiting for its delivery. */
function countUpTo(events: readonly Read<LogEvent>[], seq: number, orphan: number): number {
  const first = events.findIndex(({ number, value }) => value !== null && value.seq > seq && number > orphan);
  return Math.min(first === -1 ? events.length : first, maxBatch);
}

/**
 * Returns the number of the last event before the first one whose delivery is in the stream, but not yet in the
 * batches.
 * @param seq highest seq of the batches
 * @param lastSeq highest seq of the stream
 */
function lastReady(events: readonly Read<LogEvent>[], seq: number, lastSeq: number): number | undefined {
  const waits = events.findIndex(({ value }) => value !== null && value.seq > seq && value.seq <= lastSeq);
  return waits === -1 ? events.at(-1)?.number : events[waits - 1]?.number;
}

function unreadableOf(
  stream: UnreadableMessage["stream"],
  messages: readonly Read<unknown>[],
): readonly UnreadableMessage[] {
  return messages.flatMap(({ number, value }) => (value === null ? [{ stream, number }] : []));
}

function toDelivery({ number, value }: Read<ReceivedDelivery>): readonly ProjectedDelivery[] {
  return value === null ? [] : [{ seq: number, ...value }];
}

function toEvent({ number, value }: Read<LogEvent>): readonly ProjectedEvent[] {
  return value === null ? [] : [{ number, change: value }];
}
