import type { DeliveryLog, LogPosition } from "../../store/ports.ts";

/** Where the log stands, for any number of listeners in this process. */
export interface Positions {
  latest(): LogPosition;
  /** Called after each commit, with the newest position only. Returns the way to stop. */
  subscribe(listener: (position: LogPosition) => void): () => void;
  close(): Promise<void>;
}

/** Follows the tail of a log. The revision counts from 0 in each process. */
export async function followPositions(log: Pick<DeliveryLog, "tail" | "lastSeq">): Promise<Positions> {
  const stop = new AbortController();
  const listeners = new Set<(position: LogPosition) => void>();
  let latest: LogPosition = { seq: await log.lastSeq(), revision: 0 };

  const following = (async () => {
    for await (const position of log.tail(stop.signal)) {
      latest = position;
      for (const listener of listeners) listener(position);
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
