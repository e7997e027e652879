import { renameSync, rmSync } from "node:fs";
import { JournalGapError } from "../../store/errors.ts";
import { generationsIn, journalFile } from "../../store/journal/journal-files.ts";
import { readJournal } from "../../store/journal/read-journal.ts";
import { type JournaledLog, openDeliveryLog } from "../../store/sqlite/delivery-log.ts";

/**
 * Opens the log of a data directory as its one writer, with what a process that was killed had written to the journal and no further.
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
 */
export async function openRecoveredLog(dataDir: string): Promise<JournaledLog> {
  await recoverJournal(dataDir);
  return openDeliveryLog(dataDir);
}

/** Puts what is left of a journal into the log's tables; afterwards there is no journal. */
export async function recoverJournal(dataDir: string): Promise<void> {
  const generations = generationsIn(dataDir);
  if (generations.length === 0) return;
  const log = await openDeliveryLog(dataDir);
  try {
    for (const { entries, end } of readJournal(dataDir, log.appliedTo, null)) {
      await log.apply(entries, end);
    }
    await log.settle();
    for (const generation of generations) rmSync(journalFile(dataDir, generation));
  } catch (error) {
    if (!(error instanceof JournalGapError)) throw error;
    // As when the log was damaged and is kept aside: its journal is too.
    const stamp = Date.now();
    for (const generation of generations) {
      renameSync(
        journalFile(dataDir, generation),
        `${journalFile(dataDir, generation)}.of-another-log-${stamp}`,
      );
    }
  } finally {
    await log.close();
  }
}
