import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import type { ProjectionPosition } from "../../sqlite/deliveries/projection-position.ts";
import type {
  ProjectedDelivery,
  ProjectedEvent,
  ProjectionBatch,
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

/** Time that an event waits for its delivery before the stream is asked for it, in milliseconds. */
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
    yield { deliveries: [], events: [], position };
  }

  /** Number of the newest event that waits for no delivery, because the stream does not have it. */
  let orphan = 0;
  const ready = (seq: number): number => countUpTo(events.waiting, seq, orphan);

  while (!signal.aborted) {
    if (deliveries.waiting.length === 0 && ready(position.seq) === 0) {
      if (ends.length > 0) {
        const [error] = ends;
        // The server has lost the consumer, which is in its memory.
        if (error === undefined || isMissing(error)) return;
        throw natsError(error, connection.address);
      }
      const newest = events.waiting.at(-1);
      await (newest === undefined ? wake.promise : Promise.race([wake.promise, pause(orphanMs)]));
      const isWaiting = newest !== undefined && newest === events.waiting.at(-1);
      // A delivery is in its stream before its events are.
      if (isWaiting && (await readSource(connection)).seq <= position.seq) orphan = newest.number;
      wake = Promise.withResolvers();
      continue;
    }
    await gather(() => deliveries.waiting.length + events.waiting.length);
    const rows = deliveries.take(maxBatch);
    const seq = rows.at(-1)?.number ?? position.seq;
    const changes = events.take(ready(seq));
    position = { ...position, seq, event: changes.at(-1)?.number ?? position.event };
    yield { deliveries: rows.flatMap(toDelivery), events: changes.flatMap(toEvent), position };
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

/** Returns the number of events before the first one that waits for its delivery. */
function countUpTo(events: readonly Read<LogEvent>[], seq: number, orphan: number): number {
  const first = events.findIndex(({ number, value }) => value !== null && value.seq > seq && number > orphan);
  return Math.min(first === -1 ? events.length : first, maxBatch);
}

function toDelivery({ number, value }: Read<ReceivedDelivery>): readonly ProjectedDelivery[] {
  return value === null ? [] : [{ seq: number, ...value }];
}

function toEvent({ number, value }: Read<LogEvent>): readonly ProjectedEvent[] {
  return value === null ? [] : [{ number, change: value }];
}
