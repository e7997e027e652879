import { directionLooks } from "../../../policy/report/change-lines.ts";
import { clickable, type Line, line, lineWidth, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { PageDiff } from "../page/page-diff.ts";
import { changeCount } from "./changes.ts";

/** Command that a click on the counts runs. */
export const diffCommand = "policy.diff";

/** Counts the changes since HEAD: `▼ 4 weaker  ▲ 0  = 2`, in wide panes each with a word. */
export function sinceHeadLines(diff: PageDiff, width: number): readonly Line[] {
  if ("problem" in diff) {
    const why = diff.isApart ? "not in a git repository" : diff.isNew ? "new, not in HEAD" : diff.problem;
    return wrapWords(span(v`${why}`, "muted"), width);
  }
  if (changeCount(diff) === 0) return [line(span(v`no changes`, "muted"))];
  const long = countsLine(diff, [" stronger", " other"]);
  const shown = lineWidth(long) <= width ? long : countsLine(diff, ["", ""]);
  return [{ spans: clickable({ command: diffCommand }, shown.spans) }];
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
