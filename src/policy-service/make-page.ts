import { sha256Of } from "../policy-files/change-file.ts";
import type { PolicyFile } from "../policy-files/read-policy-file.ts";
import type { ReviewReading } from "../policy-files/review-folder.ts";
import { checkReading } from "../policy/check-document.ts";
import type { PolicyDocument } from "../policy/document.ts";
import type { Finding } from "../policy/finding.ts";
import { pointerSegments } from "../policy/json-pointer.ts";
import { type ClauseLoss, coverageOf, lossOf } from "../policy/matrix/coverage.ts";
import { type MatrixCell, matrixOf, type PolicyMatrix } from "../policy/matrix/matrix.ts";
import {
  asList,
  asOneOf,
  ownField,
  type ReadablePolicy,
  readablePolicy,
} from "../policy/matrix/readable-policy.ts";
import { axes } from "../policy/policy.ts";
import { parseFinding } from "../policy/read/fault.ts";
import { findingId } from "../policy/report/checked-text.ts";
import { excerptOf } from "../policy/report/excerpt.ts";
import { clauseReviews } from "../policy/review/clause-review.ts";
import { generalFields } from "../policy/review/general-provisions.ts";
import { clauseHash, reviewedClauses } from "../policy/review/reviewed-clauses.ts";
import { type SealState, unsealed } from "../policy/seal/seal-state.ts";
import type { PolicySummary } from "../policy/summary.ts";
import { summaryOf } from "./make-summary.ts";
import { noOlderVersion, pageDiff } from "./page-diff.ts";
import { cut, maxClauses, maxSource } from "./page-limits.ts";
import { policyFacts } from "./policy-facts.ts";
import {
  type PageCell,
  type PageClause,
  type PageFinding,
  type PageMapping,
  type PagePart,
  type PolicyPage,
  type ReadVersion,
  revisionBase,
} from "./policy-page.ts";

const maxFindings = 500;
const maxFields = 200;

type ReviewedPart = Pick<PagePart, "id" | "hash" | "review">;

/** Policy as read: lists show its summary, documents the whole page. */
export interface PolicyReading {
  readonly path: string;
  readonly file: PolicyFile;
  readonly review: ReviewReading;
  readonly seal: SealState;
  /** Version of the policy in the baseline. */
  readonly baseline: ReadVersion;
}

/** Returns the views of a policy, each made on first use, the summary without the page. */
export function viewsOf({ path, file, review, seal, baseline }: PolicyReading) {
  const { check, text, bytes } = file;
  const value = check.document?.value;
  const policy = readablePolicy(value);
  const counted = { check, policy, review, seal: seal.standing };
  return {
    summary(): PolicySummary {
      // Without entries, skips hashing, which takes most of the time.
      const hashOf = review.entries.length === 0 ? () => null : clauseHash;
      return summaryOf({
        ...counted,
        coverage: coverageOf(policy),
        reviews: clauseReviews(reviewedClauses(value, maxClauses, hashOf), review.entries),
        sinceBaseline: pageDiff(check, baseline.version, baseline.base.name),
      });
    },
    /**
     * @param reviewer name of the person who reviews here
     * @param other version to compare the policy with, instead of the baseline
     */
    page(reviewer: string, other: ReadVersion | null = null): PolicyPage {
      const whole = matrixOf(policy);
      const { coverage } = whole;
      const { kind, name } = (other ?? baseline).base;
      const sinceBaseline = pageDiff(check, baseline.version, baseline.base.name, text);
      const reviewed = reviewedClauses(value, maxClauses);
      const reviews = clauseReviews(reviewed, review.entries);
      const parts = reviews.map((state, index) => ({
        id: reviewed[index]?.id ?? null,
        hash: reviewed[index]?.hash ?? null,
        review: state,
      }));
      const clauses = pageClauses(policy, check.document, whole, parts);
      // Offsets of findings do not count the byte order mark.
      const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
      return {
        path,
        sha256: bytes === null ? null : sha256Of(bytes),
        facts: policyFacts(value),
        summary: summaryOf({ ...counted, coverage, reviews, sinceBaseline }),
        seal,
        reviewer,
        columns: whole.columns.map((column) => ({
          ...column,
          standing: coverage.mandatory.find(({ axis }) => axis === column.axis)?.standing ?? null,
        })),
        clauses,
        general: pageGeneral(check.document, parts[clauses.length]),
        findings: check.findings
          .slice(0, maxFindings)
          .map((finding) => pageFinding(finding, content, value, clauses.length)),
        baseline: baseline.base.name,
        sinceBaseline,
        compared: {
          kind,
          name,
          diff: other === null ? sinceBaseline : pageDiff(check, other.version, name, text),
        },
        source: content.slice(0, maxSource),
      };
    },
  };
}

