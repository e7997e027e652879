/** A thread that lived this long, in milliseconds, ended for a reason of its own: what came before does not count. */
const healthyMs = 60_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;

/**
 * Makes the function that says how long to wait before a thread that ended is started again: nothing the first time, then 0.1 s,
 * 0.2 s and so on up to 10 s, in milliseconds.
 */
export function makeRestartPause(): (livedMs: number) => number {
  let ends = 0;
  return (livedMs) => {
    ends = livedMs > healthyMs ? 1 : ends + 1;
    return ends === 1 ? 0 : Math.min(firstPauseMs * 2 ** (ends - 2), longestPauseMs);
  };
}
