import type { Logger } from "../model/logger.ts";
import type { DeliveryLog } from "../store/ports.ts";
import { openDeliveryLog } from "../store/sqlite/delivery-log.ts";
import { holdRole } from "./roles/hold-role.ts";

/**
 * Uses the log of a data directory where no receiver runs: this process has that role for so long.
 * @param logger told in one line each when a damaged file was set aside, and what was recovered of it
 * @throws {RoleHeldError | StoreUnwritableError | StoreDamagedError} and what `use` throws
 */
export async function withLog<T>(
  dataDir: string,
  logger: Logger,
  use: (log: DeliveryLog) => Promise<T>,
): Promise<T> {
  await using ended = new AsyncDisposableStack();
  const held = await holdRole(dataDir, "receiver");
  ended.defer(() => held.release());
  const log = await openDeliveryLog(dataDir, logger.info);
  ended.defer(() => log.close());
  return await use(log);
}
