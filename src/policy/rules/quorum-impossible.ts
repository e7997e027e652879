import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

export const quorumImpossible: Rule = {
  id: "quorum-impossible",
  severity: "error",
  summary: "The quorum needs more signatures than it counts nodes.",
  explanation:
    "A quorum k-of-n with k above n can never be reached, so no receipt of this policy would ever count. Often the two numbers were swapped.",
  check(policy) {
    const { quorum } = policy.receipt_chain;
    const { needed, total } = parseQuorum(quorum);
    if (isAtLeast(total, needed)) return [];
    return [
      {
        path: "/receipt_chain/quorum",
        message: `the quorum ${quoted(quorum)} needs more signatures than the nodes it counts`,
        hint: "the first number is how many sign, the second how many there are: the first cannot be the larger one",
        fix: null,
      },
    ];
  },
};
