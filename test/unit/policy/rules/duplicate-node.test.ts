import { describe, expect, it } from "vitest";
import { duplicateNode } from "../../../../src/policy/rules/duplicate-node.ts";
import { paths, ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("duplicate-node", () => {
  const withNodes = (...nodes: string[]) =>
    ruleFindings(duplicateNode, (policy) => {
      policy.receipt_chain.nodes = nodes;
    });

  it("is at the later node and offers an unsafe fix that removes it", () => {
    expect(withNodes("auditor", "archive", "auditor")).toEqual([
      {
        path: "/receipt_chain/nodes/2",
        message: 'the node "auditor" is listed twice, first at /receipt_chain/nodes/0',
        hint: "list another node, or list this one once",
        fix: {
          title: "remove the repeated node",
          edits: [{ kind: "remove", path: "/receipt_chain/nodes/2" }],
          safe: false,
        },
      },
    ]);
  });

  it("offers no fix that would leave too few nodes", () => {
    expect(withNodes("auditor", "auditor")[0]?.fix).toBeNull();
  });

  it("reports each further one", () => {
    expect(paths(withNodes("a", "b", "a", "b", "a"))).toEqual([
      "/receipt_chain/nodes/2",
      "/receipt_chain/nodes/3",
      "/receipt_chain/nodes/4",
    ]);
  });

  it("takes names that differ in case or spaces for two", () => {
    expect(withNodes("auditor", "Auditor", "auditor ")).toEqual([]);
  });
});
