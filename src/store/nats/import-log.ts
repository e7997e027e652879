import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { emptyFilter } from "../../model/filter.ts";
import type { DeliveryLog, StoredDelivery } from "../delivery-log.ts";
import { openDeliveryLog } from "../sqlite/deliveries/delivery-log.ts";
import { markImported } from "../sqlite/set-aside.ts";

/** Number of deliveries of a batch: bodies are in memory. */
const batchRows = 64;

/**
 * Creates the import of files of the default store. A file is imported into an empty log of the data directory first,
 * which reads old versions and damaged files; the deliveries of that log are inserted.
 */
export function createLogImport(dataDir: string, insert: DeliveryLog["insert"]): DeliveryLog["import"] {
  return async (file, options = {}) => {
    const dir = mkdtempSync(join(dataDir, "import-"));
    try {
      const copy = await openDeliveryLog(dir);
      try {
        const { unreadable } = await copy.import(file, options);
        const { inserted, skipped } = await insert(batchesOf(copy), options);
        const isStopped = options.signal?.aborted === true;
        return {
          imported: inserted,
          skipped,
          unreadable,
          file: isStopped ? file : markImported(dataDir, file),
        };
      } finally {
        await copy.close();
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  };
}

/** Yields the deliveries of a log, oldest first. */
async function* batchesOf(log: DeliveryLog): AsyncGenerator<readonly StoredDelivery[]> {
  for (let from: number | null = null; ;) {
    const { rows, more } = await log.page({
      filter: emptyFilter,
      from,
      direction: "newer",
      limit: batchRows,
    });
    const details = await Promise.all(rows.toReversed().map(({ seq }) => log.get(seq)));
    yield details.filter((detail) => detail !== null);
    const newest = rows.at(0);
    if (!more || newest === undefined) return;
    from = newest.seq + 1;
  }
}
