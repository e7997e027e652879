import { openClauses } from "../../../policy/review/needs.ts";
import type { Tone } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { weakenedSinceHead } from "../needs-you.ts";
import type { PolicyPage } from "../page/policy-page.ts";

/** Matter that a signer should know, in words with a glyph. */
export interface Concern {
  readonly words: string;
  readonly tone: Tone;
}

/** Returns what a signer should know before a policy is sealed: what got weaker, what is flagged, what nobody approved. */
export function concernsOf(page: PolicyPage): readonly Concern[] {
  const weakened = weakenedSinceHead(page);
  const reviews = page.clauses.map(({ review }) => review);
  const open = openClauses(reviews);
  const flagged = open.flatMap(({ clause, need }) =>
    need === "flagged" || need === "disagreement" ? (page.clauses[clause]?.id ?? []) : [],
  );
  const all = plural(reviews.length, "clause");
  return [
    ...(weakened === 0
      ? []
      : [{ words: `▼ ${plural(weakened, "value")} weaker than in HEAD`, tone: "error" } as const]),
    ...(flagged.length === 0 ? [] : [{ words: `⚑ flagged: ${flagged.join(", ")}`, tone: "error" } as const]),
    ...(open.length === 0
      ? []
      : [{ words: `▲ ${open.length} of ${all} not approved`, tone: "warn" } as const]),
  ];
}
