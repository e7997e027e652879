import { type DifferenceText, type TextDifference, unchanged } from "../../../exports/difference-text.ts";
import { type Line, line, lineWidth, selectedLine, span, type Tone } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { plural } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { wrapLine } from "../../../text/wrap.ts";
import type { Comparison } from "./comparison.ts";
import { changeLines, moreLines, unchangedLines } from "./difference-lines.ts";

/** Lines of a comparison, and the first line of each change. */
export interface ComparisonLines {
  readonly lines: readonly Line[];
  readonly starts: readonly number[];
}

/** Draws a comparison without its selected change. */
export function comparisonLines(comparison: Comparison, width: number, isStacked: boolean): ComparisonLines {
  const { view, difference, text } = comparison;
  if (view === "paths") return pathLines(difference, width, isStacked);
  if (text === null) return { lines: [line(span(v`Loading…`, "muted"))], starts: [] };
  return textLines(text, difference, width);
}

/** Memoized, because drawing and moving ask for the same lines. */
const pathLines = memo((difference: DifferenceText, width: number, stacked: boolean): ComparisonLines => {
  const { changes } = difference;
  if (changes.length === 0) return { lines: unchangedLines(difference, width), starts: [] };
  const blocks = changes.map((change) =>
    changeLines(change, width, { stacked, most: Number.POSITIVE_INFINITY }),
  );
  return joined(blocks, moreLines(difference, width));
});

const textLines = memo((text: TextDifference, difference: DifferenceText, width: number): ComparisonLines => {
  // The first two lines name the deliveries.
  const [, , ...lines] = text.lines;
  if (lines.length === 0) return { lines: unchangedLines(difference, width), starts: [] };
  const blocks: Line[][] = [];
  for (const written of lines) {
    const isHead = written.startsWith("@@");
    if (isHead) blocks.push([]);
    const shown = visibleLines(written)[0] ?? v``;
    blocks.at(-1)?.push(...wrapLine(line(span(shown, toneOf(written))), width, 2));
  }
  const { more } = text;
  const left = line(span(v`… ${plural(more, "more line")}`, "muted"));
  return joined(blocks, more === 0 ? [] : [left]);
});

function toneOf(written: string): Tone {
  const tones: Readonly<Record<string, Tone>> = { "@": "strong", "-": "error", "+": "ok", "\\": "muted" };
  return tones[written.charAt(0)] ?? "plain";
}

function joined(blocks: readonly (readonly Line[])[], more: readonly Line[]): ComparisonLines {
  const starts: number[] = [];
  const lines: Line[] = [];
  for (const block of blocks) {
    starts.push(lines.length);
    lines.push(...block);
  }
  return { lines: [...lines, ...more], starts };
}

/** Marks the first line of the selected change. */
export function withSelected({ lines, starts }: ComparisonLines, at: number, width: number): readonly Line[] {
  const start = starts[at];
  return lines.map((one, index) => {
    if (index !== start) return one;
    const rest = span(v`${" ".repeat(Math.max(0, width - lineWidth(one)))}`);
    return selectedLine(line(...one.spans, rest));
  });
}

/** Formats the deliveries and the counts of their changes. */
export function comparisonTitle({ before, after, why, view, difference, text }: Comparison): Visible {
  const pair = v`#${before.seq} → #${after.seq}${why === null ? "" : ` (${why})`}`;
  return v`${pair} · ${view === "paths" ? pathCounts(difference) : textCounts(text)}`;
}

function pathCounts({ changes, more, sameBytes }: Comparison["difference"]): Visible {
  if (changes.length === 0) return sameBytes ? v`identical` : v`equal, written differently`;
  if (more > 0) return v`${plural(changes.length + more, "change")}`;
  const kinds = ["changed", "added", "removed"] as const;
  const counts = kinds.flatMap((kind) => {
    const { length } = changes.filter((change) => change.kind === kind);
    return length === 0 ? [] : [`${length} ${kind}`];
  });
  return visible(counts.join(" · "));
}

function textCounts(text: Comparison["text"]): Visible {
  if (text === null) return v`as text`;
  const { lines, more } = text;
  const [, , ...body] = lines;
  const of = (sign: string): number => body.filter((one) => one.startsWith(sign)).length;
  if (body.length === 0) return v`same text`;
  return v`+${of("+")} −${of("-")} lines${more === 0 ? "" : ` and ${more} more`}`;
}

/** Returns the text of the shown view, to copy. */
export function comparisonText({ view, difference, text }: Comparison): string {
  if (view === "text" && text !== null && text.lines.length > 0) return text.lines.join("\n");
  if (difference.changes.length === 0) return unchanged(difference);
  return difference.changes
    .flatMap(({ path, before, after }) => [
      path,
      ...(before === null ? [] : [`  - ${before}`]),
      ...(after === null ? [] : [`  + ${after}`]),
    ])
    .join("\n");
}
