import { expect, it } from "vitest";
import { quorumImpossible } from "../../../../src/policy/rules/quorum-impossible.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

// When each of the rules of the quorum fires, alone and together, is in quorum.test.ts.
it("quorum-impossible reports the quorum with a hint", () => {
  const findings = ruleFindings(quorumImpossible, (policy) => {
    policy.receipt_chain.quorum = "5-of-3";
  });
  expect(findings).toEqual([
    {
      path: "/receipt_chain/quorum",
      message: 'the quorum "5-of-3" requires more signatures than it has nodes',
      hint: "write signatures-of-nodes, with the first number at most as large as the second",
      fix: null,
    },
  ]);
});
