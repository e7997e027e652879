import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import { openIndexer } from "../../src/store/sqlite/deliveries/search/indexer.ts";

/** Marks the duplicates of a log, as the background thread does. */
export async function markDuplicates(
  dataDir: string,
  log: Pick<DeliveryLog, "markDuplicates">,
): Promise<void> {
  const indexer = openIndexer(dataDir);
  try {
    while (!(await indexer.compareStep(10_000, (duplicates) => log.markDuplicates(duplicates))));
  } finally {
    indexer.close();
  }
}
