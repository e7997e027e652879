import type { HooklensError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";

/** What a process can be for a data directory; at most one process at a time for each. */
export type Role = "hub" | "receiver";

/** A role that a process holds, as its runtime file (`<role>.json` in the data directory, 0600) tells it. */
export interface RunningRole {
  readonly role: Role;
  readonly pid: number;
  /** Of hooklens. */
  readonly version: string;
  /** `http://127.0.0.1:7870`, without a trailing slash. */
  readonly url: string;
  /** The port of the last time, which was taken and is tried first at the next start; null: it listens where it was to. */
  readonly missedPort: number | null;
  /** The path of the control socket; null for a role without one (the hub is spoken to over HTTP). */
  readonly socket: string | null;
  /** The token a hub accepts; null for a receiver. */
  readonly token: string | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** What every role needs to start. */
export interface RoleStart {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
  readonly logger: Logger;
  /** What is in flight when it closes gets this long. */
  readonly graceMs: number;
}

/** A role that runs in this process. */
export interface StartedRole<R extends RunningRole> {
  readonly running: R;
  /** Resolves when it can do its work no more; absent: it never says so. */
  readonly failed?: Promise<HooklensError>;
  /** Stops accepting, finishes what is in flight, gives the role back. */
  close(): Promise<void>;
}
