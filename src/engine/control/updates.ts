import type { Writable } from "node:stream";
import type { ReceiverUpdate } from "../client.ts";
import type { Changes } from "./changes.ts";
import type { Positions } from "./positions.ts";

/** At most ten lines a second. */
const shortestGapMs = 100;
/** A line at least this often, so that a reader can tell a quiet engine from a dead one. */
const heartbeatMs = 1000;

/** Where the log stands and how often the state has changed, for any number of streams. */
export interface UpdateSource {
  latest(): ReceiverUpdate;
  /** Called after each commit and each change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** The commits of a log and the changes of a state as one. */
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
 * Writes updates as NDJSON, the present one first, until the stream closes. What was between two lines is left out, and a reader that
 * does not read (a stopped app) gets one line when it reads again, not all it missed.
 */
export function writeUpdates(source: UpdateSource, stream: Writable): void {
  let lastWrittenMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let waitsForDrain = false;
  let missed = false;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (stream.destroyed) return;
    missed = waitsForDrain;
    if (missed) return;
    lastWrittenMs = performance.now();
    waitsForDrain = !stream.write(`${JSON.stringify(source.latest())}\n`);
  };
  const unsubscribe = source.subscribe(() => {
    timer ??= setTimeout(write, Math.max(0, lastWrittenMs + shortestGapMs - performance.now()));
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
