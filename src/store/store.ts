import type { HooklensError } from "../model/errors.ts";
import type { Logger } from "../model/logger.ts";
import type { DeliveryLog, DeliveryReader } from "./delivery-log.ts";
import type { HubStore } from "./hub-store.ts";

/** Location of the data of one hooklens. */
export interface StoreLocation {
  /** Directory of this machine for everything that is a file. */
  readonly dataDir: string;
  /** Value of `--store`: a scheme, followed by an address if the scheme has one. */
  readonly store: string;
}

/** One implementation at one location. It opens nothing until asked. */
export interface Store {
  readonly deliveries: DeliveryStore;
  readonly locks: Locks;
  /**
   * Opens what a local hub keeps. Several processes may do so; each write is one transaction.
   * @param logger gets a line for each damaged file that is set aside, and for what was recovered from it
   * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
   */
  openHub(logger?: Logger): Promise<HubStore>;
  /**
   * Prepares the location for a process that will hold a role: creates the data directory, and frees reserved space on a full disk.
   * @throws {StoreUnwritableError | StoreFullError}
   */
  prepare(): Promise<void>;
  /** Returns the files that were set aside and neither imported nor deleted, oldest first. */
  listSetAside(): readonly SetAside[];
  /** Checks every file completely. Creates nothing. */
  checkHealth(): Promise<readonly FileHealth[]>;
}

/** Log of deliveries at a location. */
export interface DeliveryStore {
  /** Returns false if no log was created yet. */
  exists(): Promise<boolean>;
  /**
   * Opens the log as its only writer; the caller holds the lock of the receiver.
   * @param logger gets a line for each damaged file that is set aside, and for what was recovered from it
   * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
   */
  openLog(logger?: Logger): Promise<DeliveryLog>;
  /**
   * Opens the log for reading, in any process and any thread. It can be read while its writer runs, after the writer was killed, and
   * before it exists, as an empty log.
   */
  openReader(): DeliveryReader;
  /**
   * Copies the log as of one moment to a single file; a receiver may run meanwhile.
   * @throws {UsageError} there is no log, or the file exists and `force` is not set
   * @throws {StoreDamagedError | StoreFullError | StoreUnwritableError} nothing was left behind
   */
  backup(file: string, options: { readonly force: boolean }): Promise<Backup>;
}

/** Result of a backup. */
export interface Backup {
  readonly deliveries: number;
  readonly bytes: number;
}

/** Locks of a location: at most one process holds the lock of a name. */
export interface Locks {
  /**
   * Takes a lock until it is released or this process ends, however it ends.
   * @returns null if this or another process holds it
   * @throws {StoreUnwritableError | StoreFullError}
   */
  take(name: string): Promise<Lease | null>;
  /** Returns true if a process holds the lock. Creates nothing. A simultaneous `take` may fail once. */
  isHeld(name: string): Promise<boolean>;
}

/** A lock that this process holds. */
export interface Lease {
  /** A second call does nothing. */
  release(): Promise<void>;
}

/** A file that was set aside and may contain data that exists nowhere else. */
export interface SetAside {
  /** Name in the data directory. */
  readonly name: string;
  readonly path: string;
  /** Description for a user: a sentence without its full stop. */
  readonly what: string;
  /** Next step for the user: a sentence without its full stop. */
  readonly fix: string;
}

/** Result of a health check of one file. */
export interface FileHealth {
  /** `deliveries.db` */
  readonly name: string;
  /** Content for a user: `the log of deliveries`. */
  readonly holds: string;
  /** Size in bytes, with the WAL; null if the file does not exist yet. */
  readonly bytes: number | null;
  /** Problem of the file; null if it is healthy. */
  readonly failure: HooklensError | null;
}
