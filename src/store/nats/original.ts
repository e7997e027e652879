import { hash } from "node:crypto";
import { jetstreamManager, type StoredMsg, type StreamAPI } from "@nats-io/jetstream";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { eventIdOf } from "../../model/event-key.ts";
import type { Connection } from "./connect.ts";
import { previousHeader } from "./event-tries.ts";
import { decodeDelivery } from "./messages/delivery.ts";
import { decodeEvent, type LogEvent } from "./messages/event.ts";
import { type LogNames, subjects } from "./names.ts";
import { natsError } from "./nats-error.ts";
import { numberBefore } from "./projection/stream-reader.ts";

/** Period whose deliveries share the place in the events from which theirs are searched, in milliseconds. */
const periodMs = 60_000;

/** Maximum number of places that are remembered. */
const maxPlaces = 1_000;

/** Delivery as its stream has it. */
export interface StoredDelivery {
  /** Delivery with its outcome and its attempts; fields that a projection derives have their defaults. */
  readonly delivery: DeliveryDetail;
  /** ID of the receiver that stored it. */
  readonly receiver: string;
  /** Try of its event before it; null for the first. */
  readonly previous: number | null;
  /** True if a job waits or is attempted. */
  readonly hasJob: boolean;
}

/**
 * Creates a function that reads a delivery from its stream, so that a receiver needs no projection to forward it. It
 * resolves with null if the stream does not have the delivery.
 */
export function createOriginals(
  connection: Connection,
  names: LogNames,
): (seq: number) => Promise<StoredDelivery | null> {
  const { nats, address } = connection;
  /** Numbers of the last events before the periods, by their start. */
  const places = new Map<number, Promise<number>>();

  /** Returns the number of an event before those of a delivery: no event of it is older than its message. */
  function placeBefore({ time, seq }: StoredMsg): Promise<number> {
    const startMs = time.getTime() - (time.getTime() % periodMs);
    const known = places.get(startMs);
    if (known !== undefined) return known;
    // The clocks of the servers differ.
    const found = numberBefore(connection, names.events, startMs - periodMs, subjects.event(names.log, seq));
    places.set(startMs, found);
    found.catch(() => places.delete(startMs));
    for (const oldest of places.keys()) {
      if (places.size <= maxPlaces) break;
      places.delete(oldest);
    }
    return found;
  }

  /** Yields the events of a delivery in their order. */
  async function* eventsOf(streams: StreamAPI, seq: number, after: number): AsyncGenerator<LogEvent> {
    // The client's types lack `next_by_subj`, which its request passes on.
    const next = { seq: after + 1, next_by_subj: subjects.event(names.log, seq) };
    for (;;) {
      const message = await streams.getMessage(names.events, next);
      if (message === null) return;
      const event = decodeEvent(message.data);
      if (event !== null) yield event;
      next.seq = message.seq + 1;
    }
  }

  return async (seq) => {
    try {
      const { streams } = await jetstreamManager(nats, { checkAPI: false });
      const message = await streams.getMessage(names.deliveries, { seq });
      const received = message && decodeDelivery({ headers: message.header, data: message.data });
      if (message === null || received === null) return null;
      const previous = Number(message.header?.get(previousHeader)) || null;
      const { receivedAtMs, dedupeKey, dedupeWithinMs, sha256, ...fields } = received.delivery;
      let delivery: DeliveryDetail = {
        ...fields,
        seq,
        receivedAt: new Date(receivedAtMs).toISOString(),
        sha256: sha256 === true ? hash("sha256", fields.body) : sha256,
        duplicateOf: null,
        nextAttemptAt: null,
        dead: false,
        recovered: false,
        eventId: eventIdOf({ dedupeKey, dedupeWithinMs }),
        // Only a projection has the first try of an event.
        eventOf: previous === null ? seq : 0,
        latestTry: seq,
        tries: 1,
        handledTries: 0,
        settledBy: null,
        eventState: null,
        open: false,
        bookmark: null,
        removed: [],
        attempts: [],
        console: [],
      };
      const place = await placeBefore(message);
      let hasJob = false;
      for await (const event of eventsOf(streams, seq, place)) {
        delivery = withEvent(delivery, event);
        if (event.kind === "job") hasJob = event.job !== null && !("dead" in event.job);
      }
      return { delivery, receiver: received.receiver, previous, hasJob };
    } catch (error) {
      throw natsError(error, address);
    }
  };
}

function withEvent(delivery: DeliveryDetail, event: LogEvent): DeliveryDetail {
  switch (event.kind) {
    case "outcome": {
      const { response = null, console = [], reason = null, ...update } = event.update;
      const said = response === null && console.length === 0 ? {} : { response, console };
      return { ...delivery, ...update, reason, ...said };
    }
    case "attempt":
      return { ...delivery, attempts: [...delivery.attempts, event.attempt] };
    case "job":
      return delivery;
  }
}
