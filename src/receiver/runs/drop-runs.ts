import type { DeliveryLog, OutcomeUpdate } from "../../store/delivery-log.ts";
import type { WorkQueue } from "../../store/work-queue.ts";

/** Row update of a delivery that a user has dropped. */
const droppedUpdate: OutcomeUpdate = {
  outcome: "failed",
  status: null,
  durationMs: null,
  reason: "it was dropped before a try succeeded",
};

/**
 * Gives up deliveries that wait in the queue. Skips tries in progress.
 * @param seqs null for all
 * @param update their outcome. @default failed
 * @returns the seqs of the changed deliveries
 */
export async function dropRuns(
  { log, queue }: { readonly log: Pick<DeliveryLog, "setOutcome">; readonly queue: WorkQueue },
  seqs: readonly number[] | null,
  update = droppedUpdate,
): Promise<readonly number[]> {
  const lanes = await queue.dropWaiting(seqs?.map(String) ?? null);
  const dropped = lanes.map(Number);
  await Promise.all(dropped.map((seq) => log.setOutcome(seq, update)));
  return dropped;
}
