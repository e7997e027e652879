/** Number of unchanged lines before and after a change. */
const context = 3;

/** A kept, removed or added line. */
interface Step {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** Maximum number of edits that are minimized: time and memory grow with their square. */
const maxEdits = 1_000;

/**
 * Returns the unified diff of two texts for `patch` and `git apply`, or an empty text if they are equal.
 * Lines keep their ends. Texts with more than `maxEdits` differences are replaced from the first to the last one.
 * @param names of the two texts, for example `a/policy.yaml` and `b/policy.yaml`
 */
export function unifiedDiff(names: readonly [string, string], before: string, after: string): string {
  return before === after ? "" : unifiedLines(names, linesOf(before), linesOf(after));
}

/** Returns the unified diff of two texts by their lines, which keep their ends. */
export function unifiedLines(
  names: readonly [string, string],
  before: readonly string[],
  after: readonly string[],
): string {
  const { skipped, steps } = stepsBetween(before, after);
  const hunks = hunksOf(steps, skipped);
  return hunks.length === 0 ? "" : `--- ${names[0]}\n+++ ${names[1]}\n${hunks.map(hunkText).join("")}`;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** Steps from the context of the first change to that of the last one. */
interface Steps {
  /** Number of lines that precede them. */
  readonly skipped: number;
  readonly steps: readonly Step[];
}

/** Returns the steps between two texts, of which only the different middle is compared. */
function stepsBetween(before: readonly string[], after: readonly string[]): Steps {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const kept = (lines: readonly string[]) => lines.map((line): Step => ({ sign: " ", line }));
  const skipped = Math.max(0, start - context);
  const endsAt = before.length - end;
  const steps = [
    kept(before.slice(skipped, start)),
    shortestSteps(old, fresh) ?? replacement(old, fresh),
    kept(before.slice(endsAt, endsAt + context)),
  ];
  return { skipped, steps: steps.flat() };
}

function replacement(before: readonly string[], after: readonly string[]): readonly Step[] {
  return [
    ...before.map((line): Step => ({ sign: "-", line })),
    ...after.map((line): Step => ({ sign: "+", line })),
  ];
}

/**
 * Computes the shortest edit script: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
 * @returns null if it has more than `maxEdits` edits
 */
function shortestSteps(before: readonly string[], after: readonly string[]): readonly Step[] | null {
  const rounds: ReadonlyMap<number, number>[] = [];
  const reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    rounds.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(reached, diagonal, edits);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return wayBack(rounds, before, after);
    }
  }
  return null;
}

/**
 * Returns the index in `before` at which the path enters a diagonal: from the neighbor that reached further.
 */
function startOf(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const [left, right] = [reached.get(diagonal - 1) ?? -1, reached.get(diagonal + 1) ?? -1];
  return comesDown(left, right, diagonal, edits) ? right : left + 1;
}

/** Returns true if the path enters the diagonal by adding a line, false if by removing one. */
function comesDown(left: number, right: number, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && left < right);
}

/** Returns the steps of the edit script by following the rounds back to the start. */
function wayBack(
  rounds: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const reached = rounds[edits];
    const diagonal = x - y;
    const [left, right] = [reached?.get(diagonal - 1) ?? -1, reached?.get(diagonal + 1) ?? -1];
    const down = comesDown(left, right, diagonal, edits);
    const fromX = down ? right : left;
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    for (; x > fromX && y > fromY; x -= 1, y -= 1) steps.push({ sign: " ", line: before[x - 1] ?? "" });
    if (edits > 0) {
      steps.push(down ? { sign: "+", line: after[fromY] ?? "" } : { sign: "-", line: before[fromX] ?? "" });
    }
    [x, y] = [fromX, fromY];
  }
  return steps.toReversed();
}

interface Hunk {
  /** Number of lines that precede the hunk in the old text. */
  readonly before: number;
  /** Number of lines that precede the hunk in the new text. */
  readonly after: number;
  readonly steps: readonly Step[];
}

/**
 * Groups changes with their context. Changes with fewer than 2 × `context` unchanged lines between them share
 * a hunk.
 */
function hunksOf(steps: readonly Step[], skipped: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  const counts = { before: skipped, after: skipped };
  let counted = 0;
  const changed = steps.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  for (let from = 0; from < changed.length;) {
    let to = from;
    while ((changed[to + 1] ?? Infinity) - (changed[to] ?? 0) <= 2 * context) to += 1;
    const start = Math.max(0, (changed[from] ?? 0) - context);
    const end = (changed[to] ?? 0) + context + 1;
    for (; counted < start; counted += 1) count(steps[counted]);
    hunks.push({ ...counts, steps: steps.slice(start, end) });
    from = to + 1;
  }
  return hunks;

  function count(step: Step | undefined): void {
    if (step?.sign !== "+") counts.before += 1;
    if (step?.sign !== "-") counts.after += 1;
  }
}

function hunkText({ before, after, steps }: Hunk): string {
  const olds = steps.filter(({ sign }) => sign !== "+").length;
  const news = steps.filter(({ sign }) => sign !== "-").length;
  const lines = steps.map(({ sign, line }) =>
    line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${range(before, olds)} +${range(after, news)} @@\n${lines.join("")}`;
}

/** Formats the range of a hunk: start and number of lines. An empty range starts at the line before it. */
function range(before: number, lines: number): string {
  return `${lines === 0 ? before : before + 1},${lines}`;
}
