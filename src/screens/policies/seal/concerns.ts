import { type OpenClause, openClauses } from "../../../policy/review/needs.ts";
import type { Tone } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { weakerValues } from "../compare/weaker-values.ts";
import { isGeneralRow, partsOf, type PolicyPage } from "../page/policy-page.ts";

/** Matter that a signer should know, in words with a glyph. */
export interface Concern {
  readonly words: string;
  /** Changes that the words count, the first three and the number of others; empty if the words name their subject. */
  readonly values: readonly string[];
  readonly tone: Tone;
}

/** Returns what a signer should know before a policy is sealed: what got weaker, what is flagged, what nobody approved. */
export function concernsOf(page: PolicyPage): readonly Concern[] {
  const weaker = weakerValues(page, null);
  const parts = partsOf(page);
  const open = openClauses(parts.map(({ review }) => review));
  const flagged = open.flatMap(({ clause, need }) =>
    need === "flagged" || need === "disagreement" ? (parts[clause]?.id ?? []) : [],
  );
  return [
    ...(weaker === null ? [] : [{ words: weaker.words, values: weaker.named, tone: "error" } as const]),
    ...(flagged.length === 0
      ? []
      : [{ words: `⚑ flagged: ${flagged.join(", ")}`, values: [], tone: "error" } as const]),
    ...(open.length === 0
      ? []
      : [{ words: `▲ ${unapprovedWords(page, open)} not approved`, values: [], tone: "warn" } as const]),
  ];
}

/** Formats `10 of 12 clauses and the general provisions`. */
function unapprovedWords(page: PolicyPage, open: readonly OpenClause[]): string {
  const clauses = open.filter(({ clause }) => !isGeneralRow(page, clause)).length;
  const parts = [
    ...(clauses > 0 ? [`${clauses} of ${plural(page.clauses.length, "clause")}`] : []),
    ...(clauses < open.length ? ["the general provisions"] : []),
  ];
  return parts.join(" and ");
}
