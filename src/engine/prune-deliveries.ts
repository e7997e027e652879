import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../model/logger.ts";
import type { Pruned, PrunePolicy } from "../store/ports.ts";
import { deliveriesFile } from "../store/sqlite/files.ts";
import { connectReceiver } from "./control/client.ts";
import { findRole } from "./roles/find-role.ts";
import { withLog } from "./with-log.ts";

export interface PruneDeliveriesOptions {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
  /** One line for a person: a damaged log was set aside. */
  readonly logger: Logger;
  /** Remove nothing, tell what would go. */
  readonly dryRun: boolean;
}

/**
 * Prunes the log of a data directory: the running receiver does it, or, when none runs, this process, which has the role for so long.
 * Where there is no log yet nothing is made.
 * @throws {EngineVersionError | RoleHeldError | StoreUnwritableError | StoreDamagedError | StoreFullError}
 */
export async function pruneDeliveries(
  { dataDir, version, logger, dryRun }: PruneDeliveriesOptions,
  policy: PrunePolicy,
): Promise<Pruned> {
  const running = await findRole(dataDir, "receiver", version);
  if (running !== null) return connectReceiver(running).prune(policy, dryRun);
  if (!existsSync(join(dataDir, deliveriesFile.name))) return { deliveries: 0, bytes: 0 };
  return withLog(dataDir, logger, (log) => log.prune(policy, { dryRun }));
}
