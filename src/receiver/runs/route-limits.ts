import type { Clock } from "../../model/clock.ts";

/** Limit of the runs of a route. */
export interface RouteLimit {
  readonly route: string;
  /** Maximum number of runs at the same time. */
  readonly atOnce: number;
}

/** Time for which a place is kept for a run that goes through the queue to its try, in milliseconds. */
const keptMs = 1_000;

/** Places of the routes that have a limit. They are given in the order in which runs enter. */
export interface RouteLimits {
  /**
   * Enters a run before each of its tries.
   * @param signal ends the wait; the run then leaves
   * @returns null if the run has a place; else resolves with true when it has one, or with false after the signal
   */
  enter(seq: number, limit: RouteLimit, signal: AbortSignal): Promise<boolean> | null;
  /** Notes that a run goes through the queue to its try: another one gets its place if it does not come back. */
  keep(seq: number): void;
  /** Releases the place of a run, or ends its wait. Does nothing for a run that has not entered. */
  leave(seq: number): void;
}

interface RouteState {
  /** Number of places taken. */
  taken: number;
  /** Runs without a place, in order. */
  readonly inLine: Set<Entry>;
}

interface Entry {
  readonly runs: RouteState;
  /** Called when the run gets its place. */
  readonly begin: () => void;
  cancelTimer: (() => void) | null;
}

/** Creates the limits. */
export function makeRouteLimits(clock: Clock): RouteLimits {
  const entries = new Map<number, Entry>();
  const routes = new Map<string, RouteState>();

  function stateOf(route: string): RouteState {
    const runs = routes.get(route) ?? { taken: 0, inLine: new Set() };
    routes.set(route, runs);
    return runs;
  }

  function stopTimer(entry: Entry): void {
    entry.cancelTimer?.();
    entry.cancelTimer = null;
  }

  function leave(seq: number): void {
    const entry = entries.get(seq);
    if (entry === undefined) return;
    entries.delete(seq);
    stopTimer(entry);
    const { inLine } = entry.runs;
    if (inLine.delete(entry)) return;
    const [next] = inLine;
    if (next === undefined) entry.runs.taken -= 1;
    else {
      inLine.delete(next);
      next.begin();
    }
  }

  return {
    enter(seq, { route, atOnce }, signal) {
      const entered = entries.get(seq);
      if (entered !== undefined) {
        stopTimer(entered);
        return null;
      }
      const runs = stateOf(route);
      if (runs.taken < atOnce) {
        runs.taken += 1;
        entries.set(seq, { runs, begin() {}, cancelTimer: null });
        return null;
      }
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(false);
        function quit(): void {
          leave(seq);
          resolve(false);
        }
        function begin(): void {
          signal.removeEventListener("abort", quit);
          resolve(true);
        }
        signal.addEventListener("abort", quit, { once: true });
        const entry = { runs, begin, cancelTimer: null };
        entries.set(seq, entry);
        runs.inLine.add(entry);
      });
    },
    keep(seq) {
      const entry = entries.get(seq);
      if (entry !== undefined) entry.cancelTimer ??= clock.after(keptMs, () => leave(seq));
    },
    leave,
  };
}
