import type { ReviewReading } from "../policy-files/review-folder.ts";
import type { PolicyCheck } from "../policy/check-document.ts";
import type { AxisDirection } from "../policy/diff/axis-directions.ts";
import { carriersByAxis, type Coverage } from "../policy/matrix/coverage.ts";
import { ownField, type ReadablePolicy } from "../policy/matrix/readable-policy.ts";
import { mandatoryWeight, strengthOf } from "../policy/matrix/weights.ts";
import { isUndecided } from "../policy/open-items.ts";
import { axes } from "../policy/policy.ts";
import { severityCounts } from "../policy/report/checked-text.ts";
import { type ClauseReview, standingCounts } from "../policy/review/clause-review.ts";
import type { SealStanding } from "../policy/seal/seal-state.ts";
import type { PolicySummary, SummaryAxis } from "../policy/summary.ts";
import type { PageDiff } from "./page-diff.ts";
import { cut } from "./page-limits.ts";
import { changeCount } from "./policy-page.ts";

/** Facts of a policy that its summary counts. */
interface SummaryParts {
  readonly check: PolicyCheck;
  readonly policy: ReadablePolicy;
  readonly coverage: Coverage;
  /** State of the review of each clause, at most 200, and of the general provisions. */
  readonly reviews: readonly ClauseReview[];
  readonly review: ReviewReading;
  readonly seal: SealStanding;
  readonly sinceBaseline: PageDiff;
}

/** Counts what a list shows of a policy. */
export function summaryOf(parts: SummaryParts): PolicySummary {
  const { check, policy, coverage, reviews, review, seal, sinceBaseline } = parts;
  const regime = ownField(check.document?.value, "regime");
  const standings = standingCounts(reviews);
  return {
    verdict: verdictOf(check),
    ...severityCounts(check.findings),
    regime: typeof regime === "string" ? cut(regime) : null,
    covered: coverage.covered.length,
    minimum: coverage.minimum,
    slack: coverage.slack,
    strength: strengthOf(coverage),
    axes: summaryAxes(policy, coverage, "axes" in sinceBaseline ? sinceBaseline.axes : []),
    parts: reviews.length,
    approved: standings.approved,
    flagged: standings.flagged + standings.disagreement,
    disputed: standings.disagreement,
    reopened: standings.reopened,
    reviewProblem: review.problem,
    seal,
    undecided:
      "changes" in sinceBaseline
        ? sinceBaseline.changes.filter((change) => isUndecided(change, reviews)).length
        : 0,
    ...baselineSummary(sinceBaseline),
  };
}

function baselineSummary(
  sinceBaseline: PageDiff,
): Pick<PolicySummary, "sinceBaseline" | "baselineProblem" | "isTextOnly" | "renamedFrom"> {
  if ("counts" in sinceBaseline) {
    const { counts, isTextOnly, renamedFrom, notCompared } = sinceBaseline;
    // Without a listed change, only uncompared values differ.
    if (notCompared !== undefined && changeCount(sinceBaseline) === 0)
      return { sinceBaseline: null, baselineProblem: "unreadable" };
    return {
      sinceBaseline: counts,
      baselineProblem: null,
      ...(isTextOnly === undefined ? {} : { isTextOnly }),
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
    };
  }
  const { isNew, isApart } = sinceBaseline;
  return { sinceBaseline: null, baselineProblem: isNew ? "new" : isApart ? null : "unreadable" };
}

function verdictOf({ document, valid, findings }: PolicyCheck): PolicySummary["verdict"] {
  if (document === null) return "unreadable";
  if (!valid) return "errors";
  return findings.length > 0 ? "warnings" : "valid";
}

function summaryAxes(
  { clauses }: ReadablePolicy,
  { mandatory }: Coverage,
  directions: readonly AxisDirection[],
): readonly SummaryAxis[] {
  const carriers = carriersByAxis(clauses);
  return axes.map((axis, index) => {
    const mappings = carriers.get(axis)?.flatMap((carrier) => carrier.mappings);
    const wanted = mandatory.find((one) => one.axis === axis);
    return {
      weight: mappings === undefined ? null : mandatoryWeight(mappings),
      need: wanted === undefined ? "optional" : wanted.isSatisfied ? "met" : "missing",
      sinceBaseline: directions[index] ?? null,
    };
  });
}
