import { expect, it } from "vitest";
import { quorumNoMajority } from "../../../../src/policy/rules/quorum-no-majority.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

// When each of the rules of the quorum fires, alone and together, is in quorum.test.ts.
it("quorum-no-majority reports the quorum with a hint", () => {
  const findings = ruleFindings(quorumNoMajority, (policy) => {
    policy.receipt_chain.quorum = "2-of-5";
  });
  expect(findings).toEqual([
    {
      path: "/receipt_chain/quorum",
      message: 'the quorum "2-of-5" is not a majority: two groups without a common node can each reach it',
      hint: "require at least 3-of-5",
      fix: null,
    },
  ]);
});

it("names no majority of a number too large to be exact, and cuts the quorum short", () => {
  const [finding] = ruleFindings(quorumNoMajority, (policy) => {
    policy.receipt_chain.quorum = `2-of-${"9".repeat(1_000_000)}`;
  });
  expect(finding?.hint).toBe("require more than half of the nodes");
  expect(finding?.message.length).toBeLessThan(200);
});
