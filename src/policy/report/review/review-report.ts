import { plural } from "../../../text/numbers.ts";
import type { PolicyCheck } from "../../check-document.ts";
import type { Finding } from "../../finding.ts";
import { pointerSegments } from "../../json-pointer.ts";
import { type PolicyMatrix, matrixOf } from "../../matrix/matrix.ts";
import { clauseName, type ReadableClause, readablePolicy } from "../../matrix/readable-policy.ts";
import { openKindOf } from "../../open-items.ts";
import { type ClauseReview, clauseReviews } from "../../review/clause-review.ts";
import { generalFields, generalId } from "../../review/general-provisions.ts";
import { inOrder, type ReviewEntry } from "../../review/review-entry.ts";
import { reviewedClauses } from "../../review/reviewed-clauses.ts";
import { aboutPolicy, type Fact, policyDescription, policyTitle } from "../about.ts";
import { directionStyles } from "../change-lines.ts";
import { severityCounts, severityWords } from "../checked-text.ts";
import type { MatrixNotes } from "../matrix-notes.ts";
import { openParts, standingWords } from "./open-parts.ts";
import { type OlderSource, type ReportedChanges, reportedChanges } from "./reported-changes.ts";
import { type ReportedSeal, type SealSource, reportedSeal } from "./reported-seal.ts";
import { kindWords, reportTime, type Statement, statement, textLines } from "./statement.ts";

/** Policy with its review and its seal, as read. */
export interface ReviewSource {
  readonly check: PolicyCheck;
  /** SHA-256 of the file in hex; null if its bytes were not read. */
  readonly sha256: string | null;
  readonly entries: readonly ReviewEntry[];
  /** Reason for a partly unreadable review; null for a complete one. */
  readonly problem: string | null;
  readonly older: OlderSource;
  readonly seal: SealSource;
}

/** Discussion, beginning with a verdict or a comment. */
interface ReportedThread extends Statement {
  /** Replies, oldest first, and at the end who resolved the discussion. */
  readonly answers: readonly Statement[];
}

/** Review of a clause, or of the general provisions. */
export interface ReportedReview {
  /** State of the review. */
  readonly standing: string;
  /** Verdicts and comments, oldest first. */
  readonly threads: readonly ReportedThread[];
}

interface ReportedClause extends ReportedReview {
  readonly clause: ReadableClause;
}

interface ReportedGeneral extends ReportedReview {
  /** Names and texts on one line. */
  readonly fields: readonly Fact[];
}

/** Report of a review, with unescaped texts of the files: formats escape them. */
export interface ReviewReport {
  readonly title: string;
  readonly description: string | null;
  /** Identity and state of the policy. */
  readonly about: readonly Fact[];
  /** Open items of the policy, its clauses and its general provisions, with reasons. */
  readonly open: readonly string[];
  readonly changed: ReportedChanges;
  readonly matrix: PolicyMatrix;
  /** Review of each clause, and the differences from the older version. */
  readonly notes: MatrixNotes;
  readonly findings: readonly Finding[];
  readonly clauses: readonly ReportedClause[];
  /** Null for a policy without clauses: there is nothing to review. */
  readonly general: ReportedGeneral | null;
  /** Outdated entries: replaced, withdrawn, or about missing clauses. */
  readonly earlier: readonly Statement[];
  readonly seal: ReportedSeal;
  readonly problem: string | null;
}

