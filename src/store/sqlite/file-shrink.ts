import type { DatabaseSync } from "node:sqlite";
import type { BackgroundStep } from "./background-steps.ts";

/** Pages moved or cut off in one transaction: a few milliseconds between two appends. */
const stepPages = 128;

/** Less than this is not given back: what comes next needs it again. */
const leastBytes = 16 * 1024 * 1024;

/**
 * Gives free pages back to the disk when they are many: a quarter of the file and 16 MiB. An eighth of the file stays free for what comes
 * next, and none beyond `maxBytes`, which the file takes at most then. The file itself gets smaller at the next checkpoint. A file made without room for this (see open-writer.ts) keeps its size
 * and uses its free pages again.
 */
export function createFileShrink(
  db: DatabaseSync,
  step: BackgroundStep,
): (maxBytes: number, signal?: AbortSignal) => Promise<void> {
  const pageSize = numberOf("page_size");

  function numberOf(pragma: string): number {
    return Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  }

  return async (maxBytes, signal) => {
    if (numberOf("auto_vacuum") === 0) return;
    const [pages, free] = [numberOf("page_count"), numberOf("freelist_count")];
    const used = pages - free;
    const isMany = free >= pages / 4 && free * pageSize >= leastBytes;
    const keptFree = Math.max(0, Math.min(isMany ? used / 8 : free, maxBytes / pageSize - used));
    for (let left = free; left > keptFree;) {
      if (signal?.aborted === true) return;
      await step(() => db.exec(`PRAGMA incremental_vacuum(${stepPages})`));
      const before = left;
      left = numberOf("freelist_count");
      if (left >= before) return;
    }
  };
}
