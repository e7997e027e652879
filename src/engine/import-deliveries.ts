import { realpathSync } from "node:fs";
import type { Logger } from "../model/logger.ts";
import type { DeliveryLog, Imported, ImportOptions } from "../store/ports.ts";
import { listSetAside, markImported } from "../store/sqlite/set-aside.ts";
import { connectReceiver } from "./control/client.ts";
import { findRole } from "./roles/find-role.ts";
import { withLog } from "./with-log.ts";

export interface ImportDeliveriesOptions {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
  /** One line for a person: a damaged log was set aside. */
  readonly logger: Logger;
}

/** What an import did, and where its file is now. */
export interface ImportedFile extends Imported {
  /** A set-aside log has another name once it was imported. */
  readonly file: string;
}

/**
 * Imports a set-aside log or a backup into the log of a data directory: the running receiver does it, or, when none runs, this process,
 * which has the role for so long.
 * @param file an absolute path
 * @throws {UsageError | StoreDamagedError | StoreVersionError | EngineVersionError | RoleHeldError | StoreFullError}
 */
export async function importDeliveries(
  { dataDir, version, logger }: ImportDeliveriesOptions,
  file: string,
): Promise<ImportedFile> {
  const running = await findRole(dataDir, "receiver", version);
  if (running !== null) return connectReceiver(running).import(file);
  return withLog(dataDir, logger, (log) => importInto(log, dataDir, file));
}

/** Imports a file; a set-aside log of the directory leaves the list of those, under another name. */
export async function importInto(
  log: Pick<DeliveryLog, "import">,
  dataDir: string,
  file: string,
  options: ImportOptions = {},
): Promise<ImportedFile> {
  const imported = await log.import(file, options);
  const path = realpathSync(file);
  const setAside = listSetAside(dataDir).find((each) => realpathSync(each.path) === path);
  const isDone = setAside !== undefined && options.signal?.aborted !== true;
  return { ...imported, file: isDone ? markImported(setAside) : file };
}
