/** Maximum clauses of a page; the schema allows 12. */
export const maxClauses = 200;
/** Maximum characters of a page's source. */
export const maxSource = 1_000_000;
