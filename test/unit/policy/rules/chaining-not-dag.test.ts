import { describe, expect, it } from "vitest";
import { chainings } from "../../../../src/policy/policy.ts";
import { chainingNotDag } from "../../../../src/policy/rules/chaining-not-dag.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("chaining-not-dag", () => {
  it("offers merkle_dag, to be decided by a person", () => {
    const findings = ruleFindings(chainingNotDag, (policy) => {
      policy.receipt_chain.chaining = "hash_chain";
    });
    expect(findings).toEqual([
      {
        path: "/receipt_chain/chaining",
        message: "a receipt chain is required, but chaining is hash_chain, not merkle_dag",
        hint: "write merkle_dag, or review why another chaining is needed",
        fix: {
          title: 'change to "merkle_dag"',
          edits: [{ kind: "set", path: "/receipt_chain/chaining", value: "merkle_dag" }],
          safe: false,
        },
      },
    ]);
  });

  it.each(chainings.flatMap((chaining) => [true, false].map((required) => [chaining, required] as const)))(
    "of %s with a chain required %j",
    (chaining, required) => {
      const findings = ruleFindings(chainingNotDag, (policy) => {
        policy.receipt_chain.chaining = chaining;
        policy.meta.receipt_chain_required = required;
      });
      expect(findings).toHaveLength(required && chaining !== "merkle_dag" ? 1 : 0);
    },
  );
});
