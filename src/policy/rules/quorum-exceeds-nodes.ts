import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumExceedsNodes: Rule = {
  id: "quorum-exceeds-nodes",
  severity: "error",
  summary: "The quorum needs more signatures than there are nodes.",
  explanation:
    "Only listed nodes can sign, so a quorum above their number can never be reached. List the missing nodes, or require fewer signatures.",
  check(policy) {
    const { quorum, nodes } = policy.receipt_chain;
    if (isAtLeast(String(nodes.length), parseQuorum(quorum).needed)) return [];
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} needs more signatures than there are nodes (${nodes.length})`,
        hint: `list the missing nodes, or require at most ${nodes.length} signatures`,
        fix: null,
      },
    ];
  },
};
