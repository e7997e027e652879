import type { Clock } from "../../src/model/clock.ts";

/** Clock that only `advance` moves. */
export interface HandClock extends Clock {
  /** Moves the clock and runs the callbacks due on the way, each at its time. */
  advance(ms: number): void;
  /** Returns the times of the waiting callbacks in order; empty if there are none. */
  due(): readonly number[];
}

export function handClock(startMs = Date.parse("2026-11-20T12:00:00Z")): HandClock {
  let nowMs = startMs;
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  const inOrder = () => [...timers].toSorted((a, b) => a.atMs - b.atMs);
  return {
    nowMs: () => nowMs,
    after(delayMs, callback) {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let next = inOrder()[0]; next !== undefined && next.atMs <= endMs; next = inOrder()[0]) {
        timers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
      }
      nowMs = endMs;
    },
    due: () => inOrder().map(({ atMs }) => atMs),
  };
}
