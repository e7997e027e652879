import type { Finding, Place, Severity } from "../../policy/finding.ts";
import type { AxisStanding, ClauseLoss } from "../../policy/matrix/coverage.ts";
import type { MatrixCell, MatrixColumn } from "../../policy/matrix/matrix.ts";
import type { ReadableClause, ReadableMapping } from "../../policy/matrix/readable-policy.ts";
import type { ClauseReview } from "../../policy/review/marks.ts";
import type { PolicyFacts } from "./policy-facts.ts";

/**
 * All the screen shows of a policy: plain data that goes from the thread that checks to the one that draws, and as little of it as a
 * document can make: its texts are cut at 2,000 characters, its clauses at 200, its findings at 500.
 */
export interface PolicyPage {
  readonly path: string;
  /** Of the file's bytes; null: they were not read. */
  readonly sha256: string | null;
  readonly summary: PolicySummary;
  /** What the document says of itself; null: it cannot be read as a document. */
  readonly facts: PolicyFacts | null;
  readonly columns: readonly PageColumn[];
  readonly clauses: readonly PageClause[];
  readonly findings: readonly PageFinding[];
}

/** What the list shows of a policy. */
export interface PolicySummary {
  /** `unreadable`: not even a document. */
  readonly verdict: "valid" | "warnings" | "errors" | "unreadable";
  /** All of them, also those that are not on the page. */
  readonly errors: number;
  readonly warnings: number;
  readonly regime: string | null;
  /** Axes that are mapped, and minimum_lambda_coverage where it can be read. */
  readonly covered: number;
  readonly minimum: number | null;
  readonly slack: number | null;
  readonly clauses: number;
  readonly reviewed: number;
  /** Why the review beside the file cannot be read; null: it can, or there is none. */
  readonly reviewProblem: string | null;
}

export interface PageColumn extends MatrixColumn {
  /** Null for an axis that is not mandatory. */
  readonly standing: AxisStanding | null;
}

export interface PageClause extends Pick<ReadableClause, "id" | "title" | "citation" | "fullRef"> {
  readonly line: number;
  /** What a review is bound to; null: it cannot be. */
  readonly hash: string | null;
  readonly review: ClauseReview;
  /** One for each column; null: the clause does not map the axis. */
  readonly cells: readonly (PageCell | null)[];
  /** What would be lost without it; null: not worked out, the document has too many clauses. */
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
  /** Its rule, or `schema/` and the keyword. */
  readonly id: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string | null;
  readonly fix: Finding["fix"];
  /** The lines it is about, and its place in them. */
  readonly excerpt: { readonly text: string; readonly place: Place };
  /** The clause it is about, by index; null: none, or one that is not on the page. */
  readonly clause: number | null;
  /** The column it is about; null: none. */
  readonly axis: number | null;
}
