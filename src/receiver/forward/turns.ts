import type { Clock } from "../../model/clock.ts";

/** A timer does not run while the machine sleeps, so a long wait is looked at again this often. */
const longestNapMs = 60_000;

/** Somebody's place in the line. */
export interface Turn {
  /** Resolves with the way to give the place back, with `left` after `leave`, with `closed` when no more turns are given. */
  readonly place: Promise<(() => void) | "left" | "closed">;
  /** Gives up waiting; does nothing once the turn has come. */
  leave(): void;
}

/** What was taken from a queue. */
export interface Claimed {
  /** Run at once, each in a place of its own. None of them rejects. */
  readonly runs: readonly (() => Promise<void>)[];
  /** When to look again, milliseconds since 1970; null: not before `dueAt` is called. */
  readonly nextDueMs: number | null;
}

/** A number of places that two kinds of work share: a line in the order of arrival, and a queue with due times. */
export interface Turns {
  join(): Turn;
  /** Tells that work of the queue is due then, milliseconds since 1970. */
  dueAt(atMs: number): void;
  /** How many places are taken. */
  busy(): number;
  /** How many wait in the line. */
  waiting(): number;
  /** Resolves when no answer of the queue is outstanding: what it handed out runs. */
  claimed(): Promise<void>;
  /** Gives no more turns. */
  close(): void;
}

export interface TurnsOptions {
  readonly places: number;
  readonly clock: Clock;
  /** Takes at most `n` due jobs from the queue. Never rejects. */
  readonly claim: (n: number) => Promise<Claimed>;
  /** Called after a place was taken or given back, or the line has changed. */
  readonly onChange: () => void;
}

/** Gives out turns. Due work of the queue goes before the line: it arrived earlier. */
export function makeTurns({ places, clock, claim, onChange }: TurnsOptions): Turns {
  // In the order of insertion, and without moving what is behind when the first is taken out.
  const line = new Set<(place: (() => void) | "left" | "closed") => void>();
  let busy = 0;
  let isClosed = false;
  let claiming: Promise<void> | null = null;
  let nextDueMs = Number.POSITIVE_INFINITY;
  let cancelNap = (): void => {};

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

  /** While the queue is asked nobody else takes a place: the jobs it hands out need them. */
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
    // Before the queue is asked, so that a job put in meanwhile is not forgotten.
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
    const waitMs = nextDueMs - clock.nowMs();
    if (waitMs === Number.POSITIVE_INFINITY) return;
    cancelNap = clock.after(Math.min(Math.max(waitMs, 0), longestNapMs), () => {
      if (nextDueMs > clock.nowMs()) nap();
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
