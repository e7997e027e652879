import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Size at which the young generation stops growing, in bytes: V8's maximum is 128 MiB. */
const youngBytes = 32 * 1024 * 1024;

/**
 * Keeps the heap of a process near the size of its live data. Frames and deliveries are garbage at once, but V8
 * prefers free memory to collecting them. A smaller young generation would collect more often, for a tenth more CPU
 * under load.
 */
export function boundHeap(): void {
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
