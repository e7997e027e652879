/** Function that runs its work; calls during a run are coalesced into one run after it. */
export interface Coalesced {
  (): void;
  /** Resolves when no run is in progress or due. */
  idle(): Promise<void>;
}

/**
 * Creates a function that runs `work`, one run at a time. A burst of calls takes at most two runs; the last run
 * starts after the last call. Reports a failed run to `onError`; calls made during it still get their run.
 */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void): Coalesced {
  let running: Promise<void> | null = null;
  let again = false;

  async function runUntilQuiet(): Promise<void> {
    do {
      again = false;
      await work().catch(onError);
    } while (again);
    // In the same tick as the check above: no call falls in between.
    running = null;
  }

  function run(): void {
    if (running === null) running = runUntilQuiet();
    else again = true;
  }
  return Object.assign(run, { idle: () => running ?? Promise.resolve() });
}
