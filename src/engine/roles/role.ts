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
