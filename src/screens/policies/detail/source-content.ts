import { maxSource } from "../../../policy-service/page-limits.ts";
import { isGeneralRow, type PageFinding, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { ChangedCell } from "../../../policy/diff/placed-changes.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { generalId } from "../../../policy/review/general-provisions.ts";
import { line, type Span, span, type Tone } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import type { TokenKind } from "../../../text/source/tokens.ts";
import { v, visible } from "../../../text/visible.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import { withLinesBelow } from "../../../tui/viewer/lines-below.ts";
import { textContent, type WholeLine } from "../../../tui/viewer/text-content.ts";
import { severityStyles } from "../lines/finding-lines.ts";
import { changedFields, wasText } from "../select/changes.ts";
import { cellAtLine, type CellPlace, cellRange, type SourceLines, sourceLines } from "../select/source.ts";

/** Tones of tokens, as in other JSON; the syntax distinguishes them without color. */
const tones: Readonly<Record<TokenKind, Tone>> = {
  key: "accent",
  text: "plain",
  value: "warn",
  comment: "muted",
  punctuation: "muted",
};

/**
 * Creates the content of a source. Lines have numbers, marks at findings and the cell's lines; findings and fold
 * remarks follow their lines.
 */
export function sourceContent(page: PolicyPage, cell: CellPlace): ViewerContent {
  const source = sourceLines(page);
  const { lines, folds } = source;
  const last = lines.length - 1;
  const digits = String(lines.length).length;
  const current = cellRange(page, source, cell);
  // The end of an incomplete text may be a line below its last one.
  const findings = Map.groupBy(page.findings, (finding) => Math.min(finding.line - 1, last));
  const remarks = new Map<number, readonly Span[]>();
  const add = (at: number, spans: readonly Span[]) => remarks.set(at, [...(remarks.get(at) ?? []), ...spans]);
  for (const [at, spans] of comparedRemarks(page, source)) add(at, spans);
  for (const [at, found] of findings) add(at, findingRemark(found));
  if (current !== null) add(current.first, cellRemark(page, cell));

  function at(index: number, isFolded: boolean): WholeLine {
    const isCurrent = current !== null && index >= current.first && index <= current.last;
    const hidden = isFolded ? (folds.ends[index] ?? index) - index : 0;
    const found =
      hidden > 0
        ? [...findings].flatMap(([line, here]) => (line >= index && line <= index + hidden ? here : []))
        : (findings.get(index) ?? []);
    const number = span(v`${String(index + 1).padStart(digits)} `, isCurrent ? "accent" : "muted");
    const isInClause = cellAtLine(page, folds, index, cell.column) !== null;
    const gutter = [
      glyphOf(found),
      isInClause ? { ...number, click: { command: "policy.go-to-line", argument: String(index) } } : number,
      span(isCurrent ? v`┃ ` : v`│ `, isCurrent ? "accent" : "muted"),
    ];
    const after = remarks.get(index) ?? [];
    const spans = [
      ...gutter,
      ...tokenSpans(source, index),
      ...(hidden > 0 ? [span(v`  ▸ ${plural(hidden, "line")}`, "muted")] : []),
      ...after,
    ];
    const lead = digits + 4;
    return { line: line(...spans), lead, indent: lead, isProse: after.length > 0 };
  }

  const content = textContent({
    source: lines,
    count: lines.length,
    grows: false,
    hasCursor: true,
    folds,
    at,
    textAt: (index) => lines[index] ?? "",
  });
  return page.source.length < maxSource ? content : withLinesBelow(content, [], [cutNote]);
}

const cutNote: WholeLine = {
  line: line(span(v`  … the rest is not shown; the editor shows all`, "muted")),
  indent: 2,
  isProse: true,
};

/** Formats a line in spans by color. */
function tokenSpans({ lines, tokensOf }: SourceLines, index: number): readonly Span[] {
  const text = lines[index] ?? v``;
  let from = 0;
  return tokensOf(index).map(({ kind, end }) => {
    const shown = span(visible(text.slice(from, end)), tones[kind]);
    from = end;
    return shown;
  });
}

/** Returns the mark of the worst finding of a line, in two columns. */
function glyphOf(found: readonly PageFinding[]): Span {
  const worst = found.find(({ severity }) => severity === "error") ?? found[0];
  if (worst === undefined) return span(v`  `);
  const [glyph, tone] = severityStyles[worst.severity];
  return span(v`${glyph} `, tone);
}

function findingRemark(found: readonly PageFinding[]): readonly Span[] {
  return found.flatMap(({ severity, message }) => {
    const [glyph, tone] = severityStyles[severity];
    return [span(v`  `), span(v`${glyph} ${message}`, tone)];
  });
}

function cellRemark(page: PolicyPage, { row, column }: CellPlace): readonly Span[] {
  const { clauses, columns } = page;
  if (isGeneralRow(page, row)) return [span(v`  ◂ ${generalId}`, "muted")];
  const clause = clauses[row];
  const axis = clause?.cells[column] === null ? "" : ` × ${columns[column]?.axis ?? ""}`;
  return [span(v`  ◂ ${clause?.id ?? "clause without an ID"}${axis}`, "muted")];
}

/** Returns the former values of changed cells and general provisions, by line. */
function comparedRemarks(page: PolicyPage, source: SourceLines): ReadonlyMap<number, readonly Span[]> {
  const remarks = new Map<number, readonly Span[]>();
  const { name, diff } = page.compared;
  if (!("cells" in diff)) return remarks;
  for (const changed of diff.cells) {
    const cell = { row: changed.clause, column: changed.axis };
    const range = cellRange(page, source, cell);
    if (range === null) continue;
    for (const { key, was } of differences(page, name, changed)) {
      const found = keyLine(source, range.first, range.last, key);
      const { glyph, tone } = directionStyles[changed.direction];
      const remark = span(v`  ${glyph} ${was}`, tone);
      remarks.set(found, [...(remarks.get(found) ?? []), remark]);
    }
  }
  for (const { path, direction, was } of changedFields(page)) {
    const field = page.general?.fields.find((one) => one.path === path);
    if (field === undefined) continue;
    const { glyph, tone } = directionStyles[direction];
    const said = wasText(was, page.compared);
    remarks.set(field.line - 1, [span(v`  ${glyph} ${said}`, tone)]);
  }
  return remarks;
}

/** Returns the changed fields of a cell, with their former values in words. */
function differences(
  { clauses }: PolicyPage,
  name: string,
  { clause, axis, was }: ChangedCell,
): readonly { readonly key: keyof typeof keys; readonly was: string }[] {
  const now = clauses[clause]?.cells[axis] ?? null;
  if (now === null) return [];
  if (was === null) return [{ key: "axis", was: wasText(null, { name }) }];
  const fields = [
    { key: "weight", before: was.weight, after: now.weight },
    { key: "enforcement", before: was.enforcement, after: now.enforcement },
  ] as const;
  return fields.flatMap(({ key, before, after }) =>
    before === after ? [] : [{ key, was: wasText(String(before), { name }) }],
  );
}

/** Keys of the fields of a mapping. */
const keys = {
  axis: /(?:^|[\s{,-])["']?axis["']? *:/,
  weight: /(?:^|[\s{,-])["']?weight["']? *:/,
  enforcement: /(?:^|[\s{,-])["']?enforcement["']? *:/,
};

/** Returns the line of a key in a range, otherwise the first. */
function keyLine({ lines }: SourceLines, first: number, last: number, key: keyof typeof keys): number {
  const within = lines.slice(first, last + 1).findIndex((line) => keys[key].test(line));
  return first + Math.max(0, within);
}
