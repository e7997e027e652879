import type { WireError } from "../../model/error-wire.ts";
import type { Edit } from "../../policy/finding.ts";

/** What the thread is asked. */
export type PolicyQuestion =
  | { readonly method: "scan"; readonly folder: string }
  | { readonly method: "look"; readonly path: string }
  | {
      readonly method: "fix";
      readonly path: string;
      readonly sha256: string;
      readonly edits: readonly Edit[];
    }
  | { readonly method: "restore"; readonly path: string; readonly sha256: string; readonly text: string };

/** What the thread is started with. */
export interface PolicyThreadData {
  /** Where reviews are kept that are not beside their policies; null: all are. */
  readonly reviewFolder: string | null;
}

export interface PolicyCall {
  readonly id: number;
  readonly question: PolicyQuestion;
}

export type PolicyAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: WireError };
