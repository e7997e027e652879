import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../model/logger.ts";
import { replayTo } from "../receiver/replay.ts";
import type { DeliveryLog, Pruned, PrunePolicy, Imported, ImportOptions } from "../store/delivery-log.ts";
import { deliveriesFile } from "../store/sqlite/deliveries/deliveries-file.ts";
import { openDeliveryLog } from "../store/sqlite/deliveries/delivery-log.ts";
import { listSetAside, markImported } from "../store/sqlite/set-aside.ts";
import type { ReplayResult } from "./client.ts";
import { connectReceiver } from "./control/client.ts";
import { EngineGoneError } from "./errors.ts";
import { findRole } from "./roles/find-role.ts";
import { holdRole } from "./roles/hold-role.ts";

/**
 * Uses the log of a data directory without a running receiver; this process holds the receiver's role until `use` is done.
 * @param logger notified when a damaged file is set aside, and of what was recovered
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

export interface PruneDeliveriesOptions {
  readonly dataDir: string;
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
export async function pruneDeliveries(
  { dataDir, version, logger, dryRun }: PruneDeliveriesOptions,
  policy: PrunePolicy,
): Promise<Pruned> {
  const running = await findRole(dataDir, "receiver", version);
  if (running !== null) return connectReceiver(running).prune(policy, dryRun);
  if (!existsSync(join(dataDir, deliveriesFile.name))) return { deliveries: 0, bytes: 0 };
  return withLog(dataDir, logger, (log) => log.prune(policy, { dryRun }));
}

export interface ImportDeliveriesOptions {
  readonly dataDir: string;
  /** Version of hooklens. */
  readonly version: string;
  /** Notified when a damaged log is set aside. */
  readonly logger: Logger;
}

/** Result of an import, with the current path of its file. */
export interface ImportedFile extends Imported {
  /** A set-aside log is renamed by the import. */
  readonly file: string;
}

/**
 * Imports a set-aside log or a backup into the log of a data directory, through the running receiver, else in this process.
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

/** Imports a file; a set-aside log of the directory is renamed, which takes it off the list. */
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

export interface ReplayDeliveryOptions {
  readonly dataDir: string;
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
 * @throws {EngineGoneError} none runs and there is no URL: a route needs its receiver
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError | UsageError}
 */
export async function replayDelivery(
  options: ReplayDeliveryOptions,
  seq: number,
  to?: string,
  withSecret = false,
): Promise<ReplayResult> {
  const { dataDir, version, logger, secretOf } = options;
  const running = await findRole(dataDir, "receiver", version);
  if (running !== null) return connectReceiver(running).replay(seq, to, withSecret);
  if (to === undefined) {
    throw new EngineGoneError({
      what: `delivery ${seq} cannot go through its route again`,
      why: "no receiver runs",
      hint: "Start hooklens receive, or name a target with --to URL",
    });
  }
  return withLog(dataDir, logger, (log) => replayTo(seq, to, { log, secretOf, withSecret, now: Date.now }));
}
