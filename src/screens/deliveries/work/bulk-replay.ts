import { replayAll } from "../../../engine/replay-all.ts";
import { replayItems } from "../../../engine/replay-seqs.ts";
import { isFailure } from "../../../model/delivery.ts";
import { type App, receiverNow } from "../../app.ts";
import type { BulkReplay } from "../state/work.ts";
import { trackWork } from "./track-work.ts";

/** Replays deliveries until the signal aborts, and keeps the progress in the state. */
export async function runBulkReplay(
  { store, services }: App,
  { selection, total, leftOut, to, perSecond }: BulkReplay,
  signal: AbortSignal,
): Promise<void> {
  const where = to === null ? "through their routes" : `to ${to}`;
  const progress = trackWork(store, { kind: "replay", where, total, leftOut });
  await progress.run(signal, async () => {
    const reports = replayAll(replayItems(services.reader.canceledBy(signal), selection), {
      replay: ({ seq, onlyOpen }) => {
        const receiver = receiverNow(services);
        return onlyOpen && to === null ? receiver.replayOpen(seq) : receiver.replay(seq, to ?? undefined);
      },
      gapMs: 1_000 / perSecond,
      signal,
    });
    for await (const { replayOf, outcome, status } of reports) {
      if (outcome === null || isFailure({ outcome, status })) progress.countFailed(replayOf);
      else progress.count(outcome === "pending" ? "waiting" : "ok");
    }
  });
}
