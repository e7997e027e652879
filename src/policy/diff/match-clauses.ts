import type { Clause } from "../policy.ts";

/** Matching elements of two lists, by index. */
interface Match {
  /** Pairs in the order of the old list. */
  readonly pairs: readonly (readonly [oldIndex: number, newIndex: number])[];
  /** Indexes of unmatched elements of the old list. */
  readonly removed: readonly number[];
  /** Indexes of unmatched elements of the new list. */
  readonly added: readonly number[];
}

/** Matches elements with the same key, in order. */
export function matchByKey(oldKeys: readonly string[], newKeys: readonly string[]): Match {
  const waiting = new Map<string, number[]>();
  for (const [index, key] of newKeys.entries()) {
    const places = waiting.get(key);
    if (places === undefined) waiting.set(key, [index]);
    else places.push(index);
  }
  const pairs: [number, number][] = [];
  const removed: number[] = [];
  for (const [index, key] of oldKeys.entries()) {
    const place = waiting.get(key)?.shift();
    if (place === undefined) removed.push(index);
    else pairs.push([index, place]);
  }
  return { pairs, removed, added: [...waiting.values()].flat().sort((a, b) => a - b) };
}

/** Returns true if matched elements are in another order. */
export function isReordered({ pairs }: Match): boolean {
  return pairs.some(([, place], index) => {
    const before = pairs[index - 1];
    return before !== undefined && before[1] > place;
  });
}

/** Counts the equal fields of two clauses, 0 to 4: title, citation, full reference and mappings. */
function likeness(one: Clause, other: Clause): number {
  return (
    Number(one.title === other.title) +
    Number(one.citation === other.citation) +
    Number(one.full_ref === other.full_ref) +
    Number(isSameValue(one.lambda_axes, other.lambda_axes))
  );
}

/** Minimum number of equal fields, of 4, for a renamed clause. */
const enough = 2;

/**
 * Matches clauses of two versions: first by ID, then by similarity. The reverse comparison matches the same pairs: a
 * reversed diff has the same changes.
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
    // The sort is stable: equal scores keep their order by position, in either direction.
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

/** Compares two JSON values, ignoring the order of keys; `undefined` equals only itself. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [
    one as Readonly<Record<string, unknown>>,
    other as Readonly<Record<string, unknown>>,
  ];
  const keys = Object.keys(mine);
  return (
    keys.length === Object.keys(theirs).length &&
    keys.every((key) => Object.hasOwn(theirs, key) && isSameValue(mine[key], theirs[key]))
  );
}
