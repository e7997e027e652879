// Retry schedules of the program: the delays after the first failure, the second and so on.

/**
 * Delays between attempts of a forward. It is given up after the attempt that follows the last delay, 3 h 43 min
 * after the first. Default of `receiver.forwardRetries`.
 */
export const forwardRetryDelaysMs: readonly number[] = [
  200, 1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000,
];

/**
 * Delays between the attempts of a dispatch. A dispatch whose last attempt fails is dead. Each delay varies by up to
 * 20 %, is at least 60 s after a timeout or a 429, and respects a `Retry-After` of up to 1 h. Source:
 * https://www.standardwebhooks.com, "Deliverability and reliability".
 */
export const dispatchRetryDelaysMs: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000,
];

/**
 * Delays between attempts of a hub request other than POST; it fails after the attempt that follows the last delay.
 */
export const hubRetryDelaysMs: readonly number[] = [200, 800];

/** Delays before a tunnel reconnects; the last one repeats. A connection of 30 s resets the schedule. */
export const tunnelRetryDelaysMs: readonly number[] = [500, 1_000, 2_000, 5_000, 10_000, 30_000];

/** Delays before the app reconnects to an engine; the last one repeats. A connection resets the schedule. */
export const engineRetryDelaysMs: readonly number[] = [100, 250, 500, 1_000, 2_000];

/** Delays before a handler thread restarts; the last one repeats. A lifetime of 60 s resets the schedule. */
export const handlerRestartDelaysMs: readonly number[] = [0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000];

/** Returns the delay after a number of failures (at least 1); the last delay repeats. */
export function repeatingDelayMs(schedule: readonly number[], failures: number): number {
  return schedule[failures - 1] ?? schedule.at(-1) ?? 0;
}

/** Returns the delay in a `Retry-After` header (seconds or a date); 0 if missing or invalid. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}
