/** Maximum clauses of a page; the schema allows 12. */
export const maxClauses = 200;
/** Maximum characters of a page's source. */
export const maxSource = 1_000_000;
/** Maximum characters of a text on the page. */
const maxCharacters = 2_000;

/** Cuts a longer text to 2,000 characters and an ellipsis; returns null for null. */
export function cut(text: string): string;
export function cut(text: string | null): string | null;
export function cut(text: string | null): string | null {
  return text === null || text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
