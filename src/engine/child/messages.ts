import type { WireError } from "../error-wire.ts";
import type { RunningRole } from "../roles/role.ts";

/** The first and only thing the parent says. It goes through the pipe, because a command line is for everyone to read. */
export interface ChildOrder {
  readonly secret: string | null;
}

/** The first and only thing the child says. */
export type ChildReport =
  | { readonly running: readonly RunningRole[]; readonly notes: readonly string[] }
  | { readonly error: WireError };
