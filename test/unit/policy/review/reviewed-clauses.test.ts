import { describe, expect, it } from "vitest";
import { clauseReviews } from "../../../../src/policy/review/clause-review.ts";
import { generalFields, generalId } from "../../../../src/policy/review/general-provisions.ts";
import { reviewedClauses } from "../../../../src/policy/review/reviewed-clauses.ts";
import { checked } from "../../../support/policy/checked.ts";
import { entryOn } from "../../../support/policy/review-source.ts";
import { type TestPolicy, validPolicy } from "../../../support/policy/valid-policy.ts";

/** Returns the hash of the general provisions of a policy that a test changes. */
function hashAfter(change: (policy: TestPolicy) => void): string | null {
  const policy = validPolicy();
  change(policy);
  return reviewedClauses(policy).at(-1)?.hash ?? null;
}

describe("the reviewed parts of a policy", () => {
  it("are its clauses and, last, the general provisions, by an ID that no valid clause has", () => {
    const ids = reviewedClauses(validPolicy()).map(({ id }) => id);
    expect(ids).toEqual([...validPolicy().regulatory_clauses.map(({ clause_id }) => clause_id), generalId]);
    const named = validPolicy();
    named.regulatory_clauses[0]!.clause_id = generalId;
    expect(checked(named).check.findings).toMatchObject([
      { path: "/regulatory_clauses/0/clause_id", keyword: "pattern" },
    ]);
  });

  it("have general provisions that change with every field outside the clauses, and with no clause", () => {
    const now = hashAfter(() => {});
    const clause = hashAfter((policy) => (policy.regulatory_clauses[0]!.title = "Another title"));
    expect(clause).toBe(now);
    const changes: readonly ((policy: TestPolicy) => void)[] = [
      (policy) => (policy.compliance_thresholds.receipt_retention_days = 730),
      (policy) => (policy.receipt_chain.quorum = "1-of-5"),
      (policy) => (policy.meta.authority = "Another authority"),
      (policy) => (policy.jurisdiction = "US-Federal"),
      (policy) => (policy.effective_date = "2026-01-01"),
      (policy) => (policy.vertical = "financial"),
    ];
    const hashes = changes.map(hashAfter);
    expect(new Set([now, ...hashes]).size).toBe(changes.length + 1);
  });

  it("are not there without clauses, and are bounded and not hashed on demand", () => {
    for (const value of [null, 3, [], {}, { regulatory_clauses: [], regime: "x" }]) {
      expect(reviewedClauses(value)).toEqual([]);
    }
    expect(reviewedClauses(validPolicy(), 1, () => null)).toEqual([
      { id: "HC-164.300", hash: null },
      { id: generalId, hash: null },
    ]);
  });

  it("reopen the general provisions after a cut of the retention, and no clause", () => {
    const policy = validPolicy();
    const entries = policy.regulatory_clauses
      .concat(policy.regulatory_clauses.slice(0, 1))
      .map((_, index) => entryOn(policy, index, "approved"));
    const standings = () => clauseReviews(reviewedClauses(policy), entries).map(({ standing }) => standing);
    expect(new Set(standings())).toEqual(new Set(["approved"]));
    policy.compliance_thresholds.receipt_retention_days = 730;
    expect(standings()).toEqual([...policy.regulatory_clauses.map(() => "approved"), "reopened"]);
  });
});

it("lists the fields of the general provisions in the order of the document", () => {
  const fields = generalFields({
    regime: "GDPR",
    regulatory_clauses: [{ title: "x" }],
    meta: { title: "A/B", more: { deep: 1 } },
    receipt_chain: { nodes: ["a", "b"], required: true },
    odd: ["x", [1]],
  });
  expect(fields.map(({ path, text }) => `${path} ${text}`)).toEqual([
    "/regime GDPR",
    "/meta/title A/B",
    "/meta/more …",
    "/receipt_chain/nodes a, b",
    "/receipt_chain/required true",
    "/odd x, …",
  ]);
});
