import { z } from "zod";
import type { HooklensError } from "../model/errors.ts";
import type { Logger } from "../model/logger.ts";
import type { Store } from "../store/store.ts";

/** Roles of a data directory; at most one process holds each. */
export const roles = ["hub", "receiver"] as const;
export type Role = (typeof roles)[number];

/** Content of a role's runtime file (`<role>.json` in the data directory, 0600). */
export const runningRoleSchema = z.object({
  role: z.enum(roles),
  pid: z.int().positive(),
  /** Version of hooklens. */
  version: z.string(),
  /** URL without a trailing slash: `http://127.0.0.1:7870`. */
  url: z.url(),
  /** Port of the last start, if it was taken; the next start tries it first. Else null. */
  missedPort: z.int().nullable().default(null),
  /** Path of the control socket; null for the hub, which uses HTTP. */
  socket: z.string().nullable(),
  /** Token that a hub accepts; null for a receiver. */
  token: z.string().nullable(),
  /** Time of the start, in ISO 8601 (UTC). */
  startedAt: z.string(),
});
export type RunningRole = Readonly<z.infer<typeof runningRoleSchema>>;

/** Options of every role. */
export interface RoleStart {
  readonly dataDir: string;
  readonly store: Store;
  /** Version of hooklens. */
  readonly version: string;
  readonly logger: Logger;
  /** Time for requests in progress when the role closes, in milliseconds. */
  readonly graceMs: number;
}

/** Role that runs in this process. */
export interface StartedRole<R extends RunningRole> {
  readonly running: R;
  /** Resolves when the role cannot continue; absent if that never happens. */
  readonly failed?: Promise<HooklensError>;
  /** Stops accepting requests, finishes those in progress and releases the role. */
  close(): Promise<void>;
}
