import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../model/logger.ts";
import { replayTo } from "../receiver/replay.ts";
import type { DeliveryLog, Pruned, PrunePolicy, Imported, ImportOptions } from "../store/ports.ts";
import { openDeliveryLog } from "../store/sqlite/delivery-log.ts";
import { deliveriesFile } from "../store/sqlite/files.ts";
import { listSetAside, markImported } from "../store/sqlite/set-aside.ts";
import type { ReplayResult } from "./client.ts";
import { connectReceiver } from "./control/client.ts";
import { EngineGoneError } from "./errors.ts";
import { findRole } from "./roles/find-role.ts";
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

export interface ReplayDeliveryOptions {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
  /** One line for a person: a damaged log was set aside. */
  readonly logger: Logger;
  /** Of the route a delivery came on: put in where the log has `[redacted]`, when no receiver runs that knows its own; null: there is none. */
  readonly secretOf: (route: string | null) => string | null;
}

/**
 * Replays a delivery through the running receiver. When none runs, one to a URL is done in this process, which has the role for so long.
 * @param withSecret whether the secret also goes to a URL on another machine
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
