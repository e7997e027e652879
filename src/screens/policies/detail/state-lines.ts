import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { type Line, type Span, blank, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapLine, wrapWords } from "../../../text/wrap.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { besideLabel, labeledLines, oneLine } from "../lines/labeled-lines.ts";
import { sectionRule } from "../lines/section-rule.ts";
import { openItemLines } from "../matrix/open-item-lines.ts";
import { deletedText, selectedPolicy } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { lostFile } from "../state/what-if.ts";
import { sealClock } from "./seal-clock.ts";
import { sealLines } from "./seal-lines.ts";
import { sinceBaselineLines } from "./since-baseline-lines.ts";

const labelColumns = 13;
/** Maximum columns of the bar of the review. */
const barColumns = 12;
const minBar = 3;

/** Formats the state of a document: result, changes since the baseline, review, seal, what needs a person, and regime. */
export function stateLines(state: AppState, page: PolicyPage, width: number): readonly Line[] {
  const lost = lostFile(state, page);
  const clock = sealClock(state);
  const selected = selectedPolicy(policiesSlice.get(state));
  if (selected?.isDeleted === true) {
    return [
      ...wrapWords(span(v` − ${deletedText(selected, page.baseline)}`, "error"), width, 3),
      ...reviewLines(page, width),
      ...besideLabel("sealed", sealLines(page.seal, width - labelColumns, clock), width, labelColumns),
      ...regimeLines(page, width),
    ];
  }
  return [
    ...(lost === null ? resultLines(page, width) : wrapWords(span(v` ✗ ${lost}`, "error"), width, 3)),
    ...besideLabel(
      `since ${page.baseline}`,
      sinceBaselineLines(page, width - labelColumns),
      width,
      labelColumns,
    ),
    ...reviewLines(page, width),
    ...besideLabel("sealed", sealLines(page.seal, width - labelColumns, clock), width, labelColumns),
    blank,
    sectionRule(v`needs you`, width),
    ...openItemLines(page, width),
    ...regimeLines(page, width),
  ];
}

function resultLines({ summary }: PolicyPage, width: number): readonly Line[] {
  const { verdict, errors, warnings } = summary;
  const counts = v`${plural(errors, "error")} · ${plural(warnings, "warning")}`;
  if (verdict === "unreadable") return [line(span(v` ✗ unreadable`, "error"))];
  const [text, tone] =
    errors > 0
      ? ([v` ✗ ${counts}`, "error"] as const)
      : warnings > 0
        ? ([v` ▲ valid · ${counts}`, "warn"] as const)
        : ([v` ✓ valid · ${counts}`, "ok"] as const);
  return wrapWords(span(text, tone), width, 3);
}

/**
 * Draws the share of the approved parts, in numbers and as a bar, which gives way to the numbers of flagged and disputed
 * ones.
 */
function reviewLines({ summary }: PolicyPage, width: number): readonly Line[] {
  const { parts, approved, flagged, disputed, reviewProblem } = summary;
  if (reviewProblem !== null) {
    return labeledLines("review", `✗ cannot be read: ${reviewProblem}`, width, labelColumns);
  }
  if (parts === 0) return [];
  const words = v`${count(approved)} of ${count(parts)} `;
  const others = [
    ...(flagged > disputed ? [`⚑ ${count(flagged - disputed)}`] : []),
    ...(disputed > 0 ? [`≠ ${count(disputed)}`] : []),
  ];
  const beside = others.length === 0 ? v`` : v` ${others.join(" · ")}`;
  const room = width - labelColumns - displayWidth(words) - displayWidth(beside);
  const columns = Math.max(minBar, Math.min(barColumns, parts, room));
  // Only a whole share fills the bar.
  const full = approved >= parts ? columns : Math.min(columns - 1, Math.ceil((approved / parts) * columns));
  const spans: readonly Span[] = [
    span(v` ${"approved".padEnd(labelColumns - 1)}`, "muted"),
    span(words, approved === parts ? "ok" : "plain"),
    span(v`${"█".repeat(full)}`, "accent"),
    span(v`${"░".repeat(columns - full)}`, "muted"),
    ...(room < minBar ? [] : [span(beside, "error")]),
  ];
  return wrapLine({ spans }, width, labelColumns);
}

function regimeLines({ facts }: PolicyPage, width: number): readonly Line[] {
  if (facts === null) return [];
  const { regime, jurisdiction, effectiveDate, retentionDays, quorum, algorithm } = facts;
  const date = effectiveDate === null ? null : `effective ${effectiveDate}`;
  const retention = retentionDays === null ? null : `retention ${count(retentionDays)} days`;
  const rows = [
    [regime, jurisdiction],
    [retention, quorum],
    [algorithm, date],
  ].map((parts) =>
    parts
      .filter((part) => part !== null)
      .map(oneLine)
      .join(" · "),
  );
  const known = rows.filter((row) => row !== "");
  if (known.length === 0) return [];
  return [
    blank,
    sectionRule(v`regime`, width),
    ...known.flatMap((row) => wrapWords(span(v` ${row}`), width, 1)),
  ];
}
