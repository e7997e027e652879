import type { PlacedDiff } from "../policy/diff/placed-changes.ts";
import type { Finding, Place, Severity } from "../policy/finding.ts";
import type { AxisStanding, ClauseLoss } from "../policy/matrix/coverage.ts";
import type { MatrixCell, MatrixColumn } from "../policy/matrix/matrix.ts";
import type { ReadableClause, ReadableMapping } from "../policy/matrix/readable-policy.ts";
import type { ClauseReview } from "../policy/review/clause-review.ts";
import type { GeneralField } from "../policy/review/general-provisions.ts";
import type { SealState } from "../policy/seal/seal-state.ts";
import type { PolicySummary } from "../policy/summary.ts";
import type { OlderVersion, PageDiff } from "./page-diff.ts";
import type { PolicyFacts } from "./policy-facts.ts";

/**
 * Displayed data of a policy, as plain data from the worker thread. Has at most 200 clauses, 200 general fields and
 * 500 findings; cuts the source to 1,000,000 characters, and texts other than IDs to 2,000.
 */
export interface PolicyPage {
  readonly path: string;
  /** SHA-256 of the file; null if it was not read. */
  readonly sha256: string | null;
  readonly summary: PolicySummary;
  readonly seal: SealState;
  /** Metadata; null if the document is unreadable or not an object. */
  readonly facts: PolicyFacts | null;
  /** Name of the person who reviews here. */
  readonly reviewer: string;
  readonly columns: readonly PageColumn[];
  readonly clauses: readonly PageClause[];
  /** General provisions, the fields outside the clauses; null without clauses. */
  readonly general: PageGeneral | null;
  readonly findings: readonly PageFinding[];
  /** Git revision to compare the list and this page with. */
  readonly baseline: string;
  /** Differences from the baseline. */
  readonly sinceBaseline: PageDiff;
  /** Comparison shown by the matrix, the source and the list of changes. */
  readonly compared: Comparison;
  /** Text of the file; empty if it was not read. */
  readonly source: string;
}

export interface PageColumn extends MatrixColumn {
  /** State of a mandatory axis; null for other axes. */
  readonly standing: AxisStanding | null;
}

/** Reviewed part of a policy: a clause, or the general provisions. */
export interface PagePart {
  readonly id: string | null;
  readonly line: number;
  readonly column: number;
  /** Hash that entries of a review refer to; null if the part has no canonical form. */
  readonly hash: string | null;
  readonly review: ClauseReview;
}

/** General provisions. Their line is that of the thresholds. */
export interface PageGeneral extends PagePart {
  readonly fields: readonly PageField[];
}

export interface PageField extends GeneralField {
  readonly line: number;
  readonly column: number;
}

export interface PageClause extends PagePart, Pick<ReadableClause, "title" | "citation" | "fullRef"> {
  /** One cell per column; null if the clause does not map the axis. */
  readonly cells: readonly (PageCell | null)[];
  /** Coverage lost without the clause; null if the document has more than 200 clauses. */
  readonly loss: Omit<ClauseLoss, "coverage"> | null;
}

export interface PageCell extends Pick<MatrixCell, "weight" | "enforcement"> {
  readonly mappings: readonly PageMapping[];
}

export interface PageMapping extends Omit<ReadableMapping, "axis" | "path"> {
  readonly line: number;
  readonly column: number;
}

export interface PageFinding {
  readonly severity: Severity;
  /** Rule ID, or `schema/` and the keyword. */
  readonly id: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string | null;
  readonly fix: Finding["fix"];
  /** Source lines, and the place of the finding within them. */
  readonly excerpt: { readonly text: string; readonly place: Place };
  /** Index of the clause; null for a finding outside the page's clauses. */
  readonly clause: number | null;
  /** Index of the column; null if the finding is not in a known axis. */
  readonly axis: number | null;
}

/** Returns the reviewed parts: the clauses and, after the last one, the general provisions. */
export function partsOf({ clauses, general }: Pick<PolicyPage, "clauses" | "general">): readonly PagePart[] {
  return general === null ? clauses : [...clauses, general];
}

/** Returns true if a row of the matrix, by its part index, is the general provisions. */
export function isGeneralRow({ clauses, general }: PolicyPage, row: number): boolean {
  return general !== null && row >= clauses.length;
}

/** Version to compare a policy with: a revision of git, or another file, under the user's name for it. */
export type CompareBase =
  | { readonly kind: "revision"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly path: string };

/** Version to compare a page with, and the differences from it. */
export interface Comparison extends Pick<CompareBase, "kind" | "name"> {
  readonly diff: PageDiff;
}

/** Usual baseline. */
export const head = { kind: "revision", name: "HEAD" } as const satisfies CompareBase;

/** Version to compare a policy with, as read. */
export interface ReadVersion {
  readonly base: CompareBase;
  readonly version: OlderVersion;
}

/** Returns the version of a baseline, by the name of its revision. */
export function revisionBase(name: string): CompareBase {
  return { kind: "revision", name };
}

/** Returns the number of all changes; a page lists at most 500. */
export function changeCount({ counts }: PlacedDiff): number {
  return counts.weakened + counts.strengthened + counts.changed;
}
