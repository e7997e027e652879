import type { Writable } from "node:stream";
import type { DeliveryLog, LogPosition } from "../../store/delivery-log.ts";
import type { ReceiverUpdate } from "../receiver-state.ts";

/** Minimum time between a line and the next line for a change, in milliseconds. */
const minGapMs = 100;
/** Interval of heartbeat lines, in milliseconds; a reader considers the engine dead after 2 s of silence. */
const heartbeatMs = 1000;

/** Position of the log and change count of the state, for any number of streams. */
export interface UpdateSource {
  latest(): ReceiverUpdate;
  /** Calls the listener after each commit and each change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Creates a source of updates from the commits of a log and the changes of a state. */
export function updateSource(positions: Positions, changes: Changes): UpdateSource {
  return {
    latest: () => ({ ...positions.latest(), changes: changes.count() }),
    subscribe(listener) {
      const unsubscribe = [positions.subscribe(listener), changes.subscribe(listener)];
      return () => {
        for (const stop of unsubscribe) stop();
      };
    },
  };
}

/**
 * Writes updates as NDJSON, the current one first, until the stream closes. Updates between two lines are
 * skipped: a reader that was stopped gets one more line when it resumes.
 */
export function writeUpdates(source: UpdateSource, stream: Writable): void {
  let lastWrittenMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let waitsForDrain = false;
  let missed = false;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // A server that closes ends its streams, and a timer may be due before they are closed.
    if (stream.destroyed || stream.writableEnded) return;
    missed = waitsForDrain;
    if (missed) return;
    lastWrittenMs = performance.now();
    waitsForDrain = !stream.write(`${JSON.stringify(source.latest())}\n`);
  };
  const unsubscribe = source.subscribe(() => {
    timer ??= setTimeout(write, Math.max(0, lastWrittenMs + minGapMs - performance.now()));
  });
  const heartbeat = setInterval(write, heartbeatMs);
  stream.on("drain", () => {
    waitsForDrain = false;
    if (missed) write();
  });
  stream.on("close", () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(timer);
  });
  write();
}

/** Counter of changes that notifies listeners of each. */
export interface Changes {
  count(): number;
  /** Counts a change. */
  notify(): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export function makeChanges(): Changes {
  const listeners = new Set<() => void>();
  let count = 0;
  return {
    count: () => count,
    notify() {
      count += 1;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Position of the log, for any number of listeners in this process. */
export interface Positions {
  latest(): LogPosition;
  /** Calls the listener with the newest position after each commit. Returns the unsubscribe function. */
  subscribe(listener: (position: LogPosition) => void): () => void;
  close(): Promise<void>;
}

/**
 * Follows the tail of a log while there are listeners, until `close` or the end of the log: following a remote log
 * means copying its deliveries.
 */
export function followPositions(log: Pick<DeliveryLog, "tail" | "position">): Positions {
  const listeners = new Set<(position: LogPosition) => void>();
  let stop: AbortController | null = null;
  let following: Promise<void> = Promise.resolve();

  async function follow(signal: AbortSignal): Promise<void> {
    for await (const position of log.tail(signal)) for (const listener of listeners) listener(position);
  }

  function end(): void {
    stop?.abort();
    stop = null;
  }

  return {
    latest: () => log.position(),
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) {
        stop = new AbortController();
        following = Promise.all([following, follow(stop.signal)]).then(() => undefined);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
    },
    async close() {
      end();
      await following;
    },
  };
}
