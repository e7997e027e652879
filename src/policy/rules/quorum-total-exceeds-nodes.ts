import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumTotalExceedsNodes: Rule = {
  id: "quorum-total-exceeds-nodes",
  severity: "error",
  summary: "The quorum counts more nodes than are listed.",
  explanation:
    "The second number of the quorum is the number of nodes. If fewer are listed, the required share differs from the written one. List the missing nodes, or correct the number.",
  check(policy) {
    const { quorum, nodes } = policy.receipt_chain;
    if (isAtLeast(String(nodes.length), parseQuorum(quorum).total)) return [];
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} counts more nodes than are listed (${nodes.length})`,
        hint: `list the missing nodes, or write a quorum of ${nodes.length} nodes`,
        fix: null,
      },
    ];
  },
};
