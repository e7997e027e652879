import type { Rule } from "./rule.ts";

/** The fix is not safe: it changes how receipts are made, and the chaining may be what was meant. */
export const chainingNotDag: Rule = {
  id: "chaining-not-dag",
  severity: "warning",
  summary: "A receipt chain is required, and its chaining is not merkle_dag.",
  explanation:
    "A policy that requires a receipt chain is expected to chain its receipts as a merkle_dag, in which parts that stay the same from version to version are stored once. Other chainings can be sealed and verified too.",
  check({ meta, receipt_chain: chain }) {
    if (!meta.receipt_chain_required || chain.chaining === "merkle_dag") return [];
    const path = "/receipt_chain/chaining";
    return [
      {
        path,
        message: `a receipt chain is required, and chaining is ${chain.chaining}, not merkle_dag`,
        hint: "write merkle_dag, or review why another chaining is needed",
        fix: {
          title: 'change to "merkle_dag"',
          edits: [{ kind: "set", path, value: "merkle_dag" }],
          safe: false,
        },
      },
    ];
  },
};
