import { hash } from "node:crypto";
import { DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { DeliveryDetail } from "../../model/delivery.ts";
import type { Connection } from "./connect.ts";
import { decodeDelivery } from "./messages/delivery.ts";
import { decodeEvent, type LogEvent } from "./messages/event.ts";
import { type LogNames, subjects } from "./names.ts";
import { natsError } from "./nats-error.ts";

/** Limit for reading the events of a delivery, in milliseconds. */
const eventsMs = 5_000;

/**
 * Reads a delivery from its stream, with its outcome and its attempts, so that a receiver needs no projection to
 * forward it. Fields that a projection derives have their defaults.
 * @returns null if the stream does not have it
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError}
 */
export async function readOriginal(
  { nats, address }: Connection,
  names: LogNames,
  seq: number,
): Promise<DeliveryDetail | null> {
  try {
    const { streams } = await jetstreamManager(nats, { checkAPI: false });
    const message = await streams.getMessage(names.deliveries, { seq });
    const received = message && decodeDelivery({ headers: message.header, data: message.data });
    if (message === null || received === null) return null;
    const { receivedAtMs, dedupeKey: _, dedupeWithinMs: __, sha256, ...delivery } = received.delivery;
    const original: DeliveryDetail = {
      ...delivery,
      seq,
      receivedAt: new Date(receivedAtMs).toISOString(),
      sha256: sha256 === true ? hash("sha256", delivery.body) : sha256,
      duplicateOf: null,
      nextAttemptAt: null,
      dead: false,
      recovered: false,
      bookmark: null,
      removed: [],
      attempts: [],
      console: [],
    };
    return (await readEvents({ nats }, names, seq, message.timestamp)).reduce(withEvent, original);
  } catch (error) {
    throw natsError(error, address);
  }
}

/** Returns the events of a delivery in their order. @param since time of its message: no event is older */
async function readEvents(
  { nats }: Pick<Connection, "nats">,
  { log, events: stream }: LogNames,
  seq: number,
  since: string,
): Promise<readonly LogEvent[]> {
  const consumer = await jetstream(nats).consumers.get(stream, {
    filter_subjects: subjects.event(log, seq),
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: since,
  });
  try {
    const { num_pending: stored } = await consumer.info(true);
    if (stored === 0) return [];
    const events: LogEvent[] = [];
    for await (const { data } of await consumer.fetch({ max_messages: stored, expires: eventsMs })) {
      const event = decodeEvent(data);
      if (event !== null) events.push(event);
    }
    return events;
  } finally {
    await consumer.delete().catch(() => false);
  }
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
