import type { PageDiff } from "../../../src/policy-service/page-diff.ts";
import type { PolicyPage } from "../../../src/policy-service/policy-page.ts";
import { severities } from "../../../src/policy/finding.ts";
import { axes, axisLabels, enforcements } from "../../../src/policy/policy.ts";
import { type ClauseReview, standings, type Thread } from "../../../src/policy/review/clause-review.ts";
import { generalId } from "../../../src/policy/review/general-provisions.ts";
import { entryKinds, type ReviewEntry, verdicts } from "../../../src/policy/review/review-entry.ts";
import { receiptFinding } from "../../../src/policy/seal/receipt-finding.ts";
import type { SealState } from "../../../src/policy/seal/seal-state.ts";
import { matrixOrders } from "../../../src/screens/policies/select/matrix-order.ts";
import {
  type PoliciesState,
  type PolicyEntry,
  policyPanes,
} from "../../../src/screens/policies/select/policies-state.ts";
import { policiesSlice } from "../../../src/screens/policies/state/policies.ts";
import { textField } from "../../../src/tui/text-field.ts";
import type { Random } from "../random.ts";
import { randomValues, type RandomValues } from "./random-values.ts";

function randomEntry({ random, text, coin }: RandomValues): ReviewEntry {
  return {
    id: text(20),
    kind: random.pick(entryKinds),
    clauseId: text(),
    clauseHash: "",
    to: null,
    text: text(200),
    by: text(),
    at: coin() ? "2026-11-20T09:14:03.218Z" : text(10),
  };
}

/** Returns a random discussion. */
export function randomThread(values: RandomValues): Thread {
  return {
    root: randomEntry(values),
    replies: values.many(3, () => randomEntry(values)),
    resolved: values.maybe(randomEntry(values)),
    isOld: values.coin(),
    counts: values.coin(),
    isWithdrawn: values.coin(),
  };
}

const sealStandings = ["sealed", "changed", "unsealed", "unsigned", "proposed", "broken"] as const;

/**
 * Returns a random state of the policies, including impossible ones.
 * @param text returns a hostile text of limited length
 */
