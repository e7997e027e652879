/**
 * The signatures of this room's functions, in front of their code: each moves to the file named above it.
 * This file goes when the last one has moved.
 */
import type { HubClient } from "../hub/client.ts";
import type { ReaderThread, ReceiverControl, ReplayResult } from "./client.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import type { Role, RunningRole } from "./roles/role.ts";

// start-engine.ts
/**
 * Becomes the engine of a data directory, with the roles asked for, all or none.
 * @throws {RoleHeldError} with the holder's pid and address
 * @throws {PortTakenError} a port that was given is taken
 * @throws {StoreUnwritableError | StoreDamagedError} the data directory or a database in it cannot be used
 */
export declare function startEngine(options: EngineOptions): Promise<Engine>;

// roles/find-role.ts
/**
 * The process that holds a role now, or null when the role is free. Waits (at most 5 s) for one that is just starting.
 * @throws {EngineVersionError} the holder is another version
 * @throws {RoleHeldError} somebody holds the role and does not say where
 */
export declare function findRole(dataDir: string, role: Role, version: string): Promise<RunningRole | null>;

// control/client.ts
/** The control routes of a receiver. Does not connect before the first call. */
export declare function connectReceiver(running: RunningRole): ReceiverControl;

// with-hub.ts
/**
 * Calls the local hub of a data directory: the running one, or else one inside this process, which has the role for the length of `use`;
 * dispatches it causes wait in the queue until a hub runs.
 */
export declare function withHub<T>(
  options: { readonly dataDir: string; readonly version: string },
  use: (client: HubClient, running: RunningRole | null) => Promise<T>,
): Promise<T>;

// replay-delivery.ts
/** A receiver's replay, through the running receiver, or else (only with `to`) from within this process. @throws {EngineGoneError} without `to` when none runs */
export declare function replayDelivery(
  options: { readonly dataDir: string; readonly version: string; readonly secret: string | null },
  seq: number,
  to?: string,
): Promise<ReplayResult>;

// child/ensure-engine.ts
export interface AppEngineOptions {
  readonly dataDir: string;
  readonly roles: readonly Role[];
  readonly version: string;
  /** For the receiver, when one is started; goes to the child through a pipe. */
  readonly secret: string | null;
  /** How this program is started again: `{execPath: process.execPath, args: [...process.execArgv, process.argv[1]]}`. */
  readonly program: { readonly execPath: string; readonly args: readonly string[] };
  /** Where the child's last words go. */
  readonly logFile: string;
}
export interface AppEngine {
  readonly hub: (RunningRole & { readonly token: string }) | null;
  readonly receiver: RunningRole | null;
  /** A child was started by this call (it ends with this process). */
  readonly started: boolean;
  /** What the child said while it started: a default port taken, a damaged file kept aside. */
  readonly notes: readonly string[];
  /** Calls back once, with the roles that are gone, when a holder ends. Returns the way to stop watching. */
  watch(onGone: (roles: readonly Role[]) => void): () => void;
  /** Ends the child, if this call started one; resolves when it is gone (at most 5 s). */
  close(): Promise<void>;
}
/** Attaches to the holders of the roles; for those that are free, starts one child: `hooklens engine --roles hub,receiver --data-dir DIR`. */
export declare function ensureEngine(options: AppEngineOptions): Promise<AppEngine>;

// child/run-child.ts
/** The body of the hidden command `hooklens engine`; resolves with the exit code when the parent is gone or a signal came. */
export declare function runEngineChild(options: {
  readonly dataDir: string;
  readonly roles: readonly Role[];
  readonly version: string;
}): Promise<number>;

// reader/client.ts
/** Starts the thread that reads the log of a data directory. */
export declare function startReader(dataDir: string): ReaderThread;

// log-file.ts
export interface LogFile {
  readonly path: string;
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
  /** From now on this value never reaches the file. */
  redact(secret: string): void;
}
/** The log file of this user: `$XDG_STATE_HOME/hooklens/hooklens.log`, 5 MB x 3. Never throws. */
export declare function openLogFile(options?: {
  readonly env?: NodeJS.ProcessEnv;
  readonly level?: "debug" | "info" | "warn" | "error";
}): LogFile;
