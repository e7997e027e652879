import { handlerRestartDelaysMs, repeatingDelayMs } from "../../model/retry-schedules.ts";

/** A thread that lived this long, in milliseconds, starts the schedule anew. */
const healthyMs = 60_000;

/** Creates the function that returns the delay before an ended thread is restarted, in milliseconds. */
export function makeRestartPause(): (livedMs: number) => number {
  let ends = 0;
  return (livedMs) => {
    ends = livedMs > healthyMs ? 1 : ends + 1;
    return repeatingDelayMs(handlerRestartDelaysMs, ends);
  };
}
