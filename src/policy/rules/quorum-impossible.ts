import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumImpossible: Rule = {
  id: "quorum-impossible",
  severity: "error",
  summary: "The quorum needs more signatures than its own number of nodes.",
  explanation:
    "A quorum k-of-n with k above n can never be reached, so no receipt of this policy would ever be valid. Often the two numbers are swapped.",
  check(policy) {
    const { quorum } = policy.receipt_chain;
    const { needed, total } = parseQuorum(quorum);
    if (isAtLeast(total, needed)) return [];
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} needs more signatures than its own number of nodes`,
        hint: "the first number is that of signatures, the second that of nodes: the first must not be larger",
        fix: null,
      },
    ];
  },
};
