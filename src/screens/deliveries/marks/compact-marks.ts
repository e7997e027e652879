import { type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { hasFewRows } from "../../../tui/layout.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { hasMarks, markedCount } from "../state/marks.ts";
import { workSlice } from "../state/work.ts";
import { runningText } from "../work/work-text.ts";

/** Draws running work, or else the number of marks, for the status of a low window, whose panes have no bottom border. */
export function compactMarks(state: AppState): readonly Span[] {
  if (!hasFewRows(state)) return [];
  const { work } = workSlice.get(state);
  if (work !== null && work.ended === null) return [span(v` · ${runningText(work)}`, "accent")];
  if (!hasMarks(state)) return [];
  const marked = markedCount(state);
  return [span(v` · ${marked === null ? "all" : count(marked)} marked`, "accent")];
}
