import type { DeliveryLog } from "../../../delivery-log.ts";
import { openIndexer } from "./indexer.ts";

/** Maximum number of rows that are compared at a time. */
const stepRows = 10_000;

/** Marks all duplicates of a log, while no background work of it runs. */
export async function markAllDuplicates(
  dataDir: string,
  log: Pick<DeliveryLog, "markDuplicates">,
): Promise<void> {
  const indexer = openIndexer(dataDir);
  try {
    while (!(await indexer.compareStep(stepRows, (duplicates) => log.markDuplicates(duplicates))));
  } finally {
    indexer.close();
  }
}
