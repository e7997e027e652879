import { parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumZero: Rule = {
  id: "quorum-zero",
  severity: "error",
  summary: "The quorum requires no signature.",
  explanation: "With a quorum of 0 every receipt counts as signed. Require more than half of the nodes.",
  check(policy) {
    const { quorum, nodes } = policy.receipt_chain;
    if (parseQuorum(quorum).needed !== "0") return [];
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} requires no signature`,
        hint: `require a majority: ${Math.floor(nodes.length / 2) + 1}-of-${nodes.length}`,
        fix: null,
      },
    ];
  },
};
