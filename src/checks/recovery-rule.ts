import { hourOf, slowMs, type WebhookActivity } from "../model/webhook-activity.ts";
import { duration } from "../text/duration.ts";
import { count, plural } from "../text/numbers.ts";
import { type Finding, warning } from "./check.ts";
import { until } from "./moments.ts";

/** Minimum share of failed attempts at which a success is still a warning. */
const doubtfulShare = 0.1;

/**
 * Looks beyond a successful last attempt: waiting dispatches, a slow response, many failures just before it.
 * @param success finding of the last attempt
 */
export function checkRecovery(success: Finding, activity: WebhookActivity, nowMs: number): Finding {
  const { last, waiting, nextAttemptAt, hours } = activity;
  if (waiting > 0 && nextAttemptAt !== null) {
    const wait = waiting === 1 ? "waits" : "wait";
    return warning(
      `▲ ${count(waiting)} ${wait}`,
      `${success.detail} But ${plural(waiting, "dispatch", "dispatches")} still ${wait}; the next attempt is ${until(nextAttemptAt, nowMs)}.`,
    );
  }
  const durationMs = last?.durationMs ?? 0;
  if (durationMs > slowMs) {
    return warning(
      `▲ slow · ${duration(durationMs)}`,
      `${success.detail} But the response took ${duration(durationMs)}; an attempt without one fails after 10 s on a local hub.`,
    );
  }
  const recent = hours.filter(({ hour }) => hour >= hourOf(nowMs) - 1);
  const attempts = recent.reduce((sum, hour) => sum + hour.attempts, 0);
  const failures = recent.reduce((sum, hour) => sum + hour.failed, 0);
  return failures === 0 || failures < attempts * doubtfulShare
    ? success
    : warning(
        "▲ recovering",
        `${success.detail} Before it, ${count(failures)} of ${plural(attempts, "attempt")} in this and the previous hour failed.`,
      );
}
