import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import type { UpstreamDiff } from "../../../policy-service/upstream-methods.ts";
import { blank, type Line, line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import { positionOf, scrollingText } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { diffLines } from "../detail/diff-lines.ts";
import { textDiffLines } from "../detail/text-diff-lines.ts";

/** Comparison of our version of a document with upstream's. */
export interface UpstreamComparison extends UpstreamDiff {
  readonly kind: "upstream-comparison";
  /** Document with the contents that are compared. */
  readonly document: UpstreamDocument;
  /** First visible line. */
  readonly top: number;
}

export const comparisonKind = dialogKind<UpstreamComparison>("upstream-comparison");

/** Returns what taking upstream's version over changes: in the words of the domain, else line by line. */
export function comparisonLines({ diff, lines }: UpstreamDiff, width: number): readonly Line[] {
  const problem = "problem" in diff ? diff.problem : diff.notCompared;
  if (!("problem" in diff)) {
    if (diff.changes.length > 0) return diffLines({ kind: "file", name: "ours", diff }, null, width).lines;
    if (problem === undefined) return [line(span(v`Only comments or layout differ.`))];
  }
  const why = wrapWords(span(v`Compared by lines: ${problem ?? ""}.`, "muted"), width);
  return [...why, blank, ...textDiffLines(lines, width)];
}

function layoutOf(state: AppState, open: UpstreamComparison) {
  const width = contentColumns(state, windowSlice.get(state).size.columns);
  const drawn = comparisonLines(open, width);
  const note = [line(span(v`Changes by taking upstream's version over:`, "muted")), blank];
  const all = contentRows(state);
  const head = all > 8 || windowSlice.get(state).isLinear ? note : [];
  return { width, head, drawn, rows: Math.max(1, all - head.length) };
}

/** Dialog with the comparison, as high as the window. */
export const comparisonDialog: Dialog<UpstreamComparison> = {
  kind: "upstream-comparison",
  helpTitle: "Comparison with upstream",
  hasListKeys: true,
  showsDisabledReason: true,
  list(state, open) {
    const { drawn, rows } = layoutOf(state, open);
    return scrollingText(open.top, drawn.length, rows, (top) => comparisonKind.put({ ...open, top }));
  },
  box(state, open) {
    const { width, head, drawn, rows } = layoutOf(state, open);
    const top = Math.max(0, Math.min(open.top, drawn.length - rows));
    return box(state, {
      title: truncate(v`${open.name}: ours → upstream`, Math.max(1, width - 2), { where: "middle" }),
      lines: [...head, ...drawn.slice(top, top + rows)],
      cursor: null,
      width,
      position: positionOf(top, rows, drawn.length),
    });
  },
};
