import { expect, it } from "vitest";
import { quorumZero } from "../../../../src/policy/rules/quorum-zero.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

// When each of the rules of the quorum fires, alone and together, is in quorum.test.ts.
it("quorum-zero reports the quorum with a hint", () => {
  const findings = ruleFindings(quorumZero, (policy) => {
    policy.receipt_chain.quorum = "0-of-5";
  });
  expect(findings).toEqual([
    {
      path: "/receipt_chain/quorum",
      message: 'the quorum "0-of-5" requires no signature',
      hint: "require a majority: 3-of-5",
      fix: null,
    },
  ]);
});