/** Creates the report of a review with each entry once. Equal sources result in equal reports. */
export function reviewReport({ check, sha256, entries, problem, older, seal }: ReviewSource): ReviewReport {
  const value = check.document?.value;
  const policy = readablePolicy(value);
  const reviews = clauseReviews(reviewedClauses(value), entries);
  const reviewed = policy.clauses.flatMap((clause, index) => {
    const review = reviews[index];
    return review === undefined ? [] : [{ clause, review }];
  });
  const general = reviews[policy.clauses.length] ?? null;
  const ordered = inOrder(entries);
  const approved = reviews.filter((review) => openKindOf(review) === null).length;
  const changed = reportedChanges(check, older);
  const sealed = reportedSeal(seal);
  return {
    title: `Review of ${policyTitle(check)}`,
    description: policyDescription(check),
    about: [
      ...aboutPolicy(check),
      ...(sha256 === null ? [] : [["SHA-256", sha256] as const]),
      ["Result", resultWords(check)],
      ["Review", `${approved} of ${plural(reviews.length, "part")} approved`],
      ["Changes", changed.summary],
      ["Seal", sealed.standing],
    ],
    open: openParts({
      reviews,
      names: reviews.map((_, index) => {
        const clause = policy.clauses[index];
        return clause === undefined ? generalId : titleOf(clause);
      }),
      errors: severityCounts(check.findings).errors,
      changes: changed.diff?.changes ?? [],
      revision: older.revision,
      seal: seal.state,
    }),
    changed,
    matrix: matrixOf(policy),
    notes: {
      reviews: reviewed.map(({ review }) => standingWords[review.standing]),
      diff: changed.diff,
      revision: older.revision,
    },
    findings: check.findings,
    clauses: reviewed.map(({ clause, review }) => ({ clause, ...reportedReview(review, ordered) })),
    general:
      general === null
        ? null
        : { fields: generalFacts(value, changed, older.revision), ...reportedReview(general, ordered) },
    earlier: earlierEntries(reviews, ordered),
    seal: sealed,
    problem,
  };
}

/** Returns the name and the title of a clause. */
export function titleOf(clause: ReadableClause): string {
  return clause.title === null ? clauseName(clause) : `${clauseName(clause)} ${clause.title}`;
}

function resultWords({ valid, findings }: PolicyCheck): string {
  const found = severityWords(severityCounts(findings));
  return [valid ? "valid" : "not valid", ...found].join(", ");
}

/** Returns the general provisions, changed ones with their former values: `730 (▼ was 2192 in HEAD)`. */
function generalFacts(document: unknown, { diff }: ReportedChanges, revision: string): readonly Fact[] {
  return generalFields(document).map(({ path, text }) => {
    const change = diff?.fields.find((field) => field.path === path);
    const sign = change === undefined ? "" : directionStyles[change.direction].glyph;
    const before = change?.was === null ? `not in ${revision}` : `was ${change?.was} in ${revision}`;
    const note = change === undefined ? "" : ` (${sign} ${before})`;
    return [pointerSegments(path).join("."), textLines(`${text}${note}`).join(" ")];
  });
}

function reportedReview(
  { standing, threads }: ClauseReview,
  ordered: readonly ReviewEntry[],
): ReportedReview {
  return {
    standing: standingWords[standing],
    threads: threads.map((thread) => reportedThread(thread, ordered)),
  };
}

function reportedThread(
  { root, replies, resolved, isOld, counts }: ClauseReview["threads"][number],
  ordered: readonly ReviewEntry[],
) {
  const notes = [...(isOld ? ["before the last edit"] : []), ...(counts ? [] : replacedNote(root, ordered))];
  return {
    ...statement(root, notes),
    answers: [...replies, ...(resolved === null ? [] : [resolved])].map((entry) => statement(entry)),
  };
}

function earlierEntries(
  reviews: readonly ClauseReview[],
  ordered: readonly ReviewEntry[],
): readonly Statement[] {
  const shown = new Set(
    reviews.flatMap(({ threads }) =>
      threads.flatMap(({ root, replies, resolved }) => [root, ...replies, resolved]),
    ),
  );
  return ordered
    .filter((entry) => !shown.has(entry))
    .map((entry) => {
      const { words, text } = statement(entry, replacedNote(entry, ordered));
      return { words: `${entry.clauseId}: ${words}`, text };
    });
}

/** Names the author's next verdict on the clause, which replaced this one. */
function replacedNote(entry: ReviewEntry, ordered: readonly ReviewEntry[]): readonly string[] {
  if (!replaces(entry)) return [];
  const next = ordered
    .slice(ordered.indexOf(entry) + 1)
    .find((other) => other.clauseId === entry.clauseId && other.by === entry.by && replaces(other));
  return next === undefined ? [] : [`replaced: ${kindWords[next.kind]}, ${reportTime(next.at)}`];
}

function replaces({ kind }: ReviewEntry): boolean {
  return kind === "approved" || kind === "flagged" || kind === "withdrawn";
}
