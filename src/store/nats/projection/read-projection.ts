import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReportedProjection } from "../../admin.ts";
import { deliveriesFile } from "../../sqlite/deliveries/deliveries-file.ts";
import { prepareRead, unreadableIn } from "../../sqlite/deliveries/projection-position.ts";
import { openExisting } from "../../sqlite/open-existing.ts";

/**
 * Reads how far the projection of a directory is; null if there is none.
 * @param lastSeq seq of the newest delivery of the log
 */
export function readProjection(dir: string, lastSeq: number): ReportedProjection | null {
  const file = join(dir, deliveriesFile.name);
  if (!existsSync(file)) return null;
  const db = openExisting(file);
  try {
    const { seq } = prepareRead(db)();
    return { path: dir, seq, lag: Math.max(0, lastSeq - seq), unreadable: unreadableIn(db) };
  } finally {
    db.close();
  }
}
