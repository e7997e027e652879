import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

/** A fix is offered if enough nodes remain. It is not safe: another node may have been meant, and the quorum counts this one. */
export const duplicateNode: Rule = {
  id: "duplicate-node",
  severity: "warning",
  summary: "A node role is named twice.",
  explanation:
    "Each node has one key and signs once, so a repeated role makes the quorum look larger than it is. Name another node, or list this one once.",
  check(policy) {
    const { nodes } = policy.receipt_chain;
    return nodes.flatMap((node, index) => {
      const first = nodes.indexOf(node);
      if (first === index) return [];
      const path = `/receipt_chain/nodes/${index}`;
      return {
        path,
        message: `the node ${quoted(node)} is named twice, first at /receipt_chain/nodes/${first}`,
        hint: "name another node, or list it once",
        fix:
          nodes.length > 2
            ? { title: "remove the repeated node", edits: [{ kind: "remove" as const, path }], safe: false }
            : null,
      };
    });
  },
};
