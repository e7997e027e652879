import type { Rule } from "./rule.ts";

export const duplicateClauseId: Rule = {
  id: "duplicate-clause-id",
  severity: "error",
  summary: "Two clauses have the same ID.",
  explanation:
    "Reviews, receipts and other documents refer to a clause by its ID and cannot distinguish two clauses with the same one. Give the later clause its own ID, or remove it if it is a copy.",
  check: ({ regulatory_clauses: clauses }) =>
    clauses.flatMap(({ clause_id: id }, index) => {
      const first = clauses.findIndex((clause) => clause.clause_id === id);
      if (first === index) return [];
      return {
        path: `/regulatory_clauses/${index}/clause_id`,
        message: `${id} is already the ID of clause ${first + 1} (/regulatory_clauses/${first})`,
        hint: "give this clause its own ID",
        fix: null,
      };
    }),
};
