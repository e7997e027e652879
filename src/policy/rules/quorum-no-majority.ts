import { hasMajority, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumNoMajority: Rule = {
  id: "quorum-no-majority",
  severity: "warning",
  summary: "The quorum is half of the nodes or fewer, so that two disjoint quorums can exist.",
  explanation:
    "If half of the nodes suffice, two groups without a common member can each sign a receipt, and the two receipts can contradict each other. Require more than half of the nodes.",
  check(policy) {
    const { quorum } = policy.receipt_chain;
    const parsed = parseQuorum(quorum);
    if (hasMajority(parsed)) return [];
    const total = Number(parsed.total);
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} is not a majority: two groups without a common node can each reach it`,
        hint: Number.isSafeInteger(total)
          ? `require at least ${Math.floor(total / 2) + 1}-of-${total}`
          : "require more than half of the nodes",
        fix: null,
      },
    ];
  },
};
