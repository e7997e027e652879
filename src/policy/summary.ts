import type { SealStanding } from "./seal/seal-state.ts";

/** Numbers of changes since a version, by their effect on what the policy requires. */
export interface ChangeCounts {
  readonly weakened: number;
  readonly strengthened: number;
  /** Neither, or unknown. */
  readonly changed: number;
}

/** Result of checking a policy file. */
export interface PolicySummary {
  /** `unreadable` for an unread file or a text that is no document. */
  readonly verdict: "valid" | "warnings" | "errors" | "unreadable";
  /** Number of errors, including those beyond the page. */
  readonly errors: number;
  /** Number of warnings, including those beyond the page. */
  readonly warnings: number;
  readonly regime: string | null;
  /** Number of mapped axes. */
  readonly covered: number;
  readonly minimum: number | null;
  /** `covered` minus `minimum`; null without a minimum. */
  readonly slack: number | null;
  /** Mandatory axis with the smallest sum of mandatory weights; null if no axis is mandatory. */
  readonly strength: { readonly axis: string; readonly weight: number } | null;
  /** Axes Λ1 to Λ10. */
  readonly axes: readonly SummaryAxis[];
  /** Number of reviewed parts on the page: the clauses, and the general provisions; 0 without clauses. */
  readonly parts: number;
  /** Number of approved clauses, neither flagged nor edited since. */
  readonly approved: number;
  /** Number of clauses with a flag on the current content, even if others approve it. */
  readonly flagged: number;
  /** Number of the flagged ones that others approve. */
  readonly disputed: number;
  /** Number of clauses edited after their verdict. */
  readonly reopened: number;
  /** Reason for an unreadable review; null if readable or absent. */
  readonly reviewProblem: string | null;
  readonly seal: SealStanding;
  /** Changes since the baseline, a revision of git; null if unknown. */
  readonly sinceBaseline: ChangeCounts | null;
  /** Number of undecided weaker values, among at most 500 changes since the baseline. */
  readonly undecided: number;
  /** Reason for unknown changes; null if known, or outside a repository. */
  readonly baselineProblem: "new" | "unreadable" | null;
  /** True if the file differs from the baseline only by comments, layout or spelling. */
  readonly isTextOnly?: true;
  /** Renamed path in the baseline, relative to the directory of the file, if git finds one. */
  readonly renamedFrom?: string;
}

/** Axis of a policy in short. */
export interface SummaryAxis {
  /** Sum of the weights of its mandatory mappings; null if no clause maps it. */
  readonly weight: number | null;
  /** `missing`: the axis is mandatory, but no mapping enforces it. */
  readonly need: "optional" | "met" | "missing";
  /** Difference from the baseline; null if there is none or it is unknown. */
  readonly sinceBaseline: "weakened" | "strengthened" | null;
}
