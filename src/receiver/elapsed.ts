/** Milliseconds since a `performance.now()`, to the microsecond. */
export function elapsedMs(startedMs: number): number {
  return Math.round((performance.now() - startedMs) * 1_000) / 1_000;
}
