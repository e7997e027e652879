import type { Finding, Place, Severity } from "../../../policy/finding.ts";
import type { AxisStanding, ClauseLoss } from "../../../policy/matrix/coverage.ts";
import type { MatrixCell, MatrixColumn } from "../../../policy/matrix/matrix.ts";
import type { ReadableClause, ReadableMapping } from "../../../policy/matrix/readable-policy.ts";
import type { ClauseReview } from "../../../policy/review/marks.ts";
import type { PolicyFacts } from "./policy-facts.ts";

/**
 * Everything the screen shows of a policy, as plain data from the worker thread. Texts are cut at 2,000
 * characters, clauses at 200, findings at 500.
 */
export interface PolicyPage {
  readonly path: string;
  /** SHA-256 of the file; null if it was not read. */
  readonly sha256: string | null;
  readonly summary: PolicySummary;
  /** Metadata; null if the text is not a document. */
  readonly facts: PolicyFacts | null;
  readonly columns: readonly PageColumn[];
  readonly clauses: readonly PageClause[];
  readonly findings: readonly PageFinding[];
}

/** Data of a policy in the list. */
export interface PolicySummary {
  /** `unreadable` if the text is not a document. */
  readonly verdict: "valid" | "warnings" | "errors" | "unreadable";
  /** Total, including findings beyond the page. */
  readonly errors: number;
  readonly warnings: number;
  readonly regime: string | null;
  /** Number of mapped axes. */
  readonly covered: number;
  readonly minimum: number | null;
  readonly slack: number | null;
  readonly clauses: number;
  readonly reviewed: number;
  /** Why the review cannot be read; null if it can, or there is none. */
  readonly reviewProblem: string | null;
}

export interface PageColumn extends MatrixColumn {
  /** Enforcement of a mandatory axis; null for other axes. */
  readonly standing: AxisStanding | null;
}

export interface PageClause extends Pick<ReadableClause, "id" | "title" | "citation" | "fullRef"> {
  readonly line: number;
  /** Hash that a review is bound to; null if there is none. */
  readonly hash: string | null;
  readonly review: ClauseReview;
  /** One per column; null if the clause does not map the axis. */
  readonly cells: readonly (PageCell | null)[];
  /** Coverage lost without the clause; null if the document has too many clauses. */
  readonly loss: Omit<ClauseLoss, "coverage"> | null;
}

export interface PageCell extends Pick<MatrixCell, "weight" | "enforcement"> {
  readonly mappings: readonly PageMapping[];
}

export interface PageMapping extends Omit<ReadableMapping, "axis" | "path"> {
  readonly line: number;
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
  /** Source lines and the range within them. */
  readonly excerpt: { readonly text: string; readonly place: Place };
  /** Index of the clause; null if there is none on the page. */
  readonly clause: number | null;
  /** Index of the column; null if there is none. */
  readonly axis: number | null;
}
