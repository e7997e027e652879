import { describe, expect, it } from "vitest";
import { checkPolicy } from "../../../src/policy/check.ts";
import { codeFrame } from "../../../src/policy/report/code-frame.ts";
import { excerptOf } from "../../../src/policy/report/excerpt.ts";
import { pageOf } from "../../support/app/policy-state.ts";
import { changed, lineOf, shippedPolicy } from "../../support/policy/policy-folder.ts";
import { testNowMs, toYaml, validPolicy } from "../../support/policy/valid-policy.ts";

const healthcare = shippedPolicy("healthcare");

describe("the page of a policy", () => {
  it("has the list's data, the matrix with lines, and the loss of each clause", () => {
    const page = pageOf(healthcare);
    expect(page.summary).toMatchObject({
      verdict: "valid",
      errors: 0,
      warnings: 0,
      covered: 9,
      minimum: 7,
      slack: 2,
      parts: 13,
      approved: 0,
    });
    expect(page.facts).toMatchObject({ vertical: "healthcare", quorum: "2-of-3", retentionDays: 2192 });
    const [clause] = page.clauses;
    expect(clause?.line).toBe(lineOf(healthcare, "clause_id: HIPAA-164.308a1A"));
    expect(clause?.cells[5]?.mappings[0]?.line).toBe(lineOf(healthcare, "axis: Λ6"));
    expect(clause?.fullRef).toContain("risk analysis (required)");
    const privacy = page.clauses.find(({ id }) => id === "HIPAA-164.502b");
    expect(privacy?.loss).toEqual({ uncovered: ["Λ4"], unsatisfied: [], fallsBelowMinimum: false });
  });

  it("has the clause and the axis of each finding", () => {
    const policy = validPolicy();
    policy.regulatory_clauses[1]!.lambda_axes[1]!.label = "Privacy";
    policy.regulatory_clauses[2]!.citation = "x";
    policy.compliance_thresholds.mandatory_axes = ["Λ3", "Λ3"];
    const about = (text: string) => pageOf(text).findings.map(({ clause, axis }) => [clause, axis]);
    expect(about(toYaml({ ...policy, jurisdiction: "" }))).toEqual(
      expect.arrayContaining([
        [null, null],
        [2, null],
      ]),
    );
    const wrongLabel = validPolicy();
    wrongLabel.regulatory_clauses[1]!.lambda_axes[1]!.label = "Privacy";
    expect(about(toYaml(wrongLabel))).toEqual([[1, 6]]);
    const uncovered = validPolicy();
    uncovered.compliance_thresholds.mandatory_axes = ["Λ3", "Λ9"];
    expect(about(toYaml(uncovered))).toEqual([[null, 8]]);
  });

  it("frames findings as in the whole text, with a byte order mark and any line endings", () => {
    const wrong = changed(healthcare, "label: Robustness", "label: Security");
    for (const text of [
      wrong,
      `\uFEFF${wrong}`,
      wrong.replaceAll("\n", "\r\n"),
      wrong.replaceAll("\n", "\r"),
    ]) {
      const { findings } = checkPolicy(text, { file: "p.yaml", nowMs: testNowMs });
      const framed = pageOf(text).findings.map(({ excerpt, severity }) =>
        codeFrame(excerpt, { severity, columns: 80 }),
      );
      expect(framed).toEqual(
        findings.map((finding) =>
          codeFrame(excerptOf(text, finding), { severity: finding.severity, columns: 80 }),
        ),
      );
      expect(framed).toHaveLength(1);
    }
  });

  it("is bounded for a huge document: clauses, findings and characters", () => {
    const clause = { clause_id: "A", title: "x".repeat(2_500), bad: 1 };
    const text = JSON.stringify({
      regime: "y".repeat(1_000_000),
      regulatory_clauses: Array.from({ length: 3_000 }, () => clause),
    });
    const page = pageOf(text, "/p/p.json");
    expect(page.clauses).toHaveLength(200);
    expect(page.findings).toHaveLength(500);
    expect(page.summary.errors).toBeGreaterThan(500);
    expect(page.clauses[0]?.title).toHaveLength(2_001);
    expect(page.clauses[0]?.loss).toBeNull();
    expect(JSON.stringify(page).length).toBeLessThan(5_000_000);
  });

  it.each(["", "null", "[]", '"text"', "- 1", "regulatory_clauses: {}", "regulatory_clauses: [null, 3, []]"])(
    "of %j is a page too",
    (text) => {
      const page = pageOf(text);
      expect(page.columns).toHaveLength(10);
      expect(page.summary.errors).toBeGreaterThan(0);
    },
  );
});
