import type { DatabaseSync } from "node:sqlite";
import type { BackgroundStep } from "./background-steps.ts";
import { rowsOf } from "./log-totals.ts";

/** Keys looked at in one transaction. */
const stepKeys = 2000;

/** Fewer removed rows than this are not worth a walk through all keys. */
const leastRows = 10_000;

/**
 * Removes the keys of rows that are gone. They lie in the order of their hashes, so that the keys of a row are a page each: instead of with
 * each row they go all at once, in one walk, when as many rows went as an eighth of those that are left. Until then they are found by
 * nobody, since their rows are asked.
 */
export function createKeySweep(
  db: DatabaseSync,
  step: BackgroundStep,
): (signal?: AbortSignal) => Promise<void> {
  const due = db.prepare("SELECT removed, keys_swept_to AS swept FROM log");
  const stepEnd = db.prepare(
    `SELECT max(hash) AS hash FROM (SELECT hash FROM dedupe_keys WHERE hash > ? ORDER BY hash LIMIT ${stepKeys})`,
  );
  const removeGone = db.prepare(
    `DELETE FROM dedupe_keys WHERE hash > ? AND hash <= ? AND seq <= (SELECT pruned_to FROM log)
       AND NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.seq = dedupe_keys.seq)`,
  );
  const note = db.prepare("UPDATE log SET keys_swept_to = ?");

  return async (signal) => {
    const { removed, swept } = due.get() ?? {};
    if (Number(removed) - Number(swept) < Math.max(leastRows, rowsOf(db) / 8)) return;
    for (let low = -1; ;) {
      if (signal?.aborted === true) return;
      const high = stepEnd.get(low)?.["hash"];
      if (typeof high !== "number") break;
      const from = low;
      await step(() => removeGone.run(from, high));
      low = high;
    }
    await step(() => note.run(Number(removed)));
  };
}
