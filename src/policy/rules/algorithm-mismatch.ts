import type { Rule } from "./rule.ts";

/** The fix is not safe: either algorithm may be the intended one. */
export const algorithmMismatch: Rule = {
  id: "algorithm-mismatch",
  severity: "warning",
  summary: "meta.merkle_root_algorithm differs from receipt_chain.algorithm.",
  explanation:
    "Receipts are computed with receipt_chain.algorithm. A verifier that uses the algorithm of meta gets another root. Use one algorithm in both places.",
  check({ meta, receipt_chain: chain }) {
    if (meta.merkle_root_algorithm === chain.algorithm) return [];
    const path = "/meta/merkle_root_algorithm";
    return [
      {
        path,
        message: `merkle_root_algorithm is ${meta.merkle_root_algorithm}, and receipt_chain.algorithm is ${chain.algorithm}`,
        hint: `use one algorithm in both: receipts use ${chain.algorithm}`,
        fix: {
          title: `change to "${chain.algorithm}"`,
          edits: [{ kind: "set", path, value: chain.algorithm }],
          safe: false,
        },
      },
    ];
  },
};
