import type { Writable } from "node:stream";
import type { LogPosition } from "../../store/ports.ts";
import type { Positions } from "./positions.ts";

/** At most ten lines a second. */
const shortestGapMs = 100;
/** A line at least this often, so that a reader can tell a quiet engine from a dead one. */
const heartbeatMs = 1000;

/**
 * Writes positions as NDJSON, the present one first, until the stream closes. Positions between two lines are left out, and a reader that
 * does not read (a stopped app) gets one line when it reads again, not all it missed.
 */
export function writeUpdates(positions: Positions, stream: Writable): void {
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
    waitsForDrain = !stream.write(`${JSON.stringify(positions.latest() satisfies LogPosition)}\n`);
  };
  const unsubscribe = positions.subscribe(() => {
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
