import { describe, expect, it } from "vitest";
import { duplicateClauseId } from "../../../../src/policy/rules/duplicate-clause-id.ts";
import { paths, ruleFindings } from "../../../support/policy/rule-findings.ts";

describe("duplicate-clause-id", () => {
  it("is at the later id and names the first", () => {
    const findings = ruleFindings(duplicateClauseId, (policy) => {
      policy.regulatory_clauses[5]!.clause_id = "HC-164.302";
    });
    expect(findings).toEqual([
      {
        path: "/regulatory_clauses/5/clause_id",
        message: "HC-164.302 is already the ID of clause 3 (/regulatory_clauses/2)",
        hint: "give this clause its own ID",
        fix: null,
      },
    ]);
  });

  it("reports every clause after the first", () => {
    const findings = ruleFindings(duplicateClauseId, (policy) => {
      for (const index of [1, 4, 7]) policy.regulatory_clauses[index]!.clause_id = "HC-1.1";
    });
    expect(paths(findings)).toEqual(["/regulatory_clauses/4/clause_id", "/regulatory_clauses/7/clause_id"]);
  });

  it("takes ids that differ in case for two", () => {
    const findings = ruleFindings(duplicateClauseId, (policy) => {
      policy.regulatory_clauses[0]!.clause_id = "hc-164.301";
    });
    expect(findings).toEqual([]);
  });

  it("is not taken in by ids that are names of Object's own", () => {
    const findings = ruleFindings(duplicateClauseId, (policy) => {
      policy.regulatory_clauses[0]!.clause_id = "constructor";
    });
    expect(findings).toEqual([]);
  });
});
