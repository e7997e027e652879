/** Maximum clauses of a page; the schema allows 12. */
export const maxClauses = 200;
