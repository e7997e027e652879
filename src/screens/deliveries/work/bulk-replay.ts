import { replayAll } from "../../../engine/replay-all.ts";
import { isFailure } from "../../../model/delivery.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { selectionSeqs } from "../../../store/selection.ts";
import { isCanceled } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { type FeatureContext, receiverNow } from "../../context.ts";
import { calmReader } from "./calm-reader.ts";
import { endText } from "./work-text.ts";
import {
  type BulkReplay,
  doneCount,
  maxFailedSeqs,
  type Work,
  workChanged,
  workSlice,
  workStarted,
} from "./work.ts";

/** Minimum time between two changes of the progress, in milliseconds. */
const showEveryMs = 100;

/** Replays deliveries until the signal aborts, and keeps the progress in the state. */
export async function runBulkReplay(
  { store, services }: FeatureContext,
  { selection, total, to, perSecond }: BulkReplay,
  signal: AbortSignal,
): Promise<void> {
  const where = to === null ? "through their routes" : `to ${to}`;
  store.dispatch(workStarted({ kind: "replay", where, total, startedMs: store.nowMs() }));
  const startMs = performance.now();
  const counts = { ok: 0, failed: 0, waiting: 0 };
  const failedSeqs: number[] = [];
  let shownMs = startMs;
  const change = (): Partial<Work> => ({
    ...counts,
    failedSeqs: [...failedSeqs],
    perSecond: (doneCount(counts) * 1_000) / Math.max(1, performance.now() - startMs),
  });
  let error: string | null = null;
  try {
    const reports = replayAll(selectionSeqs(calmReader(services, signal), selection), {
      replay: (seq) => receiverNow(services).replay(seq, to ?? undefined),
      gapMs: 1_000 / perSecond,
      signal,
    });
    for await (const { replayOf, outcome, status } of reports) {
      const failed = outcome === null || isFailure({ outcome, status });
      counts[failed ? "failed" : outcome === "pending" ? "waiting" : "ok"] += 1;
      if (failed && failedSeqs.length < maxFailedSeqs) failedSeqs.push(replayOf);
      if (performance.now() - shownMs < showEveryMs) continue;
      shownMs = performance.now();
      store.dispatch(workChanged(change()));
    }
  } catch (thrown) {
    if (isHooklensError(thrown)) error = thrown.message;
    else if (!isCanceled(thrown)) throw thrown;
  }
  store.batch(() => {
    const ended = { canceled: signal.aborted, error };
    store.dispatch(workChanged({ ...change(), ended }));
    const { work } = workSlice.get(store.get());
    if (work === null) return;
    const isOk = counts.failed === 0 && error === null && !signal.aborted;
    showMessage(store, isOk ? "ok" : counts.failed > 0 || error !== null ? "error" : "warn", endText(work));
  });
}
