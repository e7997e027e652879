/** A hub that asks for a longer wait is not waited for: a person sits in front of this. */
const longestRetryAfterMs = 5_000;

/** 429 and every 5xx: the same request may work a moment later. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/**
 * How long to wait before the next try, or null to give up: no tries left, or the hub wants a longer wait than we have.
 * `Retry-After` lengthens a wait and never shortens it.
 * @param tries how many there were
 */
export function retryDelayMs(
  tries: number,
  delaysMs: readonly number[],
  retryAfter: string | null,
): number | null {
  const delayMs = delaysMs[tries - 1];
  if (delayMs === undefined) return null;
  const askedMs = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0;
  return askedMs > longestRetryAfterMs ? null : Math.max(delayMs, askedMs);
}
