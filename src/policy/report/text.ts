import { type Line, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Finding } from "../finding.ts";
import { type CheckedText, findingId, nameOf } from "./checked-text.ts";
import { codeFrame } from "./code-frame.ts";

/**
 * A check for a person: for each finding where it is, what it is, the lines it is about, and what to do. Nothing for a file without
 * findings.
 * @param columns of the terminal; null: nothing is cut
 */
export function textReport({ check, text }: CheckedText, columns: number | null): readonly Line[] {
  return check.findings.flatMap((finding) => findingLines(nameOf(check), finding, text, columns));
}

function findingLines(file: string, finding: Finding, text: string, columns: number | null): readonly Line[] {
  const { severity, message, hint, fix } = finding;
  const glyph = severity === "error" ? "✗" : "▲";
  const tone = severity === "error" ? "error" : "warn";
  return [
    line(
      span(v`${file}:${finding.line}:${finding.column}`, "strong"),
      span(v`  ${glyph} ${severity}`, tone),
      span(v`  ${message}`),
      span(v`  ${findingId(finding)}`, "muted"),
    ),
    ...(text === "" ? [] : codeFrame(text, finding, { severity, columns })),
    ...(hint === null ? [] : [line(span(v`  ${hint}`, "accent"))]),
    ...(fix === null || !fix.safe ? [] : [line(span(v`  hooklens policy fix ${fix.title}`, "muted"))]),
    line(),
  ];
}
