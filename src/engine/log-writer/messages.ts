import type { JournalPosition } from "../../store/journal/journal-position.ts";
import type { LogPosition, PrunePolicy } from "../../store/ports.ts";
import type { WireError } from "../error-wire.ts";

/** A call of `DeliveryLog` that goes to the tables and not through the journal. */
export type TableQuestion =
  | { readonly method: "prune"; readonly policy: PrunePolicy; readonly dryRun: boolean }
  | { readonly method: "interruptPending" };

export type ToTables =
  /** The journal was written up to there. */
  | { readonly kind: "apply"; readonly to: JournalPosition }
  | { readonly kind: "ask"; readonly id: number; readonly question: TableQuestion }
  /** The signal of a prune is aborted. */
  | { readonly kind: "abort"; readonly id: number }
  /** Nothing more will come. */
  | { readonly kind: "close" };

export type FromTables =
  | {
      readonly kind: "opened";
      readonly position: LogPosition;
      readonly appliedTo: JournalPosition;
      /** Files of a journal that does not continue this log. */
      readonly keptAside: readonly string[];
    }
  /** The log cannot be opened. */
  | { readonly kind: "failed"; readonly error: WireError }
  /**
   * Answers an `apply`: everything before is in the tables, which stand there; the files of generations before `releasedTo` are not needed
   * any more.
   */
  | {
      readonly kind: "applied";
      readonly to: JournalPosition;
      readonly releasedTo: number;
      readonly position: LogPosition;
    }
  /** Answers an `apply` that did not come to its end. */
  | { readonly kind: "not-applied"; readonly error: WireError }
  | { readonly kind: "position"; readonly position: LogPosition }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "refusal"; readonly id: number; readonly error: WireError }
  /** Everything is in the tables, also after a power cut, and they are closed; or not, and the journal is still needed. */
  | { readonly kind: "closed"; readonly isComplete: boolean };
