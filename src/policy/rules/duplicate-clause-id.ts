import type { Rule } from "./rule.ts";

export const duplicateClauseId: Rule = {
  id: "duplicate-clause-id",
  severity: "error",
  summary: "Two clauses share an id.",
  explanation:
    "The id is how reviews, receipts and other documents name a clause. They cannot distinguish two clauses with the same id. Give the later one an id of its own, or remove it if it is a copy.",
  check: ({ regulatory_clauses: clauses }) =>
    clauses.flatMap(({ clause_id: id }, index) => {
      const first = clauses.findIndex((clause) => clause.clause_id === id);
      if (first === index) return [];
      return {
        path: `/regulatory_clauses/${index}/clause_id`,
        message: `${id} is already the id of clause ${first + 1} (/regulatory_clauses/${first})`,
        hint: "give this clause an id of its own",
        fix: null,
      };
    }),
};
