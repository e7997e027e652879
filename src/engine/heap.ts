import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Size from which the young generation no longer grows, in bytes: V8 lets it grow to 128 MiB. */
const youngBytes = 32 * 1024 * 1024;

/**
 * Keeps the heap of a process near the size of what is alive: frames and deliveries are garbage at once, and V8
 * would rather use the memory of the machine than collect them. A smaller young generation would collect more often, for a tenth
 * more CPU under load.
 */
export function boundHeap(): void {
  setFlagsFromString("--heap-growing-percent=50");
  // Its maximum is fixed when the process starts, so its growth is stopped instead.
  const collections = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if (young === undefined || young.space_size < youngBytes) return;
    collections.disconnect();
    setFlagsFromString("--semi-space-growth-factor=1");
  });
  collections.observe({ entryTypes: ["gc"] });
}
