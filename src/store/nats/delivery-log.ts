import { jetstreamManager } from "@nats-io/jetstream";
import type { DeliveryLog } from "../delivery-log.ts";
import type { WorkQueue } from "../work-queue.ts";
import type { Appends } from "./appends.ts";
import type { Connection } from "./connect.ts";
import type { PublishEvent } from "./events.ts";
import { decodeDelivery } from "./messages/delivery.ts";
import { type LogNames, subjects } from "./names.ts";
import { natsError } from "./nats-error.ts";
import type { StoredDelivery } from "./original.ts";
import type { LogReads } from "./projection/reads.ts";
import type { Publisher } from "./publisher.ts";
import { announceReceiver, type ReceiverEntry } from "./receivers.ts";
import type { LogStatus } from "./status.ts";

/** Parts of a log on NATS servers. */
export interface NatsLogParts {
  readonly connection: Connection;
  readonly names: LogNames;
  /** ID of this process in the messages and in the bucket of receivers. */
  readonly receiver: string;
  readonly publisher: Publisher;
  readonly appends: Appends;
  readonly publishEvent: PublishEvent;
  /** Reads a delivery from the streams. */
  readonly read: (seq: number) => Promise<StoredDelivery | null>;
  readonly status: LogStatus;
  readonly reads: LogReads;
  readonly forwards: WorkQueue;
  readonly insert: DeliveryLog["insert"];
  readonly import: DeliveryLog["import"];
}

/** Time in which a closing log waits for acknowledgments, in milliseconds. */
const closeMs = 2_000;

/** Creates the log of its parts; `close` closes them and the connection. */
export function createNatsLog(parts: NatsLogParts): DeliveryLog {
  const { connection, names, receiver, publisher, appends, publishEvent, status, reads, forwards } = parts;
  let entry: ReceiverEntry | null = null;
  let closing: Promise<void> | null = null;

  async function closeParts(): Promise<void> {
    status.close();
    appends.close();
    await forwards.close();
    await publisher.close(closeMs);
    await entry?.close();
    await reads.close();
    await connection.close();
  }

  return {
    forwards,
    maxAppendBytes: appends.maxBytes,
    append: appends.append,
    storing: appends.storing,
    onStoring: appends.onStoring,
    status: status.status,
    onStatus: status.onStatus,
    async announce(announced) {
      entry = await announceReceiver(connection, names, receiver, announced, () => !appends.isDenied());
    },
    newestAtMs: () => newestAtMs(connection, names),
    setOutcome: (seq, update) => publishEvent({ kind: "outcome", seq, update }),
    addAttempt: (seq, attempt) => publishEvent({ kind: "attempt", seq, attempt }),
    insert: parts.insert,
    import: parts.import,
    // Left to the projection: a receiver does not know the pending deliveries of another one.
    interruptPending: async () => 0,
    original: async (seq) => (await parts.read(seq))?.delivery ?? null,
    space: reads.space,
    markDuplicates: reads.markDuplicates,
    position: reads.position,
    tail: reads.tail,
    prune: reads.prune,
    startBackground: reads.startBackground,
    page: reads.page,
    get: reads.get,
    related: reads.related,
    count: reads.count,
    sorted: reads.sorted,
    histogram: reads.histogram,
    tally: reads.tally,
    events: reads.events,
    causes: reads.causes,
    webhookActivities: reads.webhookActivities,
    matching: reads.matching,
    seenValues: reads.seenValues,
    lastSeq: reads.lastSeq,
    receivedPeriod: reads.receivedPeriod,
    close: () => (closing ??= closeParts()),
  };
}

/** Returns the time of receipt of the last message of the stream. */
async function newestAtMs({ nats, address }: Connection, names: LogNames): Promise<number | null> {
  try {
    const { streams } = await jetstreamManager(nats, { checkAPI: false });
    const subject = subjects.deliveries(names.log);
    const last = await streams.getMessage(names.deliveries, { last_by_subj: subject });
    if (last === null) return null;
    const { headers, data } = { headers: last.header, data: last.data };
    return decodeDelivery({ headers, data })?.delivery.receivedAtMs ?? last.time.getTime();
  } catch (error) {
    throw natsError(error, address);
  }
}
