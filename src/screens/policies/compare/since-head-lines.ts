import { directionLooks } from "../../../policy/report/change-lines.ts";
import { clickable, cutLine, type Line, line, lineWidth, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { PageDiff } from "../page/page-diff.ts";
import { changeCount } from "./changes.ts";

/** Command that a click on the counts runs. */
export const diffCommand = "policy.diff";

/** Maximum rows of the reason why there are no counts. */
const maxReasonRows = 2;

/** Counts the changes since HEAD: `▼ 4 weaker  ▲ 0  = 2`, in wide panes each with a word; names the renamed file before. */
export function sinceHeadLines(diff: PageDiff, width: number): readonly Line[] {
  const before = "counts" in diff ? diff.renamedFrom : undefined;
  const renamed = before === undefined ? [] : wrapWords(span(v`renamed from ${before}`), width);
  return [...renamed, ...countLines(diff, width)];
}

function countLines(diff: PageDiff, width: number): readonly Line[] {
  if ("problem" in diff) {
    const why = diff.isApart ? "not in a git repository" : diff.isNew ? "new, not in HEAD" : diff.problem;
    return firstRows(wrapWords(span(v`${why}`, "muted"), width), width);
  }
  if (changeCount(diff) === 0) {
    return [line(span(diff.isTextOnly === true ? v`= text only` : v`no changes`, "muted"))];
  }
  const long = countsLine(diff, [" stronger", " other"]);
  const shown = lineWidth(long) <= width ? long : countsLine(diff, ["", ""]);
  return [{ spans: clickable({ command: diffCommand }, shown.spans) }];
}

/** Returns the first rows of a reason, which the findings have in full. */
function firstRows(rows: readonly Line[], width: number): readonly Line[] {
  const last = rows[maxReasonRows - 1];
  if (last === undefined || rows.length <= maxReasonRows) return rows;
  const { spans } = cutLine({ spans: [...last.spans, span(v` …`, "muted")] }, width);
  return [...rows.slice(0, maxReasonRows - 1), { spans }];
}

function countsLine(
  { counts }: Extract<PageDiff, { readonly counts: unknown }>,
  [stronger, other]: readonly [string, string],
): Line {
  const { weakened, strengthened, changed } = directionLooks;
  return line(
    span(
      v`${weakened.glyph} ${count(counts.weakened)} weaker`,
      counts.weakened > 0 ? weakened.tone : "muted",
    ),
    span(v`  ${strengthened.glyph} ${count(counts.strengthened)}${stronger}`, strengthened.tone),
    span(v`  ${changed.glyph} ${count(counts.changed)}${other}`, changed.tone),
  );
}
