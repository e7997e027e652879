import type { Logger } from "../model/logger.ts";
import { replayTo } from "../receiver/replay.ts";
import type { DeliveryLog, Imported, Pruned, PrunePolicy } from "../store/delivery-log.ts";
import type { StoreLocation } from "../store/store.ts";
import type { ReplayResult } from "./client.ts";
import { connectReceiver } from "./control/client.ts";
import { EngineGoneError } from "./errors.ts";
import { findRole } from "./roles/find-role.ts";
import { holdRole } from "./roles/hold-role.ts";
import { openStore } from "./stores.ts";

/**
 * Uses the log of a data directory without a running receiver; this process holds the receiver's role until `use` is done.
 * @param logger notified when a damaged file is set aside, and of what was recovered
 * @throws {RoleHeldError | StoreUnwritableError | StoreDamagedError} and what `use` throws
 */
export async function withLog<T>(
  location: StoreLocation,
  logger: Logger,
  use: (log: DeliveryLog) => Promise<T>,
): Promise<T> {
  await using ended = new AsyncDisposableStack();
  const held = await holdRole(location, "receiver");
  ended.defer(() => held.release());
  const log = await (await openStore(location)).deliveries.openLog(logger);
  ended.defer(() => log.close());
  return await use(log);
}

export interface PruneDeliveriesOptions extends StoreLocation {
  /** Version of hooklens. */
  readonly version: string;
  /** Notified when a damaged log is set aside. */
  readonly logger: Logger;
  /** Returns what would be removed, and removes nothing. */
  readonly dryRun: boolean;
}

/**
 * Prunes the log of a data directory through the running receiver, else in this process. A missing log is not created.
 * @throws {EngineVersionError | RoleHeldError | StoreUnwritableError | StoreDamagedError | StoreFullError}
 */
export async function pruneDeliveries(options: PruneDeliveriesOptions, policy: PrunePolicy): Promise<Pruned> {
  const { version, logger, dryRun } = options;
  const running = await findRole(options, "receiver", version);
  if (running !== null) return connectReceiver(running).prune(policy, dryRun);
  const { deliveries } = await openStore(options);
  if (!(await deliveries.exists())) return { deliveries: 0, bytes: 0 };
  return withLog(options, logger, (log) => log.prune(policy, { dryRun }));
}

export interface ImportDeliveriesOptions extends StoreLocation {
  /** Version of hooklens. */
  readonly version: string;
  /** Notified when a damaged log is set aside. */
  readonly logger: Logger;
}

/**
 * Imports a set-aside log or a backup into the log of a data directory, through the running receiver, else in this process.
 * @param file an absolute path
 * @throws {UsageError | StoreDamagedError | StoreVersionError | EngineVersionError | RoleHeldError | StoreFullError}
 */
export async function importDeliveries(options: ImportDeliveriesOptions, file: string): Promise<Imported> {
  const running = await findRole(options, "receiver", options.version);
  if (running !== null) return connectReceiver(running).import(file);
  return withLog(options, options.logger, (log) => log.import(file));
}

export interface ReplayDeliveryOptions extends StoreLocation {
  /** Version of hooklens. */
  readonly version: string;
  /** Notified when a damaged log is set aside. */
  readonly logger: Logger;
  /** Returns the secret of a route, which replaces `[redacted]` if no receiver runs; null if there is none. */
  readonly secretOf: (route: string | null) => string | null;
}

/**
 * Replays a delivery through the running receiver; without one, this process can replay to a URL.
 * @param withSecret also sends the secret to another machine
 * @throws {EngineGoneError} no receiver runs, and there is no URL: a route needs its receiver
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError | UsageError}
 */
export async function replayDelivery(
  options: ReplayDeliveryOptions,
  seq: number,
  to?: string,
  withSecret = false,
): Promise<ReplayResult> {
  const { version, logger, secretOf } = options;
  const running = await findRole(options, "receiver", version);
  if (running !== null) return connectReceiver(running).replay(seq, to, withSecret);
  if (to === undefined) {
    throw new EngineGoneError({
      what: `delivery ${seq} cannot be replayed through its route`,
      why: "no receiver runs",
      hint: "Start hooklens receive, or give a target with --to URL",
    });
  }
  return withLog(options, logger, (log) => replayTo(seq, to, { log, secretOf, withSecret, now: Date.now }));
}
