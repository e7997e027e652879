import type { DatabaseSync } from "node:sqlite";
import type { BackgroundStep } from "./background-steps.ts";

/** Pages moved or cut off in one transaction: a few milliseconds between two appends. */
const stepPages = 128;

/** Less than this is not given back: what comes next needs it again. */
const leastBytes = 16 * 1024 * 1024;

/**
 * Gives free pages back to the disk when they are many: a quarter of the file and 16 MiB. An eighth of the file stays free for what comes
 * next. The file itself gets smaller at the next checkpoint. A file made without room for this (see open-writer.ts) keeps its size
 * and uses its free pages again.
 */
export function createFileShrink(
  db: DatabaseSync,
  step: BackgroundStep,
): (signal?: AbortSignal) => Promise<void> {
  const pageSize = numberOf("page_size");

  function numberOf(pragma: string): number {
    return Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  }

  return async (signal) => {
    const [pages, free] = [numberOf("page_count"), numberOf("freelist_count")];
    if (numberOf("auto_vacuum") === 0 || free < pages / 4 || free * pageSize < leastBytes) return;
    const keptFree = (pages - free) / 8;
    for (let left = free; left > keptFree;) {
      if (signal?.aborted === true) return;
      await step(() => db.exec(`PRAGMA incremental_vacuum(${stepPages})`));
      const before = left;
      left = numberOf("freelist_count");
      if (left >= before) return;
    }
  };
}
