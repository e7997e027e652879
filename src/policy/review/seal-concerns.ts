import type { Tone } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import type { PolicyChange } from "../diff/change.ts";
import { openClauses, openKinds } from "../open-items.ts";
import { signs } from "../signs.ts";
import type { ClauseReview } from "./clause-review.ts";

/** Concern for a signer, in words with a glyph. */
export interface SealConcern {
  readonly words: string;
  /** Changes behind the words: the first three and the number of others; empty if the words name their subject. */
  readonly values: readonly string[];
  readonly tone: Tone;
}

/** Policy as far as it concerns its signers. */
interface ConcernedPolicy {
  /** Changes since replaced versions: `HEAD`, `the last seal`. */
  readonly since: readonly { readonly version: string; readonly changes: readonly PolicyChange[] }[];
  /** Names of the clauses, in order. */
  readonly clauses: readonly string[];
  /** Reviews of the clauses; the general provisions come last. */
  readonly reviews: readonly Pick<ClauseReview, "standing">[];
  /** Reason why no commit has the content; null if one does, or without a repository. */
  readonly uncommitted: string | null;
}

/** Maximum values that are named. */
const maxNamed = 3;

/** Returns the concerns of a signer before a seal: weaker, flagged, open or uncommitted parts. */
export function sealConcerns({
  since,
  clauses,
  reviews,
  uncommitted,
}: ConcernedPolicy): readonly SealConcern[] {
  const open = openClauses(reviews);
  const flagged = open.flatMap(({ clause, kind }) =>
    kind === "flagged" || kind === "disagreement" ? [clauses[clause] ?? "the general provisions"] : [],
  );
  return [
    ...weakerConcerns(since),
    ...(flagged.length === 0
      ? []
      : [concern(`${openKinds.flagged.glyph} flagged: ${flagged.join(", ")}`, "error")]),
    ...(open.length === 0
      ? []
      : [concern(`${signs.warning} ${openWords(clauses.length, open)} not approved`, "warn")]),
    ...(uncommitted === null ? [] : [concern(`${signs.warning} not committed: ${uncommitted}`, "warn")]),
  ];
}

function concern(words: string, tone: Tone): SealConcern {
  return { words, values: [], tone };
}

/** Names the weaker values since each version, once if two versions have the same. */
function weakerConcerns(since: ConcernedPolicy["since"]): readonly SealConcern[] {
  const told = new Set<string>();
  return since.flatMap(({ version, changes }) => {
    const weaker = changes.filter(({ direction }) => direction === "weakened").map(({ text }) => text);
    const key = weaker.join("\n");
    if (weaker.length === 0 || told.has(key)) return [];
    told.add(key);
    return [{ ...weakerValues(weaker, version), tone: "error" as const }];
  });
}

/** Counts the changes to weaker values since a version, and names the first three. */
export function weakerValues(
  changes: readonly string[],
  version: string,
): Pick<SealConcern, "words" | "values"> {
  const more = changes.length > maxNamed ? [`and ${changes.length - maxNamed} more`] : [];
  return {
    words: `${openKinds.weakened.glyph} ${plural(changes.length, "value")} weaker than in ${version}`,
    values: [...changes.slice(0, maxNamed), ...more],
  };
}

/** Formats `10 of 12 clauses and the general provisions`. */
function openWords(count: number, open: readonly { readonly clause: number }[]): string {
  const clauses = open.filter(({ clause }) => clause < count).length;
  const parts = [
    ...(clauses > 0 ? [`${clauses} of ${plural(count, "clause")}`] : []),
    ...(clauses < open.length ? ["the general provisions"] : []),
  ];
  return parts.join(" and ");
}
