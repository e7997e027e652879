import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { foldsByIndent, type Folds } from "../../../text/source/folds.ts";
import { firstLine, type LineStart, scanLine, type Token } from "../../../text/source/tokens.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import type { Visible } from "../../../text/visible.ts";

/** Lines of a source, safe to draw. */
export interface SourceLines {
  readonly lines: readonly Visible[];
  readonly folds: Folds;
  tokensOf(line: number): readonly Token[];
}

/** Lines of the last pages, which moving asks for at every key. */
const known = new WeakMap<PolicyPage, SourceLines>();

export function sourceLines(page: PolicyPage): SourceLines {
  const last = known.get(page);
  if (last !== undefined) return last;
  const made = splitSource(page.source);
  known.set(page, made);
  return made;
}

/** Splits a source at the same line ends as positions of findings do: LF, CR LF and CR. */
export function splitSource(source: string): SourceLines {
  const lines = visibleLines(source.replaceAll(/\r(?!\n)/g, "\n"));
  const starts: LineStart[] = [firstLine];
  for (const [index, line] of lines.entries()) {
    starts.push(scanLine(line, starts[index] ?? firstLine).next);
  }
  const startOf = (line: number) => starts[line] ?? firstLine;
  return {
    lines,
    folds: foldsByIndent(lines, (line) => {
      const { text, indent } = startOf(line);
      if (text === "block") return (lines[line]?.search(/\S/) ?? -1) > indent;
      return text !== null && text !== "plain";
    }),
    tokensOf: (line) => scanLine(lines[line] ?? "", startOf(line)).tokens,
  };
}
