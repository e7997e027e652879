import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

/**
 * A fix is offered if at least two nodes remain. It is not safe: another node may be intended, and the quorum
 * may count the repeated one.
 */
export const duplicateNode: Rule = {
  id: "duplicate-node",
  severity: "warning",
  summary: "A node is listed twice.",
  explanation:
    "A node signs a receipt once, so a repeated node makes the quorum look larger than it is. List another node, or list this one once.",
  check(policy) {
    const { nodes } = policy.receipt_chain;
    return nodes.flatMap((node, index) => {
      const first = nodes.indexOf(node);
      if (first === index) return [];
      const path = `/receipt_chain/nodes/${index}`;
      return {
        path,
        message: `the node ${quoted(node)} is listed twice, first at /receipt_chain/nodes/${first}`,
        hint: "list another node, or list this one once",
        fix:
          nodes.length > 2
            ? { title: "remove the repeated node", edits: [{ kind: "remove" as const, path }], safe: false }
            : null,
      };
    });
  },
};