function pageClauses(
  policy: ReadablePolicy,
  document: PolicyDocument | null,
  { rows, coverage }: PolicyMatrix,
  parts: readonly ReviewedPart[],
): readonly PageClause[] {
  const shown = rows.slice(0, maxClauses);
  const placeOf = (path: string) => {
    const { line, column } = document?.valuePlace(path) ?? { line: 1, column: 1 };
    return { line, column };
  };
  return shown.flatMap(({ clause, cells }, index): PageClause[] => {
    const part = parts[index];
    if (part === undefined) return [];
    return [
      {
        // Complete, because entries of a review refer to the full ID.
        ...part,
        title: cut(clause.title),
        citation: cut(clause.citation),
        fullRef: cut(clause.fullRef),
        ...placeOf(clause.path),
        cells: cells.map((cell) => (cell === null ? null : pageCell(cell, placeOf))),
        loss: rows.length > maxClauses ? null : shownLoss(lossOf(policy, coverage, index)),
      },
    ];
  });
}

function pageGeneral(document: PolicyDocument | null, part: ReviewedPart | undefined): PolicyPage["general"] {
  if (document === null || part === undefined) return null;
  const placeOf = (path: string) => {
    const { line, column } = document.keyPlace(path) ?? { line: 1, column: 1 };
    return { line, column };
  };
  const fields = generalFields(document.value)
    .slice(0, maxFields)
    .map(({ path, text }) => ({ path, text: cut(text), ...placeOf(path) }));
  return { ...part, ...placeOf("/compliance_thresholds"), fields };
}

/** Omits the remaining coverage: the screen does not show it. */
function shownLoss({ uncovered, unsatisfied, fallsBelowMinimum }: ClauseLoss): PageClause["loss"] {
  return { uncovered, unsatisfied, fallsBelowMinimum };
}

function pageCell(
  { weight, enforcement, mappings }: MatrixCell,
  placeOf: (path: string) => Pick<PageMapping, "line" | "column">,
): PageCell {
  return {
    weight,
    enforcement,
    mappings: mappings.slice(0, axes.length).map((mapping) => ({
      label: cut(mapping.label),
      weight: mapping.weight,
      enforcement: mapping.enforcement,
      rationale: cut(mapping.rationale),
      ...placeOf(mapping.path),
    })),
  };
}

function pageFinding(finding: Finding, text: string, value: unknown, clauses: number): PageFinding {
  const { severity, line, column, message, hint, fix } = finding;
  const { clause, axis } = subjectOf(finding.path, value);
  return {
    severity,
    id: findingId(finding),
    line,
    column,
    message: cut(message),
    hint: cut(hint),
    fix,
    excerpt: excerptOf(text, finding),
    clause: clause !== null && clause < clauses ? clause : null,
    axis,
  };
}

/** Returns the indexes of a path's clause and column, or null. */
function subjectOf(path: string, value: unknown): { clause: number | null; axis: number | null } {
  const [section, first, list, second] = pointerSegments(path);
  const columnOf = (name: unknown) => {
    const axis = asOneOf(name, axes);
    return axis === null ? null : axes.indexOf(axis);
  };
  if (section === "compliance_thresholds" && first === "mandatory_axes" && list !== undefined) {
    const mandatory = asList(ownField(ownField(value, section), first));
    return { clause: null, axis: columnOf(mandatory[Number(list)]) };
  }
  if (section !== "regulatory_clauses" || first === undefined) return { clause: null, axis: null };
  const clause = Number(first);
  if (list !== "lambda_axes" || second === undefined) return { clause, axis: null };
  const mappings = asList(ownField(asList(ownField(value, section))[clause], list));
  return { clause, axis: columnOf(ownField(mappings[Number(second)], "axis")) };
}

/**
 * Creates the page of an uncheckable file.
 * @param why a sentence
 * @param hint an imperative without a period
 * @param baseline name of the baseline
 */
export function unreadablePage(path: string, why: string, hint: string, baseline: string): PolicyPage {
  const finding = parseFinding("", { start: 0, end: 0, message: why, hint });
  const check = checkReading({ ok: false, finding }, { file: path });
  return viewsOf({
    path,
    file: { check, text: "", bytes: null },
    review: { entries: [], problem: null },
    seal: unsealed,
    baseline: { base: revisionBase(baseline), version: noOlderVersion },
  }).page("");
}
