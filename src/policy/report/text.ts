import { type Line, line, lineWidth, type Span, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { PolicyCheck } from "../check-document.ts";
import type { Finding } from "../finding.ts";
import { subjectOf, valueAt } from "../schema/messages.ts";
import { signs } from "../signs.ts";
import { type CheckedText, findingId, nameOf } from "./checked-text.ts";
import { codeFrame } from "./code-frame.ts";
import { excerptOf } from "./excerpt.ts";

/**
 * Formats a check for a person: place, message, code frame and hint of each finding; empty without findings. Lists
 * the blank fields of a new document together.
 * @param columns width of the terminal, to which prose is wrapped and source cut; null for no limit
 */
export function textReport({ check, text }: CheckedText, columns: number | null): readonly Line[] {
  const blanks = check.findings.filter((finding) => isBlank(check, finding));
  const isNew = blanks.length >= leastBlanks;
  const others = isNew ? check.findings.filter((finding) => !blanks.includes(finding)) : check.findings;
  return [
    ...(isNew ? blankLines(nameOf(check), blanks, columns) : []),
    ...others.flatMap((finding) => findingLines(nameOf(check), finding, text, columns)),
  ];
}

/** Minimum number of blank fields in an unfinished new document. */
const leastBlanks = 10;

function isBlank({ document }: PolicyCheck, { path, keyword }: Finding): boolean {
  return keyword !== null && path !== "" && valueAt(document?.value, path) === null;
}

/** Lists the fields to fill in with their lines. */
function blankLines(file: string, blanks: readonly Finding[], columns: number | null): readonly Line[] {
  const [first] = blanks;
  const fields = blanks.map(({ line: at, path }) => `${at} ${subjectOf(path)}`).join(", ");
  return [
    line(
      span(v`${file}:${first?.line ?? 1}:${first?.column ?? 1}`, "strong"),
      span(v`  ${signs.error} error`, "error"),
      span(v`  ${plural(blanks.length, "field")} to fill in, by line:`),
    ),
    ...proseLines(span(v`  ${fields}`), columns),
    line(),
  ];
}

function findingLines(file: string, finding: Finding, text: string, columns: number | null): readonly Line[] {
  const { severity, fix } = finding;
  return [
    ...headLines(file, finding, columns),
    ...(text === "" ? hintLines(finding, columns) : markedLines(text, finding, columns)),
    ...(fix?.safe === true ? proseLines(span(v`  hooklens policy fix: ${fix.title}`, "muted"), columns) : []),
    line(),
  ];

  /** Formats the head on one line if it fits; otherwise the message follows on separate lines. */
  function headLines(file: string, { message }: Finding, columns: number | null): readonly Line[] {
    const place = span(v`${file}:${finding.line}:${finding.column}`, "strong");
    const verdict = span(
      severity === "error" ? v`  ${signs.error} error` : v`  ${signs.warning} warning`,
      severity === "error" ? "error" : "warn",
    );
    const id = span(v`  ${findingId(finding)}`, "muted");
    const whole = line(place, verdict, span(v`  ${message}`), id);
    if (columns === null || lineWidth(whole) <= columns) return [whole];
    return [line(place, verdict, id), ...proseLines(span(v`  ${message}`), columns)];
  }
}

/** Formats the code frame of a finding, with the hint after the carets if it fits, otherwise below. */
function markedLines(text: string, finding: Finding, columns: number | null): readonly Line[] {
  const frame = codeFrame(excerptOf(text, finding), { severity: finding.severity, columns });
  const carets = frame.at(-1);
  if (finding.hint === null || carets === undefined) return frame;
  const hinted = line(...carets.spans, span(v` ${finding.hint}`, "accent"));
  return columns === null || lineWidth(hinted) <= columns
    ? [...frame.slice(0, -1), hinted]
    : [...frame, ...hintLines(finding, columns)];
}

function hintLines({ hint }: Finding, columns: number | null): readonly Line[] {
  return hint === null ? [] : proseLines(span(v`  ${hint}`, "accent"), columns);
}

function proseLines(prose: Span, columns: number | null): readonly Line[] {
  return columns === null ? [line(prose)] : wrapWords(prose, columns, 2);
}
