import type { Attempt } from "../../model/delivery.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";

/** Error of a try that the end of the receiver has cut off. It may have had its effect. */
export const interruptedError = "interrupted: the receiver stopped";

/**
 * Logs the tries that a previous process had begun and did not end.
 * @param lanes lanes of the jobs that it had claimed
 */
export async function noteInterrupted(
  log: Pick<DeliveryLog, "original" | "addAttempt">,
  lanes: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const lane of lanes) {
    // A damaged lane or row is reported when the job is run.
    const delivery = await log.original(Number(lane)).catch(() => null);
    if (delivery?.outcome !== "pending") continue;
    const attempt: Attempt = {
      target: `route ${delivery.route}`,
      startedAt: new Date(nowMs).toISOString(),
      status: null,
      error: interruptedError,
      durationMs: 0,
      reply: null,
    };
    await log.addAttempt(delivery.seq, attempt);
  }
}
