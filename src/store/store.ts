import type { HooklensError } from "../model/errors.ts";
import type { Logger } from "../model/logger.ts";
import type { StoreAdmin } from "./admin.ts";
import type { BookmarkStore } from "./bookmarks.ts";
import type { DeliveryLog, DeliveryReader } from "./delivery-log.ts";
import type { HubReader } from "./hub-reader.ts";
import type { HubStore } from "./hub-store.ts";

/** Location of stored data. */
export interface StoreLocation {
  /** Directory for all files of the store on this machine. */
  readonly dataDir: string;
  /** Value of `--store`: a scheme, followed by an address if the scheme has one. */
  readonly store: string;
  /**
   * Age of the deliveries with which the first copy of a log on other machines begins, in milliseconds; an older copy
   * stays. @default 24 hours
   */
  readonly historyMs?: number | undefined;
}

/** Store at one location. Files are opened on demand. */
export interface Store {
  readonly deliveries: DeliveryStore;
  readonly bookmarks: BookmarkStore;
  readonly locks: Locks;
  /**
   * Opens the data of a local hub. Several processes may open it at once; each write is one transaction.
   * @param logger receives a line for each damaged file that is set aside, and for what was recovered from it
   * @param options.replaceDamaged false to leave a damaged file as it is
   * @default true
   * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
   */
  openHub(logger?: Logger, options?: { readonly replaceDamaged: boolean }): Promise<HubStore>;
  /** Opens the data of a local hub for reading; null if there is none. Creates and changes nothing. */
  openHubReader(): Promise<HubReader | null>;
  /**
   * Prepares the location for a process that will hold a role: creates the data directory, and frees reserved
   * space on a full disk.
   * @throws {StoreUnwritableError | StoreFullError}
   */
  prepare(): Promise<void>;
  /** Opens the administration of the store. @throws {HooklensError} the store cannot be reached */
  openAdmin(): Promise<StoreAdmin>;
  /**
   * Returns the files that were set aside and neither imported nor deleted, in the order of their names.
   * Files of one kind are sorted by time.
   */
  listSetAside(): readonly SetAside[];
  /**
   * Checks all pages of every database, except for `search.db`, which can be rebuilt. Creates no database.
   */
  checkHealth(): Promise<readonly FileHealth[]>;
}

/** Log of deliveries at a location. */
export interface DeliveryStore {
  /** Returns false if no log was created yet. */
  exists(): Promise<boolean>;
  /**
   * Opens the log as its only writer. The caller must hold the lock of the receiver.
   * @param logger receives a line for each damaged file that is set aside, and for what was recovered from it
   * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError}
   */
  openLog(logger?: Logger): Promise<DeliveryLog>;
  /**
   * Opens the log for reading, in any process and thread. The log can be read while its writer runs and after
   * the writer was killed. A log that does not exist yet reads as empty.
   */
  openReader(): DeliveryReader;
  /**
   * Keeps what this machine reads up to date with a log that is elsewhere, until it is closed. Does nothing for a log
   * on this machine.
   */
  follow(options?: FollowOptions): Follower;
  /**
   * Copies the log as of one moment to a single file; a receiver may run meanwhile.
   * @throws {UsageError} there is no log, the directory of the file is missing, the file is the log itself,
   * or it exists and `force` is not set
   * @throws {StoreDamagedError | StoreFullError | StoreUnwritableError} no backup was written
   */
  backup(file: string, options: { readonly force: boolean }): Promise<Backup>;
}

export interface FollowOptions {
  /**
   * Time of the oldest deliveries to read, in milliseconds since 1970.
   * @default 24 hours before the log was followed first
   */
  readonly sinceMs?: number;
  /** Called with the number of deliveries that were read, of those that the log had at the start. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Receives failures after `caughtUp`, and what is read anew. */
  readonly logger?: Logger;
}

/** Reading of a log that is elsewhere. */
export interface Follower {
  /**
   * Resolves when a reader sees everything that the log had at the start.
   * @throws {HooklensError} the log cannot be reached or its deliveries cannot be stored here
   */
  readonly caughtUp: Promise<void>;
  close(): Promise<void>;
}

/** Result of a backup. */
export interface Backup {
  readonly deliveries: number;
  readonly bytes: number;
}

/** Locks of a location: at most one process holds the lock of a name. */
export interface Locks {
  /**
   * Takes a lock until it is released or this process ends, even if the process is killed.
   * @returns null if this or another process holds it
   * @throws {StoreUnwritableError | StoreFullError}
   */
  take(name: string): Promise<Lease | null>;
  /**
   * Returns true if a process holds the lock. Does not create the data directory. A simultaneous `take` may
   * return null once.
   */
  isHeld(name: string): Promise<boolean>;
}

/** Lock that this process holds. */
export interface Lease {
  /** Releases the lock. A second call does nothing. */
  release(): Promise<void>;
}

/** File that was set aside and may contain data that exists nowhere else. */
export interface SetAside {
  /** Name in the data directory. */
  readonly name: string;
  readonly path: string;
  /** Description for a user: a sentence without its period. */
  readonly what: string;
  /** Next step for the user: a sentence without its period. */
  readonly fix: string;
}

/** Result of a health check of one file. */
export interface FileHealth {
  /** Name of the file: `deliveries.db`. */
  readonly name: string;
  /** Description of the content for a user: `the log of deliveries`. */
  readonly holds: string;
  /** Size in bytes, with the WAL; null if the file does not exist. */
  readonly bytes: number | null;
  /** Problem of the file; null if it is healthy. */
  readonly failure: HooklensError | null;
}
