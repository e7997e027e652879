import type { Delivery } from "../../../model/delivery.ts";
import { dateTime } from "../../../text/clock-time.ts";
import { blank, type Line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import { positionOf, scrollingText } from "../../../tui/list.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { type ComparisonLines, comparisonLines, comparisonTitle, withSelected } from "./comparison-lines.ts";
import { type Comparison, comparisonKind } from "./comparison.ts";
import { laterColumn, sideBySide, wideColumns } from "./difference-lines.ts";

interface Layout {
  readonly width: number;
  readonly head: readonly Line[];
  readonly drawn: ComparisonLines;
  /** Rows of the lines below the head. */
  readonly rows: number;
}

function layoutOf(state: AppState, comparison: Comparison): Layout {
  const { size, isLinear } = windowSlice.get(state);
  const width = contentColumns(state, size.columns);
  const all = contentRows(state);
  const head = headLines(state, comparison, width);
  // A low window keeps its rows for the changes.
  const shown = head.length + 4 <= all ? head : [];
  const drawn = comparisonLines(comparison, width, isLinear);
  return { width, head: shown, drawn, rows: Math.max(1, all - shown.length) };
}

/** Names both deliveries, above their values. */
function headLines(state: AppState, { before, after, view }: Comparison, width: number): readonly Line[] {
  const zone = shownZone(state);
  const name = (sign: string, { seq, receivedAt, repo, outcome, status }: Delivery) => {
    const about = repo === null ? "" : ` · ${repo.type}:${repo.name}`;
    const result = `${outcome}${status === null ? "" : ` ${status}`}`;
    return span(v`${sign} #${seq} · ${dateTime(Date.parse(receivedAt), zone)}${about} · ${result}`, "muted");
  };
  const { isLinear } = windowSlice.get(state);
  if (view === "paths" && width >= wideColumns && !isLinear) {
    const column = laterColumn(width);
    const sides = [name("-", before), name("+", after)].map((one) => wrapWords(one, width - column, 2));
    return [...sideBySide(sides[0] ?? [], sides[1] ?? [], column), blank];
  }
  return [...wrapWords(name("-", before), width, 2), ...wrapWords(name("+", after), width, 2), blank];
}

/** Dialog that compares two deliveries, as high as the window. */
export const comparisonDialog: Dialog<Comparison> = {
  kind: "comparison",
  helpTitle: "Comparison",
  hasListKeys: true,
  showsDisabledReason: true,
  list(state, comparison) {
    const { drawn, rows } = layoutOf(state, comparison);
    return scrollingText(comparison.top, drawn.lines.length, rows, (top) =>
      comparisonKind.put({ ...comparison, top }),
    );
  },
  box(state, comparison) {
    const { width, head, drawn, rows } = layoutOf(state, comparison);
    const { lines } = drawn;
    const top = Math.max(0, Math.min(comparison.top, lines.length - rows));
    const shown = withSelected(drawn, comparison.at, width).slice(top, top + rows);
    const { isLinear } = windowSlice.get(state);
    const room = isLinear ? [] : Array.from({ length: rows - shown.length }, () => blank);
    return box(state, {
      title: comparisonTitle(comparison),
      lines: [...head, ...shown, ...room],
      cursor: null,
      width,
      position: positionOf(top, rows, lines.length),
    });
  },
};

/** Selects the next or the previous change, and scrolls it into view with its values. */
export function movedToChange(state: AppState, comparison: Comparison, step: 1 | -1): Comparison {
  const { drawn, rows } = layoutOf(state, comparison);
  const { starts, lines } = drawn;
  const at = Math.max(0, Math.min(comparison.at + step, starts.length - 1));
  const first = starts[at] ?? 0;
  const end = starts[at + 1] ?? lines.length;
  const lowest = Math.max(comparison.top, end - rows);
  return { ...comparison, at, top: Math.max(0, Math.min(lowest, first)) };
}
