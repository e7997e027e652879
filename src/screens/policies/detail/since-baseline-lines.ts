import type { PageDiff } from "../../../policy-service/page-diff.ts";
import { type PolicyPage, changeCount } from "../../../policy-service/policy-page.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { firstRows } from "../../../text/first-rows.ts";
import { clickable, type Line, line, lineWidth, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";

/** Command that a click on the counts runs. */
export const diffCommand = "policy.diff";

/** Maximum rows of the reason why there are no counts. */
const maxReasonRows = 2;

/**
 * Counts the changes since the baseline: `▼ 4 weaker  ▲ 0  = 2`, in wide panes each with a word; names the renamed file
 * before, and says after it if values with errors are not compared.
 */
export function sinceBaselineLines(
  { sinceBaseline: diff, baseline }: Pick<PolicyPage, "sinceBaseline" | "baseline">,
  width: number,
): readonly Line[] {
  const { renamedFrom: before, notCompared } = "counts" in diff ? diff : {};
  const renamed = before === undefined ? [] : wrapWords(span(v`renamed from ${before}`), width);
  const partial =
    notCompared === undefined ? [] : wrapWords(span(v`errors are not compared`, "muted"), width);
  return [...renamed, ...countLines(diff, baseline, width), ...partial];
}

function countLines(diff: PageDiff, baseline: string, width: number): readonly Line[] {
  if ("problem" in diff) {
    const why = problemWords(diff, baseline);
    return firstRows(wrapWords(span(v`${why}`, "muted"), width), maxReasonRows, width);
  }
  if (changeCount(diff) === 0) {
    const other = diff.notCompared === undefined ? v`no changes` : v`no other changes`;
    return [line(span(diff.isTextOnly === true ? v`= text only` : other, "muted"))];
  }
  const long = countsLine(diff, [" stronger", " other"]);
  const shown = lineWidth(long) <= width ? long : countsLine(diff, ["", ""]);
  return [{ spans: clickable({ command: diffCommand }, shown.spans) }];
}

function problemWords(
  { isApart, isNew, hasErrors, lines, problem }: Extract<PageDiff, { problem: string }>,
  baseline: string,
): string {
  if (isApart) return "not in a git repository";
  if (isNew) return `new, not in ${baseline}`;
  // The list of what needs a person has them.
  if (hasErrors === true) return lines === undefined ? "it has errors" : "lines only: it has errors";
  return problem;
}

function countsLine(
  { counts }: Extract<PageDiff, { readonly counts: unknown }>,
  [stronger, other]: readonly [string, string],
): Line {
  const { weakened, strengthened, changed } = directionStyles;
  return line(
    span(
      v`${weakened.glyph} ${count(counts.weakened)} weaker`,
      counts.weakened > 0 ? weakened.tone : "muted",
    ),
    span(v`  ${strengthened.glyph} ${count(counts.strengthened)}${stronger}`, strengthened.tone),
    span(v`  ${changed.glyph} ${count(counts.changed)}${other}`, changed.tone),
  );
}
