import type { NewDelivery } from "../../../src/model/delivery.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../fresh-data-dir.ts";
import { newDelivery } from "../new-delivery.ts";

/** Stores deliveries with these fields in a new data directory, and returns its path. */
export async function storedDeliveries(deliveries: readonly Partial<NewDelivery>[]): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  await Promise.all(deliveries.map((over) => log.append(newDelivery(over))));
  await log.close();
  return dataDir;
}

/** Returns the fields of `count` deliveries about `me/d1`, `me/d2` and so on, each a second after the one before, the last one now. */
export function secondsApart(count: number): readonly Partial<NewDelivery>[] {
  const startMs = Date.now() - count * 1_000;
  return Array.from({ length: count }, (_, index) => ({
    receivedAtMs: startMs + index * 1_000,
    repo: { type: "dataset", name: `me/d${index + 1}` },
  }));
}
