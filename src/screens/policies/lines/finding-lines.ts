import type { PageFinding, PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Severity } from "../../../policy/finding.ts";
import { codeFrame } from "../../../policy/report/code-frame.ts";
import { signs } from "../../../policy/signs.ts";
import { type Line, blank, line, lineWidth, span, type Tone } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { ItemLines } from "./labeled-lines.ts";

/** Glyphs and tones of the severities; glyphs distinguish them without color. */
export const severityStyles: Readonly<Record<Severity, readonly [glyph: string, tone: Tone]>> = {
  error: [signs.error, "error"],
  warning: [signs.warning, "warn"],
};

/** Formats the findings of a policy; the selected one includes its source lines, fix and hint. */
export function findingLines(
  page: PolicyPage,
  selected: number,
  width: number,
  registry: Registry,
): ItemLines {
  const { findings, summary } = page;
  if (findings.length === 0) {
    const text =
      summary.minimum === null
        ? v` ${signs.ok} No findings.`
        : v` ${signs.ok} No findings: the schema and all rules pass.`;
    return { lines: [line(span(text, "ok"))], selected: [0, 1] };
  }
  const lines: Line[] = [];
  let range: readonly [number, number] = [0, 0];
  for (const [index, finding] of findings.entries()) {
    const from = lines.length;
    const isSelected = index === selected;
    lines.push(...headLines(finding, isSelected, width));
    if (!isSelected) continue;
    lines.push(...bodyLines(finding, width, registry));
    if (index < findings.length - 1) lines.push(blank);
    range = [from, lines.length];
  }
  const left = summary.errors + summary.warnings - findings.length;
  if (left > 0) lines.push(line(span(v`   and ${left} more`, "muted")));
  return { lines, selected: range };
}

/** Reports that a document has no visible clause, with the reason. */
export function noClauseLines(page: PolicyPage, width: number): readonly Line[] {
  const words = page.facts === null ? v` The document cannot be read.` : v` No readable clauses.`;
  return [line(span(words, "muted")), ...errorLines(page, width)];
}

/** Formats the errors of a policy without their source lines. */
export function errorLines({ findings }: Pick<PolicyPage, "findings">, width: number): readonly Line[] {
  return findings
    .filter(({ severity }) => severity === "error")
    .flatMap((finding) => headLines(finding, false, width));
}

function headLines(finding: PageFinding, isSelected: boolean, width: number): readonly Line[] {
  const { severity, line: row, column, id, message } = finding;
  const [glyph, tone] = severityStyles[severity];
  const position = v` ${glyph} ${row}:${column}`;
  if (!isSelected) {
    return wrapProse(line(span(position, tone), span(v`  ${message}`), span(v`  ${id}`, "muted")), width, 3);
  }
  const wrapped = wrapWords(span(v`${position}  ${message}`, "strong"), width, 3);
  const name = span(v`  ${id}`, "muted");
  const last = wrapped.at(-1) ?? blank;
  const fits = lineWidth(last) + displayWidth(name.text) <= width;
  const rows = fits
    ? [...wrapped.slice(0, -1), line(...last.spans, name)]
    : [...wrapped, line(span(v` `), name)];
  return rows.map(({ spans: [first, ...rest] }, index) =>
    index > 0 || first === undefined
      ? line(...(first === undefined ? [] : [first]), ...rest)
      : line(span(v`❯`, "accent"), { ...first, text: v`${first.text.slice(1)}`, tone }, ...rest),
  );
}

function bodyLines(
  { excerpt, severity, hint, fix }: PageFinding,
  width: number,
  registry: Registry,
): readonly Line[] {
  const frame = excerpt.text === "" ? [] : codeFrame(excerpt, { severity, columns: width });
  const key = keyOf(registry, "policy.fix");
  const offer =
    fix === null
      ? []
      : wrapWords(span(v`   ${key} ${fix.title}${fix.safe ? "" : " (not safe, asks)"}`, "accent"), width, 5);
  return [...frame, ...offer, ...(hint === null ? [] : wrapWords(span(v`   ${hint}`, "muted"), width, 3))];
}
