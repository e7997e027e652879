import type { EditedRequest } from "../model/edited-request.ts";
import type { Logger } from "../model/logger.ts";
import { deliveryNotFound, replayTo } from "../receiver/replay.ts";
import { dropRuns } from "../receiver/runs/drop-runs.ts";
import type { DeliveryLog, Imported, Pruned, PrunePolicy } from "../store/delivery-log.ts";
import type { StoreLocation } from "../store/store.ts";
import type { ReceiverControl } from "./client.ts";
import { connectReceiver } from "./control/client.ts";
import { EngineGoneError } from "./errors.ts";
import { importFile } from "./import-file.ts";
import type { ReplayResult } from "./receiver-state.ts";
import { findRole } from "./roles/find-role.ts";
import { holdRole } from "./roles/hold-role.ts";
import { describeStore, openStore } from "./stores.ts";

/**
 * Calls `use` with the log of a data directory if no receiver runs. This process holds the role of the
 * receiver until `use` is done.
 * @param logger receives a line for a damaged file that is set aside, and for what was recovered from it
 * @throws {RoleHeldError | StoreUnwritableError | StoreDamagedError} and what `use` throws
 */
export async function withLog<T>(
  location: StoreLocation,
  logger: Logger,
  use: (log: DeliveryLog) => Promise<T>,
): Promise<T> {
  await using ended = new AsyncDisposableStack();
  const store = await openStore(location);
  await store.prepare();
  const held = await holdRole(location, "receiver");
  ended.defer(() => held.release());
  const log = await store.deliveries.openLog(logger);
  ended.defer(() => log.close());
  return await use(log);
}

export interface PruneDeliveriesOptions extends StoreLocation {
  /** Version of hooklens. */
  readonly version: string;
  /** Notified when a damaged log is set aside. */
  readonly logger: Logger;
  /** True to only return what would be removed. */
  readonly dryRun: boolean;
}

/**
 * Removes old deliveries through the running receiver, else in this process. A missing log is not created.
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
 * Imports a set-aside log, a backup or an NDJSON export into the log of a data directory, through the running receiver, else in
 * this process.
 * @param file an absolute path
 * @throws {UsageError | StoreDamagedError | StoreVersionError | EngineVersionError | RoleHeldError |
 * StoreFullError}
 */
export async function importDeliveries(options: ImportDeliveriesOptions, file: string): Promise<Imported> {
  const running = await findRole(options, "receiver", options.version);
  if (running !== null) return connectReceiver(running).import(file);
  return withLog(options, options.logger, (log) => importFile(log, file));
}

/**
 * Gives up deliveries waiting for their forward, through the running receiver, else in this process.
 * @returns the number of waiting deliveries
 * @throws {EngineVersionError | RoleHeldError | StoreUnwritableError | StoreDamagedError}
 */
export async function dropWaitingForwards(
  options: ImportDeliveriesOptions,
  seqs: readonly number[],
): Promise<number> {
  const running = await findRole(options, "receiver", options.version);
  if (running !== null) return connectReceiver(running).dropForwards(seqs);
  return withLog(options, options.logger, async (log) => {
    const dropped = await dropRuns({ log, queue: log.forwards }, seqs);
    return dropped.length;
  });
}

/**
 * Returns the running receiver for an operation.
 * @param what statement without a receiver: `forwards cannot be held`
 * @throws {EngineGoneError | EngineVersionError}
 */
export async function runningReceiver(
  options: StoreLocation & { readonly version: string },
  what: string,
): Promise<ReceiverControl> {
  const running = await findRole(options, "receiver", options.version);
  if (running !== null) return connectReceiver(running);
  throw new EngineGoneError({
    what,
    why: "no receiver runs with this data directory",
    hint: "Run hooklens receive",
  });
}

/**
 * Throws if a log of this machine lacks a delivery. Remote logs are not read for this.
 * @throws {NotFoundError}
 */
async function assertExists(location: StoreLocation, seq: number): Promise<void> {
  if (describeStore(location.store).isElsewhere) return;
  const reader = (await openStore(location)).deliveries.openReader();
  try {
    if ((await reader.get(seq)) === null) throw deliveryNotFound(seq);
  } finally {
    await reader.close();
  }
}

export interface ReplayDeliveryOptions extends StoreLocation {
  /** Version of hooklens. */
  readonly version: string;
  /** Notified when a damaged log is set aside. */
  readonly logger: Logger;
  /** Returns the secret of a route without a running receiver, to replace `[redacted]`; null without one. */
  readonly secretOf: (route: string | null) => string | null;
  /** Secrets to redact if no receiver runs. */
  readonly known: readonly string[];
}

/**
 * Replays a delivery through its route by the running receiver, unless its event is handled or under way.
 * @throws {EngineGoneError} no receiver runs
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError}
 */
export async function replayOpenDelivery(options: ReplayDeliveryOptions, seq: number): Promise<ReplayResult> {
  const running = await findRole(options, "receiver", options.version);
  return running === null ? replayDelivery(options, seq) : connectReceiver(running).replayOpen(seq);
}

/**
 * Replays a delivery through the running receiver. Without one, this process can replay it to a URL.
 * @param withSecret true to send the secret also to another machine
 * @param edit request to send instead of the stored one
 * @throws {EngineGoneError} no receiver runs, and no URL is given: only a receiver has routes
 * @throws {NotFoundError | NothingToReplayError | RouteGoneError | UsageError}
 */
export async function replayDelivery(
  options: ReplayDeliveryOptions,
  seq: number,
  to?: string,
  withSecret = false,
  edit?: EditedRequest,
): Promise<ReplayResult> {
  const { version, logger, secretOf, known } = options;
  const running = await findRole(options, "receiver", version);
  if (running !== null) return connectReceiver(running).replay(seq, to, withSecret, edit);
  if (to === undefined) {
    await assertExists(options, seq);
    throw new EngineGoneError({
      what: `delivery ${seq} cannot be replayed through its route`,
      why: "no receiver runs with this data directory",
      hint: "Run hooklens receive, or choose a target with --to URL",
    });
  }
  return withLog(options, logger, (log) =>
    replayTo(seq, to, { log, secretOf, known, withSecret, edit, now: Date.now }),
  );
}
