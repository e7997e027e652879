/** Returns the edit distance of two words: insertions, deletions, substitutions and swaps of neighbors. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column++) {
      const [mine, theirs] = [from[row - 1], to[column - 1]];
      const isSwap = mine === to[column - 2] && theirs === from[row - 2];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (mine === theirs ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

/**
 * Returns the known word closest to a mistyped one: the first with this prefix (`stat` finds `status`), otherwise the
 * first with the fewest edits. Allows one edit per three letters, at least one. Returns null if there is none.
 * Ignores case.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  const typed = word.toLowerCase();
  const begun =
    typed === "" ? undefined : known.find((candidate) => candidate.toLowerCase().startsWith(typed));
  if (begun !== undefined) return begun;
  // A word more than twice as long as every known word has no near one, and its distances are slow to compute.
  const longest = Math.max(0, ...known.map((candidate) => candidate.length));
  if (typed.length > 2 * longest) return null;
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    const edits = distance(typed, candidate.toLowerCase());
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best;
}
