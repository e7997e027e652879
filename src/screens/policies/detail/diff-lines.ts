import type { PageDiff } from "../../../policy-service/page-diff.ts";
import { changeCount, type Comparison, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { PlacedChange } from "../../../policy/diff/placed-changes.ts";
import { pointerSegments } from "../../../policy/json-pointer.ts";
import { changeCounts, changeLines, directionStyles } from "../../../policy/report/change-lines.ts";
import { type SealConcern, weakerValues } from "../../../policy/review/seal-concerns.ts";
import { signs } from "../../../policy/signs.ts";
import { firstRows } from "../../../text/first-rows.ts";
import { blank, clickable, type Line, line, lineWidth, span, type Tone } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { truncate } from "../../../text/truncate.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { type ItemLines, sectionRule } from "../lines/labeled-lines.ts";
import { changeCell, sinceText } from "../select/changes.ts";

/** Command of a click on a change; its argument is the change's index. */
export const changeCommand = "policy.select-change";

/**
 * Formats the changes in the words and order of `policy diff`, by section.
 * @param selected index of the selected change, or `none`; a click selects each. Null for read-only
 */
export function diffLines(compared: Comparison, selected: number | "none" | null, width: number): ItemLines {
  const { name, diff } = compared;
  const since = sinceText(compared);
  if ("problem" in diff) return { lines: problemLines(name, diff, width), selected: [0, 1] };
  const { changes, counts } = diff;
  const all = changeCount(diff);
  const before = [
    ...notComparedLines(diff.notCompared, width),
    ...(diff.renamedFrom === undefined
      ? []
      : wrapWords(span(v` renamed from ${diff.renamedFrom}`), width, 1)),
  ];
  if (all === 0) {
    const none =
      diff.notCompared !== undefined
        ? span(v` No other changes ${since}.`)
        : span(
            diff.isTextOnly === true
              ? v` ${signs.changed} Text only: no changes ${since}.`
              : v` ${signs.ok} No changes ${since}.`,
            "ok",
          );
    return { lines: [...before, line(none), ...linesBelow(diff.lines, width)], selected: [0, 1] };
  }
  const lines: Line[] = [
    ...before,
    ...wrapWords(
      span(v` ${since}${diff.by === "axis" ? ", by axis" : ""}  ${changeCounts(counts)}`),
      width,
      1,
    ),
  ];
  const at = typeof selected === "number" ? Math.min(selected, changes.length - 1) : selected;
  let range: readonly [number, number] = [0, 1];
  let section = "";
  for (const [index, change] of changes.entries()) {
    const title = sectionOf(change);
    if (title !== section) lines.push(sectionRule(v`${title}`, width));
    section = title;
    const from = lines.length;
    const item = changeLines(change, width - 1);
    lines.push(...(at === null ? item.map(indented) : itemLines(item, index, index === at)));
    if (index === at) range = [from, lines.length];
  }
  const left = all - changes.length;
  if (left > 0) lines.push(line(span(v`   and ${count(left)} more`, "muted")));
  lines.push(...linesBelow(diff.lines, width));
  return { lines, selected: range };
}

/** Draws the differing lines below a rule: comments appear only there. */
function linesBelow(lines: readonly string[] = [], width: number): readonly Line[] {
  const drawn = textDiffLines(lines, width - 1).map(indented);
  return drawn.length === 0 ? [] : [sectionRule(v`lines`, width), ...drawn];
}

/** Maximum rows about values that are not compared. */
const maxErrorRows = 2;

function notComparedLines(why: string | undefined, width: number): readonly Line[] {
  if (why === undefined) return [];
  const words = v` Values with errors are not compared: ${why}.`;
  return firstRows(wrapWords(span(words, "muted"), width, 1), maxErrorRows, width);
}

function indented({ spans }: Line): Line {
  return { spans: [span(v` `), ...spans] };
}

function itemLines(item: readonly Line[], index: number, isSelected: boolean): readonly Line[] {
  const click = { command: changeCommand, argument: String(index) };
  return item.map(({ spans }, row) => {
    const mark = isSelected && row === 0 ? span(v`❯`, "accent") : span(v` `);
    return { spans: clickable(click, [mark, ...spans]), role: isSelected ? "selected" : "row" };
  });
}

const sections: Readonly<Record<string, string>> = {
  meta: "meta",
  regulatory_clauses: "clauses",
  compliance_thresholds: "thresholds",
  receipt_chain: "receipt chain",
};

function sectionOf({ kind, newPath, oldPath }: PlacedChange): string {
  if (kind.startsWith("axis-")) return "axes";
  return sections[pointerSegments(newPath ?? oldPath ?? "")[0] ?? ""] ?? "identity";
}

function problemLines(
  name: string,
  { problem, isNew, lines = [] }: Extract<PageDiff, { readonly problem: string }>,
  width: number,
): readonly Line[] {
  const text = isNew
    ? v` This policy is new: ${name} does not have it.`
    : lines.length === 0
      ? v` Not compared with ${name}: ${problem}.`
      : v` Compared with ${name} by lines: ${problem}.`;
  const byLines = textDiffLines(lines, width - 1).map(indented);
  return [...wrapWords(span(text, "muted"), width, 1), ...(byLines.length === 0 ? [] : [blank, ...byLines])];
}

const tones: ReadonlyMap<string, Tone> = new Map([
  ["+", "ok"],
  ["-", "error"],
  ["@", "accent"],
]);

/** Columns of the indent of a line's further rows. */
const indent = 2;

/**
 * Formats a unified diff. Wraps differing lines, because they may differ at their ends, and cuts others. The first
 * two lines name both versions, as does the title.
 */
export function textDiffLines(lines: readonly string[], width: number): readonly Line[] {
  const room = Math.max(1, width);
  return lines.slice(2).flatMap((text) => {
    const shown = visibleLines(text)[0] ?? visible("");
    const tone = tones.get(text.charAt(0));
    return tone === undefined
      ? [line(span(truncate(shown, room), "muted"))]
      : wrapWords(span(shown, tone), room, indent);
  });
}

/** Command that a click on the counts runs. */
export const diffCommand = "policy.diff";

/** Maximum rows of the reason why there are no counts. */
const maxReasonRows = 2;

/**
 * Counts the changes since the baseline: `▼ 4 weaker ▲ 0 = 2`, with words in wide panes. A renamed file comes first,
 * uncompared values last.
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

/** Names the weaker values of a part compared with the baseline, even during another comparison, or null. */
export function weakerInPart(page: PolicyPage, row: number): Pick<SealConcern, "words" | "values"> | null {
  const { sinceBaseline, baseline } = page;
  if (!("counts" in sinceBaseline)) return null;
  const weaker = sinceBaseline.changes.filter(
    (change) => change.direction === "weakened" && changeCell(page, change)?.row === row,
  );
  return weaker.length === 0
    ? null
    : weakerValues(
        weaker.map(({ text }) => text),
        baseline,
      );
}
