import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Size at which the young generation stops growing, in bytes: V8's maximum is 128 MiB. */
const youngBytes = 16 * 1024 * 1024;

/**
 * Time until the heap is bounded, in milliseconds: V8 rejects code that was compiled before a flag changed, so modules
 * and threads that start later compile Node's own code and theirs anew.
 */
const loadingMs = 10_000;

/**
 * Keeps the heap of a process near the size of its live data once its modules are loaded. Frames and deliveries are
 * garbage at once, but V8 prefers free memory to collecting them. The modules of the app grow the young generation to
 * this size before the first frame.
 */
export function boundHeap(): void {
  setTimeout(bound, loadingMs).unref();
}

function bound(): void {
  setFlagsFromString("--heap-growing-percent=50");
  // Its maximum is fixed at process start: stops the growth instead.
  const collections = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if (young === undefined || young.space_size < youngBytes) return;
    collections.disconnect();
    setFlagsFromString("--semi-space-growth-factor=1");
  });
  collections.observe({ entryTypes: ["gc"] });
}
