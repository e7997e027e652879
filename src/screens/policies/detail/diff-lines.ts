import type { PageDiff } from "../../../policy-service/page-diff.ts";
import { type Comparison, changeCount } from "../../../policy-service/policy-page.ts";
import type { PlacedChange } from "../../../policy/diff/placed-changes.ts";
import { pointerSegments } from "../../../policy/json-pointer.ts";
import { changeCounts, changeLines } from "../../../policy/report/change-lines.ts";
import { firstRows } from "../../../text/first-rows.ts";
import { blank, clickable, type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { ItemLines } from "../lines/item-lines.ts";
import { sectionRule } from "../lines/section-rule.ts";
import { sinceText } from "../select/changes.ts";
import { textDiffLines } from "./text-diff-lines.ts";

/** Command of a click on a change; its argument is the change's index. */
export const changeCommand = "policy.select-change";

/**
 * Formats the changes in the words and the order of `policy diff`, by section of the document.
 * @param selected index of the selected change, or `none`; a click selects each. Null if they are only read
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
            diff.isTextOnly === true ? v` = Text only: no changes ${since}.` : v` ✓ No changes ${since}.`,
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

/** Draws the lines that differ below a rule: comments are only there. */
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
