import type { Fact, PolicyFacts } from "../../../policy-service/policy-facts.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { signs } from "../../../policy/signs.ts";
import { blank, type Line, line, type Span, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapLine, wrapWords } from "../../../text/wrap.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { besideLabel, labeledLines, oneLine, sectionRule } from "../lines/labeled-lines.ts";
import { openItemLines } from "../matrix/open-item-lines.ts";
import { deletedText, selectedPolicy } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { lostFile } from "../state/what-if.ts";
import { sinceBaselineLines } from "./diff-lines.ts";
import { sealClock, sealLines } from "./seal-lines.ts";

const labelColumns = 13;
/** Maximum columns of the bar of the review. */
const barColumns = 12;
const minBar = 3;

/** Formats the state of a document: result, changes since the baseline, review, seal, open items, and regime. */
export function stateLines(state: AppState, page: PolicyPage, width: number): readonly Line[] {
  const lost = lostFile(state, page);
  const clock = sealClock(state);
  const selected = selectedPolicy(policiesSlice.get(state));
  if (selected?.isDeleted === true) {
    return [
      ...wrapWords(span(v` ${signs.deleted} ${deletedText(selected, page.baseline)}`, "error"), width, 3),
      ...reviewLines(page, width),
      ...besideLabel("sealed", sealLines(page.seal, width - labelColumns, clock), width, labelColumns),
      ...regimeLines(page, width),
    ];
  }
  return [
    ...(lost === null
      ? resultLines(page, width)
      : wrapWords(span(v` ${signs.error} ${lost}`, "error"), width, 3)),
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
  if (verdict === "unreadable") return [line(span(v` ${signs.error} unreadable`, "error"))];
  const [text, tone] =
    errors > 0
      ? ([v` ${signs.error} ${counts}`, "error"] as const)
      : warnings > 0
        ? ([v` ${signs.warning} valid · ${counts}`, "warn"] as const)
        : ([v` ${signs.ok} valid · ${counts}`, "ok"] as const);
  return wrapWords(span(text, tone), width, 3);
}

/**
 * Draws the share of approved parts in numbers and as a bar, which gives way to the counts of flagged and disputed
 * parts.
 */
function reviewLines({ summary }: PolicyPage, width: number): readonly Line[] {
  const { parts, approved, flagged, disputed, reviewProblem } = summary;
  if (reviewProblem !== null) {
    return labeledLines("review", `${signs.error} cannot be read: ${reviewProblem}`, width, labelColumns);
  }
  if (parts === 0) return [];
  const words = v`${count(approved)} of ${count(parts)} `;
  const others = [
    ...(flagged > disputed ? [`${signs.flagged} ${count(flagged - disputed)}`] : []),
    ...(disputed > 0 ? [`${signs.differs} ${count(disputed)}`] : []),
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

/** Columns of the labels of a summary. */
const summaryColumns = 12;
const daysOfYear = 365.25;

/** Formats the policy's metadata, coverage, thresholds and receipt chain. */
export function summaryLines({ facts, summary }: PolicyPage, width: number): readonly Line[] {
  if (facts === null) return [line(span(v` This document cannot be read.`, "muted"))];
  const row = (label: string, value: string | null) => labeledLines(label, value, width, summaryColumns);
  return [
    ...row("title", facts.title),
    ...row("authority", facts.authority),
    ...row("levels", factsText(facts.meta)),
    ...row("coverage", coverageText(summary, facts)),
    ...row("mandatory", facts.mandatoryAxes.length === 0 ? null : facts.mandatoryAxes.join(" ")),
    ...row("retention", retentionText(facts.retentionDays)),
    ...row("thresholds", factsText(facts.thresholds)),
    ...row("receipts", receiptsText(facts)),
    ...row("nodes", facts.nodes.length === 0 ? null : facts.nodes.join(", ")),
    ...row("chain", factsText(facts.chain)),
    ...row("about", facts.description),
  ];
}

function coverageText({ covered, slack }: PolicyPage["summary"], { minimum }: PolicyFacts): string {
  if (minimum === null || slack === null) return `${covered} of 10 axes`;
  return `${covered} of 10 axes, needs ${minimum}${slack < 0 ? `, ${-slack} short` : ""}`;
}

/** Returns `2,190 days (6 years)`. */
function retentionText(days: number | null): string | null {
  if (days === null) return null;
  const years = Math.round((days / daysOfYear) * 10) / 10;
  return `${count(days)} days (${years} ${years === 1 ? "year" : "years"})`;
}

function receiptsText({ algorithm, chaining, quorum }: PolicyFacts): string | null {
  const parts = [algorithm, chaining, quorum === null ? null : `quorum ${quorum}`];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(" · ");
}

/** Returns `receipt chain required yes · merkle root algorithm SHA-256`. */
function factsText(facts: readonly Fact[]): string | null {
  if (facts.length === 0) return null;
  return facts.map(({ name, value }) => `${name.replaceAll("_", " ")} ${value}`).join(" · ");
}
