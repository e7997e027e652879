import type { Clock } from "../../model/clock.ts";

/**
 * Maximum duration of a timer, in milliseconds; timers stop while the machine sleeps, so longer waits are
 * split.
 */
const longestNapMs = 60_000;

/** Time by which a clock may go back without notice, in milliseconds: clocks are corrected by small steps. */
const setBackMs = 1_000;

/** A position in the line. */
export interface Turn {
  /** Resolves with a function that releases the place, with `left` after `leave`, with `closed` after `close`. */
  readonly place: Promise<(() => void) | "left" | "closed">;
  /** Leaves the line; does nothing once the place is taken. */
  leave(): void;
}

/** Jobs claimed from a queue. */
export interface Claimed {
  /** Functions to run at once, each in its own place. Never reject. */
  readonly runs: readonly (() => Promise<void>)[];
  /** Next due time, milliseconds since 1970; null if it is unknown until `dueAt` is called. */
  readonly nextDueMs: number | null;
}

/** Semaphore shared by two kinds of work: a line in order of arrival, and a queue with due times. */
export interface RunPlaces {
  /** Joins the end of the line. */
  join(): Turn;
  /** Reports a due time of the queue, milliseconds since 1970. */
  dueAt(atMs: number): void;
  /** Returns the number of places taken. */
  busy(): number;
  /** Returns the length of the line. */
  waiting(): number;
  /** Resolves when no claim is pending; all claimed jobs have then started. */
  claimed(): Promise<void>;
  /** Gives no more places, and ends the line with `closed`. */
  close(): void;
}

export interface RunPlacesOptions {
  readonly places: number;
  readonly clock: Clock;
  /** Claims at most `n` due jobs from the queue. Never rejects. */
  readonly claim: (n: number) => Promise<Claimed>;
  /** Called after the clock was set back: due times of the former clock would come late. */
  readonly onSetBack: () => void;
  /** Called after a place was taken or released, or the line has changed. */
  readonly onChange: () => void;
}

/** Creates the queue. Due jobs take precedence over the line, because they arrived earlier. */
export function makeRunPlaces({ places, clock, claim, onSetBack, onChange }: RunPlacesOptions): RunPlaces {
  // A Set keeps the insertion order and removes the first element in constant time.
  const line = new Set<(place: (() => void) | "left" | "closed") => void>();
  let busy = 0;
  let isClosed = false;
  let claiming: Promise<void> | null = null;
  let nextDueMs = Number.POSITIVE_INFINITY;
  let cancelNap = (): void => {};

  /** Takes a place. Returns a function that releases it; further calls do nothing. */
  function take(): () => void {
    busy += 1;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      busy -= 1;
      next();
      onChange();
    };
  }

  /**
   * Returns true if the line may take a place. A pending claim blocks the line, because its jobs need the
   * places.
   */
  function hasRoom(): boolean {
    return busy < places && claiming === null && !isClosed;
  }

  function next(): void {
    while (hasRoom()) {
      if (nextDueMs <= clock.nowMs()) {
        claiming = claimDue(places - busy);
        break;
      }
      const [first] = line;
      if (first === undefined) break;
      line.delete(first);
      first(take());
    }
  }

  async function claimDue(n: number): Promise<void> {
    // Reset before the claim, so that a job added meanwhile is not missed.
    nextDueMs = Number.POSITIVE_INFINITY;
    const claimed = await claim(n);
    claiming = null;
    for (const run of claimed.runs) void run().finally(take());
    if (claimed.runs.length > 0) onChange();
    dueAt(claimed.nextDueMs ?? Number.POSITIVE_INFINITY);
    next();
  }

  function dueAt(atMs: number): void {
    if (atMs >= nextDueMs || isClosed) return;
    nextDueMs = atMs;
    if (atMs <= clock.nowMs()) next();
    else nap();
  }

  function nap(): void {
    cancelNap();
    const startedMs = clock.nowMs();
    const waitMs = nextDueMs - startedMs;
    if (waitMs === Number.POSITIVE_INFINITY) return;
    cancelNap = clock.after(Math.min(Math.max(waitMs, 0), longestNapMs), () => {
      const nowMs = clock.nowMs();
      if (nowMs < startedMs - setBackMs) onSetBack();
      if (nextDueMs > nowMs) nap();
      else next();
    });
  }

  return {
    join() {
      const { promise: place, resolve } = Promise.withResolvers<(() => void) | "left" | "closed">();
      if (isClosed) resolve("closed");
      else line.add(resolve);
      next();
      onChange();
      return {
        place,
        leave() {
          if (!line.delete(resolve)) return;
          resolve("left");
          onChange();
        },
      };
    },
    dueAt,
    busy: () => busy,
    waiting: () => line.size,
    claimed: async () => claiming ?? undefined,
    close() {
      isClosed = true;
      cancelNap();
      for (const resolve of line) resolve("closed");
      line.clear();
      onChange();
    },
  };
}
