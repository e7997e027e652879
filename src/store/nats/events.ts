import { createKeyedMutex } from "../../async/keyed-mutex.ts";
import { encodeEvent, type LogEvent } from "./messages/event.ts";
import { type LogNames, subjects } from "./names.ts";
import type { Publisher } from "./publisher.ts";

/**
 * Publishes a change of a stored delivery; resolves when the servers have acknowledged it. The changes of one delivery
 * are stored in the order of the calls.
 * @param id ID by which the stream recognizes a change that it has. @default a random one
 * @throws {StoreUnreachableError | StoreDeniedError | StoreFullError}
 */
export type PublishEvent = (event: LogEvent, id?: string) => Promise<void>;

/** Time after which a change without an acknowledgment is given up, in milliseconds. */
const retryMs = 60_000;

/** Changes that this process publishes. */
export interface Events {
  readonly publish: PublishEvent;
  /** Resolves when the earlier changes of a delivery are published or given up. */
  published(seq: number): Promise<void>;
}

/** Creates the publication of changes. */
export function createEvents(names: LogNames, publisher: Publisher): Events {
  const inOrder = createKeyedMutex();
  return {
    async publish(event, id) {
      const subject = subjects.event(names.log, event.seq);
      const message = { subject, data: encodeEvent(event), ...(id !== undefined && { id }) };
      await inOrder(subject, () => publisher.publish(message, retryMs));
    },
    published: (seq) => inOrder(subjects.event(names.log, seq), async () => undefined),
  };
}
