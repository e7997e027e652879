import { StoreVersionError } from "../../errors.ts";
import { namesIn } from "../set-aside.ts";

/** Last build that reads a journal. */
const lastBuild = "92e24a9";

/**
 * Checks that a data directory has no journal of an older hooklens: without the deliveries in it, the log
 * would assign their seqs again.
 * @throws {StoreVersionError} with the names of the files
 */
export function assertNoJournal(dataDir: string): void {
  const files = namesIn(dataDir).filter((name) => /^deliveries-journal-\d+$/.test(name));
  if (files.length === 0) return;
  throw new StoreVersionError({
    what: "this data directory has a journal of an older hooklens",
    why: `deliveries may be in ${files.join(", ")} only`,
    hint: `Run hooklens deliveries ls with build ${lastBuild} first, or move these files out of ${dataDir}`,
  });
}
