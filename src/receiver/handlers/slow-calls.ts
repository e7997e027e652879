import { duration } from "../../text/duration.ts";
import { plural } from "../../text/numbers.ts";
import type { ModuleVersion, PendingCall } from "./module-version.ts";

/** What somebody should know of calls that take long. */
export interface SlowCall {
  /** The one that takes long, or that others wait behind. */
  readonly call: PendingCall;
  readonly text: string;
}

/**
 * Whether something of a version takes longer than `slowAfterMs`: a delivery whose answer does not come, or a handler that blocks its
 * thread, so that later deliveries have not even begun.
 */
export function findSlowCall(
  version: Pick<ModuleVersion, "calls">,
  slowAfterMs: number,
  file: string,
): SlowCall | null {
  const { begun, notBegun } = version.calls();
  const nowMs = performance.now();
  const isSlow = (call: PendingCall | undefined): call is PendingCall =>
    call !== undefined && nowMs - call.startedMs > slowAfterMs;
  const ago = (call: PendingCall): string => duration(nowMs - call.startedMs);

  const blocker = begun.at(-1);
  if (isSlow(notBegun[0]) && blocker !== undefined) {
    const others = plural(notBegun.length, "delivery waits", "deliveries wait");
    const text = `it is blocked: ${others} behind delivery ${blocker.request.seq}, which came ${ago(blocker)} ago. Saving ${file} starts it anew`;
    return { call: blocker, text };
  }
  const [oldest] = begun;
  if (!isSlow(oldest)) return null;
  return {
    call: oldest,
    text: `delivery ${oldest.request.seq} came ${ago(oldest)} ago and is not answered`,
  };
}
