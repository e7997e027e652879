import type { DeliveryLog, LogPosition } from "../../store/ports.ts";

/** Where the log stands, for any number of listeners in this process. */
export interface Positions {
  latest(): LogPosition;
  /** Called after each commit, with the newest position only. Returns the way to stop. */
  subscribe(listener: (position: LogPosition) => void): () => void;
  close(): Promise<void>;
}

/** Follows the tail of a log; ends with the log. */
export async function followPositions(log: Pick<DeliveryLog, "tail">): Promise<Positions> {
  const stop = new AbortController();
  const listeners = new Set<(position: LogPosition) => void>();
  const tail = log.tail(stop.signal)[Symbol.asyncIterator]();
  const first = await tail.next();
  // Only a log that is closed has no position.
  let latest: LogPosition = first.done === true ? { seq: 0, revision: 0 } : first.value;

  const following = (async () => {
    for (let next = await tail.next(); next.done !== true; next = await tail.next()) {
      latest = next.value;
      for (const listener of listeners) listener(latest);
    }
  })();
  return {
    latest: () => latest,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      stop.abort();
      await following;
    },
  };
}
