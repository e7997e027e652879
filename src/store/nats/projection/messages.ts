import type { WireError } from "../../../model/error-wire.ts";
import type { Logger } from "../../../model/logger.ts";
import type { Duplicate, PrunePolicy } from "../../delivery-log.ts";
import type { ProjectorUpdate } from "./projector.ts";

/** Data of the thread that writes a projection. */
export interface ProjectorData {
  /** Value of `--store`. */
  readonly store: string;
  readonly dir: string;
  readonly sinceMs: number | null;
}

/** Work for the thread. */
export type ProjectorWork =
  | { readonly kind: "prune"; readonly policy: PrunePolicy; readonly dryRun: boolean }
  | { readonly kind: "mark"; readonly duplicates: readonly Duplicate[] };

/**
 * `stop`: end the work with this ID early. `background`: begin to mark duplicates and to index words. `close`: end the
 * thread.
 */
export type ProjectorRequest =
  | { readonly ask: "work"; readonly id: number; readonly work: ProjectorWork }
  | { readonly ask: "stop"; readonly id: number }
  | { readonly ask: "background" }
  | { readonly ask: "close" };

/** `background`: the background work begins to fail, or has ended for good (`isDead`). */
export type ProjectorReport =
  | { readonly kind: "update"; readonly update: ProjectorUpdate }
  | { readonly kind: "failure"; readonly error: WireError | null }
  | { readonly kind: "background"; readonly reason: string; readonly isDead: boolean }
  | { readonly kind: "note"; readonly level: keyof Logger; readonly line: string }
  | { readonly kind: "done"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: WireError };
