import { isHooklensError } from "../../../model/errors.ts";
import { isCanceled } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { Store } from "../../../tui/state/store.ts";
import { doneCount, maxFailedSeqs, type Work, workChanged, workSlice, workStarted } from "../state/work.ts";
import { endText } from "./work-text.ts";

/** Progress of work on many deliveries. */
export interface TrackedWork {
  /** Counts a finished delivery. */
  count(result: "ok" | "waiting"): void;
  /** Counts a delivery that failed, with the number of its original. */
  countFailed(seq: number): void;
  /** Runs the work, then shows its result. A `HooklensError` ends it; others are thrown. */
  run(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
}

/** Minimum time between two changes of the state, in milliseconds. */
const showEveryMs = 100;

/** Starts the progress of work in the state. */
export function trackWork(
  store: Store,
  started: Pick<Work, "kind" | "where" | "total" | "leftOut">,
): TrackedWork {
  store.dispatch(workStarted({ ...started, startedMs: store.nowMs() }));
  const startMs = performance.now();
  const counts = { ok: 0, failed: 0, waiting: 0 };
  const failedSeqs: number[] = [];
  let shownMs = startMs;

  function change(): Partial<Work> {
    const perSecond = (doneCount(counts) * 1_000) / Math.max(1, performance.now() - startMs);
    return { ...counts, failedSeqs: [...failedSeqs], perSecond };
  }

  function show(): void {
    if (performance.now() - shownMs < showEveryMs) return;
    shownMs = performance.now();
    store.dispatch(workChanged(change()));
  }

  return {
    count(result) {
      counts[result] += 1;
      show();
    },
    countFailed(seq) {
      counts.failed += 1;
      if (failedSeqs.length < maxFailedSeqs) failedSeqs.push(seq);
      show();
    },
    async run(signal, work) {
      let error: string | null = null;
      try {
        await work();
      } catch (thrown) {
        if (isHooklensError(thrown)) error = thrown.message;
        else if (!isCanceled(thrown)) throw thrown;
      }
      const ended = { canceled: signal.aborted, error };
      store.batch(() => {
        store.dispatch(workChanged({ ...change(), ended }));
        const done = workSlice.get(store.get()).work;
        const tone = counts.failed > 0 || error !== null ? "error" : signal.aborted ? "warn" : "ok";
        if (done !== null) showMessage(store, tone, endText(done));
      });
    },
  };
}
