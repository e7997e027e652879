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

/**
 * Puts what is left of a journal into the log's tables; afterwards there is no journal.
 * @returns where its files are kept when they do not continue this log: as when the log was damaged, and is kept aside too
 */
export async function recoverJournal(dataDir: string): Promise<readonly string[]> {
  const generations = generationsIn(dataDir);
  if (generations.length === 0) return [];
  const log = await openDeliveryLog(dataDir);
  try {
    for (const { entries, end } of readJournal(dataDir, log.appliedTo, null)) {
      await log.apply(entries, end);
    }
    await log.settle();
    for (const generation of generations) rmSync(journalFile(dataDir, generation));
    return [];
  } catch (error) {
    if (!(error instanceof JournalGapError)) throw error;
    const nowMs = Date.now();
    return generations.map((generation) => keepAside(journalFile(dataDir, generation), nowMs));
  } finally {
    await log.close();
  }
}

/** Under a name that is no journal's. */
function keepAside(file: string, nowMs: number): string {
  const kept = `${file}.of-another-log-${nowMs}`;
  renameSync(file, kept);
  return kept;
}