export function randomPolicies(random: Random, text: (length?: number) => string): PoliciesState {
  const values = randomValues(random, text);
  const { coin, maybe, many } = values;
  const weight = () => maybe(random.pick([0, 0.2, 0.5, 0.75, 1, -3, 1e9, random.next()]));
  const facts = () => many(6, () => ({ name: text(30), value: text(60) }));
  const line = () => 1 + random.below(1e7);

  const counts = () => ({
    weakened: random.below(2_000),
    strengthened: random.below(3),
    changed: random.below(3),
  });
  const direction = () => random.pick(["weakened", "strengthened", "changed"] as const);
  const axisDirection = () => random.pick(["weakened", "strengthened", null] as const);
  const pageDiff = (): PageDiff =>
    random.next() < 0.3
      ? {
          problem: text(200),
          isNew: coin(),
          isApart: coin(),
          lines: many(9, () => `${random.pick(["+", "-", "@", " "] as const)}${text(100)}`),
        }
      : {
          by: random.pick(["clause", "axis"] as const),
          counts: counts(),
          changes: many(12, () => ({
            kind: "weight" as const,
            direction: direction(),
            oldPath: null,
            newPath: maybe(text(60)),
            text: text(300),
            clause: maybe(random.below(20)),
            axis: maybe(random.below(10)),
            field: maybe(`/${text(30)}`),
          })),
          fields: many(12, () => ({
            path: `/meta/${text(30)}`,
            direction: direction(),
            was: maybe(text(300)),
          })),
          cells: many(12, () => ({
            clause: random.below(20),
            axis: random.below(10),
            direction: direction(),
            was: maybe({ weight: random.next(), enforcement: random.pick(enforcements) }),
          })),
          removed: many(3, () => ({ clause_id: text(), title: text(200) })),
          axes: axes.map(axisDirection),
        };

  const summary = (): PolicyPage["summary"] => ({
    verdict: random.pick(["valid", "warnings", "errors", "unreadable"] as const),
    errors: random.below(2_000),
    warnings: random.below(3),
    regime: maybe(text(60)),
    covered: random.below(11),
    minimum: maybe(random.below(11)),
    slack: maybe(random.below(21) - 10),
    strength: maybe({ axis: random.pick(axes), weight: random.pick([0, 0.8, 12.123456, -3, 1e9]) }),
    axes: axes.map(() => ({
      weight: maybe(random.pick([0, 0.25, 1, 3.14, -3, 1e9, random.next()])),
      need: random.pick(["optional", "met", "missing"] as const),
      sinceBaseline: axisDirection(),
    })),
    parts: random.below(200),
    approved: random.below(200),
    flagged: random.below(3),
    disputed: random.below(3),
    reopened: random.below(3),
    reviewProblem: random.next() < 0.1 ? text() : null,
    seal: random.pick(sealStandings),
    sinceBaseline: maybe(counts()),
    undecided: random.below(3),
    baselineProblem: maybe(random.pick(["new", "unreadable"] as const)),
  });

  const sealState = (): SealState => ({
    standing: random.pick(sealStandings),
    last: maybe({
      id: text(64),
      sealedAt: coin() ? "2026-11-20T09:14:03.218Z" : text(10),
      root: text(128),
      algorithm: "SHA3-256",
      chaining: "merkle_tree",
      coverage: random.below(11),
      quorum: text(10),
      signed: many(7, () => text(30)),
      missing: many(7, () => text(30)),
    }),
    receipts: random.below(100),
    changes: many(14, () => ({
      part: maybe(coin() ? `clause:${text(60)}` : text(20)),
      how: random.pick(["added", "changed", "removed", "reordered"] as const),
    })),
    findings: many(5, () => receiptFinding("altered-root", maybe(line()), text(200))),
    proposal: maybe({
      proposedAt: "2026-11-20T09:14:03.218Z",
      quorum: text(10),
      signed: many(7, () => text(30)),
      missing: many(7, () => text(30)),
      previous: maybe({
        quorum: text(10),
        signed: many(7, () => text(30)),
        missing: many(7, () => text(30)),
      }),
      problem: maybe(text(200)),
    }),
    rule: maybe({ quorum: text(10), nodes: many(7, () => text(30)) }),
    problem: random.next() < 0.1 ? text(200) : null,
  });

  const cell = () => ({
    weight: weight(),
    enforcement: maybe(random.pick(enforcements)),
    mappings: many(2, () => ({
      label: maybe(text()),
      weight: weight(),
      enforcement: maybe(random.pick(enforcements)),
      rationale: maybe(text(300)),
      line: line(),
      column: 1 + random.below(300),
    })),
  });

  const review = (): ClauseReview => ({
    standing: random.pick(standings),
    verdicts: many(3, () => ({
      entry: { ...randomEntry(values), kind: random.pick(verdicts) },
      isOld: coin(),
    })),
    threads: many(4, () => randomThread(values)),
  });

  const baseline = coin() ? policiesSlice.initial.baseline : text(30);

  function page(path: string): PolicyPage {
    return {
      path,
      sha256: maybe(text(10)),
      summary: summary(),
      seal: sealState(),
      facts: maybe({
        vertical: maybe(text()),
        regime: maybe(text(120)),
        jurisdiction: maybe(text()),
        effectiveDate: maybe(text(12)),
        title: maybe(text(200)),
        description: maybe(text(400)),
        authority: maybe(text(200)),
        meta: facts(),
        minimum: maybe(random.below(11)),
        mandatoryAxes: many(10, () => text(6)),
        retentionDays: maybe(random.pick([365, 2_192, 1e15, -1])),
        thresholds: facts(),
        algorithm: maybe(text(20)),
        chaining: maybe(text(20)),
        quorum: maybe(text(10)),
        nodes: many(7, () => text(30)),
        chain: facts(),
      }),
      reviewer: text(),
      columns: axes.map((axis) => ({
        axis,
        label: axisLabels[axis],
        isMandatory: coin(),
        clauses: random.below(200),
        hasSingleSupport: coin(),
        enforcers: random.below(200),
        totalWeight: random.pick([0, 0.3, 2.4, -1, 1e300, random.next()]),
        mandatoryWeight: random.next(),
        standing: maybe(random.pick(["enforced", "weightless", "not-enforced", "uncovered"] as const)),
      })),
      clauses: many(14, () => ({
        id: maybe(text(80)),
        title: maybe(text(200)),
        citation: maybe(text(100)),
        fullRef: maybe(text(300)),
        line: line(),
        column: 1 + random.below(300),
        hash: null,
        review: review(),
        cells: axes.map(() => (random.next() < 0.2 ? cell() : null)),
        loss: maybe({
          uncovered: [axes[0]],
          unsatisfied: coin() ? [axes[9]] : [],
          fallsBelowMinimum: coin(),
        }),
      })),
      general: maybe({
        id: generalId,
        line: line(),
        column: 1,
        hash: maybe(text(64)),
        review: review(),
        fields: many(12, () => ({ path: `/meta/${text(30)}`, text: text(300), line: line(), column: 1 })),
      }),
      baseline,
      sinceBaseline: pageDiff(),
      compared: {
        kind: random.pick(["revision", "file"] as const),
        name: text(30),
        diff: pageDiff(),
      },
      source: text(300),
      findings: many(12, () => {
        const excerpt = many(3, () => text(120).replaceAll(/[\r\n]/g, "")).join("\n");
        const at = random.below(excerpt.length + 1);
        const row = excerpt.slice(0, at).split("\n");
        const number = 100 + row.length;
        const column = (row.at(-1)?.length ?? 0) + 1;
        const place = {
          line: number,
          column,
          endLine: number,
          endColumn: column + 3,
          start: at,
          end: at + 3,
        };
        return {
          severity: random.pick(severities),
          id: text(30),
          line: line(),
          column: line(),
          message: text(300),
          hint: maybe(text(100)),
          fix: maybe({ title: text(60), edits: [], safe: coin() }),
          excerpt: { text: excerpt, place },
          clause: maybe(random.below(20)),
          axis: maybe(random.below(10)),
        };
      }),
    };
  }

  const files = many(40, (index): PolicyEntry => ({
    path: `${index} ${text()}`,
    name: text(60) || "x",
    stamp: "",
    summary: maybe(summary()),
  }));
  const selectedPath = maybe(random.pick([...files.map(({ path }) => path), "gone"]));
  const filter = textField(random.next() < 0.3 ? text() : "");
  return {
    ...policiesSlice.initial,
    folder: maybe({ path: text(100), isShipped: coin() }),
    files,
    loadedAtMs: maybe(1),
    problem: random.next() < 0.2 ? text() : null,
    baseline,
    isCut: coin(),
    selectedPath,
    top: random.below(40),
    filter,
    editingFilter: coin(),
    focus: random.pick(["list", "matrix", "detail"] as const),
    page: maybe(page(selectedPath ?? files[0]?.path ?? "gone")),
    cell: { row: random.below(26) - 1, column: random.below(10) },
    order: random.pick(matrixOrders),
    finding: random.below(14),
    change: random.below(14),
    pane: random.pick(policyPanes),
    paneTop: random.below(20),
  };
}
