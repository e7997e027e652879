import { expect, it } from "vitest";
import { quorumTotalExceedsNodes } from "../../../../src/policy/rules/quorum-total-exceeds-nodes.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

// When each of the rules of the quorum fires, alone and together, is in quorum.test.ts.
it("quorum-total-exceeds-nodes reports the quorum with a hint", () => {
  const findings = ruleFindings(quorumTotalExceedsNodes, (policy) => {
    policy.receipt_chain.quorum = "4-of-7";
  });
  expect(findings).toEqual([
    {
      path: "/receipt_chain/quorum",
      message: 'the quorum "4-of-7" counts more nodes than are listed (5)',
      hint: "list the missing nodes, or write a quorum of 5 nodes",
      fix: null,
    },
  ]);
});
