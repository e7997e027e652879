import { generationsIn } from "../../store/journal/journal-files.ts";
import type { DeliveryReader } from "../../store/ports.ts";
import { openWaitingReader } from "../../store/sqlite/delivery-reader.ts";
import { takeRole } from "../../store/sqlite/role-lock.ts";
import { removeRuntimeFile } from "../roles/runtime-file.ts";
import { recoverJournal } from "./open-recovered-log.ts";

/**
 * Opens the log of a data directory to read, with all that a receiver has acknowledged, also one that was killed.
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError} what is left of a journal cannot be put into the log
 */
export async function openLogReader(dataDir: string): Promise<DeliveryReader> {
  if (generationsIn(dataDir).length > 0) {
    // Null: a receiver runs, and sees to its journal.
    const role = takeRole(dataDir, "receiver");
    try {
      if (role !== null) {
        // A receiver that starts now waits for us; what says where the killed one was would have it give up.
        removeRuntimeFile(dataDir, "receiver");
        await recoverJournal(dataDir);
      }
    } finally {
      role?.release();
    }
  }
  return openWaitingReader(dataDir);
}
