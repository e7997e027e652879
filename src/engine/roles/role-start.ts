import type { HooklensError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import type { RunningRole } from "./role.ts";

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
