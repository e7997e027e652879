import { describe, expect, it } from "vitest";
import { quorumExceedsNodes } from "../../../../src/policy/rules/quorum-exceeds-nodes.ts";
import { quorumImpossible } from "../../../../src/policy/rules/quorum-impossible.ts";
import { quorumNoMajority } from "../../../../src/policy/rules/quorum-no-majority.ts";
import { quorumTotalExceedsNodes } from "../../../../src/policy/rules/quorum-total-exceeds-nodes.ts";
import { quorumZero } from "../../../../src/policy/rules/quorum-zero.ts";
import { ruleFindings } from "../../../support/policy/rule-findings.ts";

const quorumRules = [
  quorumZero,
  quorumImpossible,
  quorumExceedsNodes,
  quorumTotalExceedsNodes,
  quorumNoMajority,
];

/** Which of the five rules fire for a quorum of three nodes. */
function fired(quorum: string): readonly string[] {
  return quorumRules
    .filter((rule) => {
      const findings = ruleFindings(rule, (policy) => {
        policy.receipt_chain.quorum = quorum;
        policy.receipt_chain.nodes = ["alpha", "beta", "gamma"];
      });
      expect(findings.map(({ path }) => path)).toEqual(findings.map(() => "/receipt_chain/quorum"));
      return findings.length > 0;
    })
    .map(({ id }) => id.replace("quorum-", ""));
}

describe("the rules of the quorum, of three nodes", () => {
  it.each([
    ["2-of-3", []],
    ["3-of-3", []],
    ["1-of-1", []],
    ["2-of-2", []],
    ["002-of-0003", []],
    ["1-of-3", ["no-majority"]],
    ["1-of-2", ["no-majority"]],
    ["0-of-3", ["zero", "no-majority"]],
    ["0-of-0", ["zero", "no-majority"]],
    ["00-of-3", ["zero", "no-majority"]],
    ["1-of-0", ["impossible"]],
    ["3-of-2", ["impossible"]],
    ["4-of-3", ["impossible", "exceeds-nodes"]],
    ["3-of-4", ["total-exceeds-nodes"]],
    ["3-of-5", ["total-exceeds-nodes"]],
    ["3-of-6", ["total-exceeds-nodes", "no-majority"]],
    ["2-of-4", ["total-exceeds-nodes", "no-majority"]],
    ["0-of-4", ["zero", "total-exceeds-nodes", "no-majority"]],
    ["4-of-4", ["exceeds-nodes", "total-exceeds-nodes"]],
    ["4-of-8", ["exceeds-nodes", "total-exceeds-nodes", "no-majority"]],
    ["5-of-4", ["impossible", "exceeds-nodes", "total-exceeds-nodes"]],
    ["99999999999999999999-of-3", ["impossible", "exceeds-nodes"]],
    ["2-of-99999999999999999999", ["total-exceeds-nodes", "no-majority"]],
    ["99999999999999999999-of-99999999999999999998", ["impossible", "exceeds-nodes", "total-exceeds-nodes"]],
    [
      "50000000000000000000-of-100000000000000000000",
      ["exceeds-nodes", "total-exceeds-nodes", "no-majority"],
    ],
    ["50000000000000000001-of-100000000000000000000", ["exceeds-nodes", "total-exceeds-nodes"]],
  ])("%s: %j", (quorum, rules) => {
    expect(fired(quorum)).toEqual(rules);
  });
});
