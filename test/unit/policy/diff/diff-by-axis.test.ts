import { expect, it } from "vitest";
import { diffByAxis } from "../../../../src/policy/diff/diff-by-axis.ts";
import { placedByAxis } from "../../../../src/policy/diff/placed-changes.ts";
import type { Policy } from "../../../../src/policy/policy.ts";
import { mapping, validPolicy } from "../../../support/policy/valid-policy.ts";

/** Returns a policy of another vertical: nothing enforces Λ3, one clause does Λ9, Λ1 is mandatory, the quorum is lower. */
function other(): Policy {
  const policy = validPolicy();
  policy.vertical = "financial";
  policy.compliance_thresholds.mandatory_axes.push("Λ1");
  policy.receipt_chain.quorum = "2-of-3";
  policy.receipt_chain.nodes = ["x", "y", "z"];
  for (const clause of policy.regulatory_clauses) {
    clause.clause_id = clause.clause_id.replace("HC", "FIN");
    for (const one of clause.lambda_axes) if (one.axis === "Λ3") one.enforcement = "recommended";
  }
  policy.regulatory_clauses[0]?.lambda_axes.push(mapping("Λ9", 0.5, "mandatory"));
  return policy;
}

it("compares axes, thresholds and receipt chain, not clauses, names and nodes", () => {
  const before = validPolicy();
  const texts = diffByAxis(before, other()).changes.map(({ direction, text }) => `${direction}: ${text}`);
  expect(texts).toEqual([
    "weakened: Λ3 (Privacy) mandatory weight 0.9 → 0",
    "weakened: Λ3 (Privacy) enforcing clauses 1 → 0",
    "strengthened: Λ9 (Explainability) mandatory weight 0 → 0.5",
    "strengthened: Λ9 (Explainability) enforcing clauses 0 → 1",
    "strengthened: Λ1 (Transparency) is mandatory now",
    'weakened: quorum "3-of-5" → "2-of-3"',
  ]);
});

it("places its changes at the heads of the axes", () => {
  const { by, changes, cells, removed } = placedByAxis(validPolicy(), other());
  expect({ by, cells, removed }).toEqual({ by: "axis", cells: [], removed: [] });
  const placed = changes.filter(({ kind }) => kind.startsWith("axis-"));
  expect(placed.length).toBeGreaterThan(0);
  for (const { clause, axis, text } of placed) {
    expect(clause).toBeNull();
    expect(text).toContain(`Λ${(axis ?? -1) + 1} `);
  }
});

it("finds nothing between equal policies, and the opposite in the other direction", () => {
  expect(diffByAxis(validPolicy(), validPolicy())).toEqual({ weakened: false, changes: [] });
  const [there, back] = [diffByAxis(validPolicy(), other()), diffByAxis(other(), validPolicy())];
  const directions = ({ changes }: typeof there, wanted: string) =>
    changes.filter(({ direction }) => direction === wanted).length;
  expect(directions(there, "weakened")).toBe(directions(back, "strengthened"));
  expect(directions(there, "strengthened")).toBe(directions(back, "weakened"));
});
