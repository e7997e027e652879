import { describe, expect, it } from "vitest";
import { NotFoundError } from "../../../../src/model/errors.ts";
import { algorithms, chainings } from "../../../../src/policy/policy.ts";
import {
  type ClauseProof,
  clauseProofSchema,
  proveClause,
  verifyInclusion,
} from "../../../../src/policy/seal/proof.ts";
import { sealAll } from "../../../support/policy/receipts.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

const combinations = algorithms.flatMap((algorithm) =>
  chainings.map((chaining) => [algorithm, chaining] as const),
);

/** Every string of hex and every number in a value changed, one at a time. The size of a tree only tells how to walk. */
function changedOnes(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [value + 1];
  if (typeof value === "string" && /^[0-9a-f]{64,}$/.test(value)) {
    return [`${value.startsWith("0") ? "1" : "0"}${value.slice(1)}`];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    (key === "size" ? [] : changedOnes(each)).map((other) => {
      const copy: unknown = structuredClone(value);
      Object.assign(copy as object, { [key]: other });
      return copy;
    }),
  );
}

describe.each(combinations)("proofs under %s and %s", (algorithm, chaining) => {
  const policy = validPolicy();
  policy.receipt_chain.algorithm = algorithm;
  policy.receipt_chain.chaining = chaining;

  it("lead from every clause to the root of the receipt", async () => {
    const [receipt] = await sealAll([policy]);
    for (const { clause_id } of policy.regulatory_clauses) {
      const proof = await proveClause(policy, clause_id);
      expect(proof.root).toBe(receipt!.root);
      const read = clauseProofSchema.parse(JSON.parse(JSON.stringify(proof)));
      expect(await verifyInclusion(read)).toBe(true);
    }
  });

  it("lead nowhere when the clause, the root or any step was changed", async () => {
    const proof = await proveClause(policy, "HC-164.304");
    for (const change of [
      { title: "Another title" },
      { clause_id: "HC-164.305" },
      { lambda_axes: [] },
      { extra: 1 },
    ]) {
      expect(await verifyInclusion({ ...proof, clause: { ...proof.clause, ...change } })).toBe(false);
    }
    const steps = changedOnes({ way: proof.way, root: proof.root });
    expect(steps.length).toBeGreaterThan(3);
    for (const step of steps) {
      expect(await verifyInclusion({ ...proof, ...(step as Partial<ClauseProof>) })).toBe(false);
    }
  });
});

it("there is no proof of a clause that is not in the policy", async () => {
  await expect(proveClause(validPolicy(), "HC-1")).rejects.toThrow(NotFoundError);
});
