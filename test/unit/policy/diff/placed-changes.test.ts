import { describe, expect, it } from "vitest";
import { placedDiff } from "../../../../src/policy/diff/placed-changes.ts";
import { mapping, type TestPolicy, validPolicy } from "../../../support/policy/valid-policy.ts";

function placed(change: (policy: TestPolicy) => void) {
  const after = validPolicy();
  change(after);
  return placedDiff(validPolicy(), after);
}

describe("the changes of a policy in its matrix", () => {
  it("have the cell of the newer version, with its older mapping", () => {
    const { changes, cells, counts } = placed((policy) => {
      policy.regulatory_clauses.reverse();
      Object.assign(policy.regulatory_clauses[6]!.lambda_axes[0]!, {
        weight: 0.95,
        enforcement: "recommended",
      });
    });
    expect(changes.map(({ kind, clause, axis }) => [kind, clause, axis])).toEqual([
      ["weight", 6, 5],
      ["enforcement", 6, 5],
      ["clauses-reordered", null, null],
    ]);
    // Stronger by weight, weaker by enforcement.
    expect(cells).toEqual([
      { clause: 6, axis: 5, direction: "weakened", was: { weight: 0.9, enforcement: "mandatory" } },
    ]);
    expect(counts).toEqual({ weakened: 1, strengthened: 1, changed: 1 });
  });

  it("mark a mapping that was removed at the cell where it was", () => {
    const { cells } = placed((policy) => void policy.regulatory_clauses[1]!.lambda_axes.shift());
    expect(cells).toEqual([
      { clause: 1, axis: 5, direction: "weakened", was: { weight: 0.9, enforcement: "mandatory" } },
    ]);
  });

  it("mark every cell of an added clause, and name a removed one, whose changes have no cell", () => {
    const { cells, removed, changes } = placed((policy) => {
      policy.regulatory_clauses[0] = {
        clause_id: "NEW-1.1",
        title: "A clause that is new",
        citation: "Citation of it",
        full_ref: "The full reference of the new clause",
        lambda_axes: [mapping("Λ1"), mapping("Λ9")],
      };
    });
    expect(cells.map(({ clause, axis, direction, was }) => [clause, axis, direction, was])).toEqual([
      [0, 0, "strengthened", null],
      [0, 8, "strengthened", null],
    ]);
    expect(removed.map(({ clause_id }) => clause_id)).toEqual(["HC-164.300"]);
    expect(changes.find(({ kind }) => kind === "clause-removed")).toMatchObject({ clause: null, axis: null });
  });

  it("place a mandatory axis in its column, added or removed", () => {
    const { changes } = placed((policy) => {
      policy.compliance_thresholds.mandatory_axes = [
        "Λ9",
        ...policy.compliance_thresholds.mandatory_axes.slice(1),
      ];
    });
    const columns = changes.filter(({ kind }) => kind.startsWith("mandatory-axis")).map(({ axis }) => axis);
    expect(columns).toHaveLength(2);
    expect(columns).toContain(8);
  });
});

describe("the changed fields outside the clauses", () => {
  it("have their older values, and one direction for all changes of a field", () => {
    const { fields, changes } = placed((policy) => {
      policy.compliance_thresholds.receipt_retention_days = 730;
      policy.compliance_thresholds.mandatory_axes = ["Λ3", "Λ6"];
      policy.receipt_chain.quorum = "2-of-5";
      policy.meta.irb_oversight = "required";
      policy.regulatory_clauses[0]!.title = "Another title";
    });
    expect(fields.map(({ path, direction, was }) => [path, direction, was])).toEqual([
      ["/meta/irb_oversight", expect.any(String), null],
      ["/compliance_thresholds/mandatory_axes", "weakened", "Λ3, Λ6, Λ7"],
      ["/compliance_thresholds/receipt_retention_days", "weakened", "2190"],
      ["/receipt_chain/quorum", "weakened", "3-of-5"],
    ]);
    const placeOf = (kind: string) => changes.find((change) => change.kind === kind);
    expect(placeOf("clause-text")?.field).toBeNull();
    expect(placeOf("mandatory-axis-removed")).toMatchObject({
      clause: null,
      axis: 6,
      field: "/compliance_thresholds/mandatory_axes",
    });
  });
});
