import { isPossible, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumImpossible: Rule = {
  id: "quorum-impossible",
  severity: "error",
  summary: "The first number of the quorum is larger than the second.",
  explanation:
    "A quorum k-of-n with k above n can never be reached, so no receipt of this policy would ever be valid. Often the two numbers are swapped.",
  check(policy) {
    const { quorum } = policy.receipt_chain;
    if (isPossible(parseQuorum(quorum))) return [];
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} requires more signatures than it has nodes`,
        hint: "write signatures-of-nodes, with the first number at most as large as the second",
        fix: null,
      },
    ];
  },
};
