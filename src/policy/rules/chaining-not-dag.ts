import type { Rule } from "./rule.ts";

/** The fix is not safe: it changes how receipts are made, and the written chaining may be intended. */
export const chainingNotDag: Rule = {
  id: "chaining-not-dag",
  severity: "warning",
  summary: "A receipt chain is required, but its chaining is not merkle_dag.",
  explanation:
    "A policy that requires a receipt chain is expected to use merkle_dag, in which an unchanged part has the same node in every version. Policies with other chainings can be sealed and verified too.",
  check({ meta, receipt_chain: chain }) {
    if (!meta.receipt_chain_required || chain.chaining === "merkle_dag") return [];
    const path = "/receipt_chain/chaining";
    return [
      {
        path,
        message: `a receipt chain is required, but chaining is ${chain.chaining}, not merkle_dag`,
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
