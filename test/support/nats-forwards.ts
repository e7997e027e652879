import { onTestFinished } from "vitest";
import { parseNatsAddress } from "../../src/store/nats/address.ts";
import { connectNats } from "../../src/store/nats/connect.ts";
import { createEvents } from "../../src/store/nats/events.ts";
import { openForwards } from "../../src/store/nats/forwards/forwards.ts";
import { namesOf } from "../../src/store/nats/names.ts";
import { createPublisher } from "../../src/store/nats/publisher.ts";
import type { WorkQueue } from "../../src/store/work-queue.ts";

/** Queue of a receiver, without the rest of its log. */
export interface OpenForwards {
  readonly queue: WorkQueue;
  /** Ends it as a receiver does that stops. */
  close(): Promise<void>;
  /** Ends its connection as the end of its process does: nothing is returned to the queue. */
  die(): Promise<void>;
}

/** Opens the queue of an existing log; it is closed after the test. */
export async function openForwardsAt(address: string): Promise<OpenForwards> {
  const parsed = parseNatsAddress(address);
  const connection = await connectNats(parsed);
  const names = namesOf(parsed.name);
  const publisher = createPublisher(connection);
  const { publish: publishEvent, published } = createEvents(names, publisher);
  const queue = await openForwards({ connection, names, publisher, publishEvent, published });
  async function close(): Promise<void> {
    await queue.close();
    await publisher.close(1_000);
    await connection.close();
  }
  onTestFinished(close);
  return { queue, close, die: () => connection.nats.close() };
}
