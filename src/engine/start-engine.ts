import { setTimeout as sleep } from "node:timers/promises";
import { sharedFileSystemOf } from "../store/data-dir.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { holdRole } from "./roles/hold-role.ts";
import { openStore } from "./stores.ts";

/**
 * Limits for closing, in milliseconds. Requests in progress get a little less, so that the databases are
 * closed in time.
 */
const closeWithinMs = 5000;
const graceMs = 4500;

/**
 * Starts all requested roles of a data directory, or none. Creates a missing directory with mode 0700.
 * @throws {RoleHeldError} with the holder's pid and address, if known
 * @throws {PortTakenError} a port that was given is taken
 * @throws {StoreUnwritableError | StoreDamagedError} the data directory or a database in it cannot be used
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, roles, version, logger } = options;
  const store = await openStore(options);
  await store.prepare();
  const shared = sharedFileSystemOf(dataDir);
  if (shared !== null) {
    logger.warn(
      `${dataDir} is on ${shared}, where locks and the WAL of SQLite may fail. Choose a directory on a disk of this machine with --data-dir.`,
    );
  }
  for (const { what, fix } of store.listSetAside()) logger.warn(`${what}. ${fix}.`);
  await using undo = new AsyncDisposableStack();
  // Takes all locks before starting, the hub's first, so that one of two concurrent starts gets all its
  // roles.
  const heldHub = roles.hub && (await holdRole(options, "hub"));
  undo.defer(() => heldHub?.release());
  const heldReceiver = roles.receiver && (await holdRole(options, "receiver"));
  undo.defer(() => heldReceiver?.release());

  const start = { dataDir, store, version, logger, graceMs };
  // Each role is loaded only if it is requested.
  const hub =
    roles.hub &&
    heldHub &&
    (await (await import("./roles/start-hub-role.ts")).startHubRole(heldHub, start, roles.hub));
  undo.defer(() => hub?.close());
  const receiver =
    roles.receiver &&
    heldReceiver &&
    (await (
      await import("./roles/start-receiver-role.ts")
    ).startReceiverRole(heldReceiver, start, roles.receiver));
  undo.move();

  const closeAll = async (): Promise<void> => {
    heldHub?.withdraw();
    heldReceiver?.withdraw();
    // The timer keeps the process alive until everything is closed; ending threads do not.
    const late = new AbortController();
    await Promise.race([
      Promise.all([hub?.close(), receiver?.close()]).finally(() => late.abort()),
      sleep(closeWithinMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  };
  let closing: Promise<void> | null = null;
  return {
    hub: hub?.running ?? null,
    receiver: receiver?.running ?? null,
    failed: receiver?.failed ?? new Promise(() => undefined),
    close: () => (closing ??= closeAll()),
  };
}
