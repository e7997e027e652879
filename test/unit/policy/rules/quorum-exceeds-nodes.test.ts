import { expect, it } from "vitest";
import { quorumExceedsNodes } from "../../../../src/policy/rules/quorum-exceeds-nodes.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

// When each of the rules of the quorum fires, alone and together, is in quorum.test.ts.
it("quorum-exceeds-nodes reports the quorum with a hint", () => {
  const findings = ruleFindings(quorumExceedsNodes, (policy) => {
    policy.receipt_chain.quorum = "6-of-6";
  });
  expect(findings).toEqual([
    {
      path: "/receipt_chain/quorum",
      message: 'the quorum "6-of-6" needs more signatures than there are nodes (5)',
      hint: "list the missing nodes, or require at most 5 signatures",
      fix: null,
    },
  ]);
});
