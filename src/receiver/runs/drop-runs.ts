import type { DeliveryLog, OutcomeUpdate } from "../../store/delivery-log.ts";
import type { WorkQueue } from "../../store/work-queue.ts";

/** Row update of a delivery that was dropped. */
const droppedUpdate: OutcomeUpdate = {
  outcome: "failed",
  status: null,
  durationMs: null,
  reason: "it was dropped before a try succeeded",
};

/**
 * Gives up deliveries that wait in the queue: their outcome becomes failed. Skips tries in progress.
 * @param seqs null for all
 * @returns the seqs of the changed deliveries
 */
export async function dropRuns(
  { log, queue }: { readonly log: Pick<DeliveryLog, "setOutcome">; readonly queue: WorkQueue },
  seqs: readonly number[] | null,
): Promise<readonly number[]> {
  const lanes = await queue.dropWaiting(seqs?.map(String) ?? null);
  const dropped = lanes.map(Number);
  await Promise.all(dropped.map((seq) => log.setOutcome(seq, droppedUpdate)));
  return dropped;
}
