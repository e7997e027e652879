import { describe, expect, it } from "vitest";
import { algorithms } from "../../../../src/policy/policy.ts";
import { algorithmMismatch } from "../../../../src/policy/rules/algorithm-mismatch.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("algorithm-mismatch", () => {
  it("names both and offers that of the receipts, to be decided by a person", () => {
    const findings = ruleFindings(algorithmMismatch, (policy) => {
      policy.meta.merkle_root_algorithm = "BLAKE3";
    });
    expect(findings).toEqual([
      {
        path: "/meta/merkle_root_algorithm",
        message: "merkle_root_algorithm is BLAKE3, and receipt_chain.algorithm is SHA3-256",
        hint: "use one algorithm in both: receipts use SHA3-256",
        fix: {
          title: 'change to "SHA3-256"',
          edits: [{ kind: "set", path: "/meta/merkle_root_algorithm", value: "SHA3-256" }],
          safe: false,
        },
      },
    ]);
  });

  it.each(algorithms.flatMap((root) => algorithms.map((chain) => [root, chain] as const)))(
    "of %s and %s fires exactly when they differ",
    (root, chain) => {
      const findings = ruleFindings(algorithmMismatch, (policy) => {
        policy.meta.merkle_root_algorithm = root;
        policy.receipt_chain.algorithm = chain;
      });
      expect(findings).toHaveLength(root === chain ? 0 : 1);
    },
  );
});
