import type { Clause } from "../policy.ts";
import type { Match } from "./match.ts";
import { matchByKey } from "./match.ts";
import { isSameValue } from "./same-value.ts";

/** How many of title, citation, full reference and mappings two clauses have in common. */
function likeness(one: Clause, other: Clause): number {
  return (
    Number(one.title === other.title) +
    Number(one.citation === other.citation) +
    Number(one.full_ref === other.full_ref) +
    Number(isSameValue(one.lambda_axes, other.lambda_axes))
  );
}

/** With two of four in common a clause is taken for the same under another id. */
const enough = 2;

/**
 * Which clauses of two versions are the same: those of one id, and of the others the likest first. The way back matches the same pairs,
 * so that a diff turned round tells the same changes.
 */
export function matchClauses(before: readonly Clause[], after: readonly Clause[]): Match {
  const byId = matchByKey(
    before.map(({ clause_id: id }) => id),
    after.map(({ clause_id: id }) => id),
  );
  const candidates = byId.removed
    .flatMap((from) =>
      byId.added.map((to) => {
        const [old, now] = [before[from], after[to]];
        return { from, to, like: old === undefined || now === undefined ? 0 : likeness(old, now) };
      }),
    )
    .filter(({ like }) => like >= enough)
    // Of two equally like pairs that share a clause the one earlier in the other version comes first, seen from either side.
    .sort((a, b) => b.like - a.like);
  const pairs = [...byId.pairs];
  const [gone, come] = [new Set(byId.removed), new Set(byId.added)];
  for (const { from, to } of candidates) {
    if (!gone.has(from) || !come.has(to)) continue;
    gone.delete(from);
    come.delete(to);
    pairs.push([from, to]);
  }
  return { pairs: pairs.sort(([a], [b]) => a - b), removed: [...gone], added: [...come] };
}
