/** Foldable lines: each one can hide the lines that belong to it. */
export interface Folds {
  /** Line that each line belongs to; -1 for none. */
  readonly parents: readonly number[];
  /** Last line that belongs to each line; the line itself if none does. */
  readonly ends: readonly number[];
}

/**
 * Returns the folds of YAML or JSON by its indentation. Items belong to the key above them in the same column,
 * closing brackets to their opening line, blank lines to the section above, comments to the next line.
 * @param isContinued returns true for a line that continues a text
 */
export function foldsByIndent(lines: readonly string[], isContinued: (line: number) => boolean): Folds {
  const parents: number[] = [];
  const ends = lines.map((_, index) => index);
  /** Open lines, outermost first, each with its level. */
  const open: { readonly line: number; readonly level: number }[] = [];
  let loose: number[] = [];
  for (const [index, line] of lines.entries()) {
    parents.push(-1);
    const isText = isContinued(index);
    const indent = line.search(/\S/);
    if (!isText && (indent === -1 || line[indent] === "#")) {
      loose.push(index);
      continue;
    }
    const level = isText ? Number.POSITIVE_INFINITY : levelOf(line, indent);
    let section = -1;
    while ((open.at(-1)?.level ?? -1) >= level) section = open.pop()?.line ?? -1;
    const parent = open.at(-1)?.line ?? -1;
    parents[index] = parent;
    let isBelow = (ends[section] ?? section) > section;
    for (const one of loose) {
      isBelow &&= lines[one]?.trim() === "";
      parents[one] = isBelow ? section : parent;
      if (isBelow) ends[section] = one;
    }
    loose = [];
    for (const { line: above } of open) ends[above] = index;
    if (!isText) open.push({ line: index, level });
  }
  return { parents, ends };
}

/** Returns the level of a line. Items and closing brackets are deeper than a key at their column. */
function levelOf(line: string, indent: number): number {
  return 2 * indent + Number(/[\]}]|-(?: |$)/y.test(line.slice(indent, indent + 2)));
}
