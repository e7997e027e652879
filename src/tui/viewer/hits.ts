import { visible } from "../../text/visible.ts";
import type { ViewerContent } from "./content.ts";

/** Places of a searched text, in order. */
export interface Hits {
  /** Line of each hit. */
  readonly lines: readonly number[];
  /** Offset of each hit in the text of its line. */
  readonly offsets: readonly number[];
  /** Characters of each hit. */
  readonly length: number;
}

const noHits: Hits = { lines: [], offsets: [], length: 0 };

/** Searched text. An upper-case letter makes the search case-sensitive. */
export interface Needle {
  readonly text: string;
  readonly ignoresCase: boolean;
}

export function needleOf(query: string): Needle {
  // Control characters are drawn, and found, as their pictures.
  const text = visible(query);
  return { text, ignoresCase: lowerCase(text) === text };
}

/** Converts a text to lower case without changing its length, as `toLowerCase` does for one letter. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll("\u0130", "i").toLowerCase();
}

/** Finds a text in the lines from `from` on. */
export function findInLines(
  from: number,
  count: number,
  textOf: (line: number) => string,
  query: string,
): Hits {
  const { text, ignoresCase } = needleOf(query);
  const lines: number[] = [];
  const offsets: number[] = [];
  for (let line = from; line < count; line++) {
    const haystack = ignoresCase ? lowerCase(textOf(line)) : textOf(line);
    for (let at = haystack.indexOf(text); at !== -1; at = haystack.indexOf(text, at + text.length)) {
      lines.push(line);
      offsets.push(at);
    }
  }
  return { lines, offsets, length: text.length };
}

/** Finds a text in joined lines. */
export function findInJoined(whole: string, starts: readonly number[], text: string): Hits {
  const lines: number[] = [];
  const offsets: number[] = [];
  let line = 0;
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + text.length)) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++;
    lines.push(line);
    offsets.push(at - (starts[line] ?? 0));
  }
  return { lines, offsets, length: text.length };
}

/** Returns the index of the first hit at or after a place; the number of hits if there is none. */
export function firstHitFrom({ lines, offsets }: Hits, line: number, offset: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = lines[middle] ?? 0;
    if (at < line || (at === line && (offsets[middle] ?? 0) < offset)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface KnownHits {
  readonly query: string;
  /** Number of searched lines. */
  readonly count: number;
  readonly hits: Hits;
}

/** Hits of the last search in each source. Drawing and moving need them again; appended lines only add hits. */
const known = new WeakMap<object, KnownHits>();

/** Returns the hits of a query; none for an empty one. */
export function hitsOf({ source, count, find }: ViewerContent, query: string): Hits {
  if (query === "") return noHits;
  const last = known.get(source);
  const before = last?.query === query && last.count <= count ? last : { count: 0, hits: noHits };
  if (before.count === count && count > 0) return before.hits;
  const added = find(query, before.count);
  const hits =
    before.count === 0
      ? added
      : {
          lines: [...before.hits.lines, ...added.lines],
          offsets: [...before.hits.offsets, ...added.offsets],
          length: added.length,
        };
  known.set(source, { query, count, hits });
  return hits;
}
