// Preloaded by held-memory.ts into each thread: writes what its heap holds to a file, every second.
import { renameSync, writeFileSync } from "node:fs";
import { getHeapSpaceStatistics } from "node:v8";
import { threadId, threadName } from "node:worker_threads";

const file = `${process.env.HOOKLENS_HEAPS}/${process.pid}-${threadId}`;

function write() {
  const spaces = Object.fromEntries(
    getHeapSpaceStatistics().map((each) => [
      each.space_name,
      [each.physical_space_size, each.space_used_size],
    ]),
  );
  const { external, arrayBuffers } = process.memoryUsage();
  const name = threadId === 0 ? "main" : threadName;
  writeFileSync(`${file}.new`, JSON.stringify({ threadId, name, spaces, external, arrayBuffers }));
  renameSync(`${file}.new`, `${file}.json`);
}

setInterval(write, 1_000).unref();
