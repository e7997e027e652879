import type { PolicyCheck } from "../../../policy/check-document.ts";
import { type Coverage, coverage } from "../../../policy/matrix/coverage.ts";
import { enforcementGlyphs } from "../../../policy/matrix/matrix.ts";
import {
  type ReadableMapping,
  clauseName,
  ownField,
  readableClauses,
} from "../../../policy/matrix/readable-policy.ts";
import { axes, axisLabels } from "../../../policy/policy.ts";
import { nameOf } from "../../../policy/report/checked-text.ts";
import { coverageWords, standingWords } from "../../../policy/report/coverage-words.ts";
import { coverageJson } from "../../../policy/report/matrix-json.ts";
import { signs } from "../../../policy/signs.ts";
import { flowed } from "../../../text/flowed.ts";
import { type Line, line, lineWidth, span } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { section } from "../../output/detail.ts";
import { tableLines } from "../../output/table.ts";

/** Returns the JSON shape of `policy show`. */
export function policyJson(check: PolicyCheck, document: unknown): Record<string, unknown> {
  return {
    file: nameOf(check),
    schemaValid: check.schemaValid,
    valid: check.valid,
    document,
    coverage: coverageJson(coverage(document)),
  };
}

/** Returns the names of the clauses of a policy. */
export function clauseNames(document: unknown): readonly string[] {
  return readableClauses(document).map(clauseName);
}

/**
 * Formats a policy for a person: fields, coverage, thresholds, receipt chain, clauses. Accepts any value and
 * omits unreadable parts.
 * @param columns width of the terminal; null: nothing is wrapped or cut
 */
export function policyLines(document: unknown, columns: number | null): readonly Line[] {
  const { title, ...meta } = fieldsOf(ownField(document, "meta"));
  const { description, ...about } = meta;
  const { regulatory_clauses: _, meta: __, ...top } = fieldsOf(document);
  const { compliance_thresholds: thresholds, receipt_chain: chain, ...own } = top;
  return [
    ...prose(shown(title), columns, "strong"),
    ...fieldLines(own, columns),
    ...(description === undefined ? [] : [line(), ...prose(shown(description), columns)]),
    ...section("Meta"),
    ...fieldLines(about, columns),
    ...section("Coverage"),
    ...coverageLines(coverage(document), columns),
    ...section("Thresholds"),
    ...fieldLines(fieldsOf(thresholds), columns),
    ...section("Receipt chain"),
    ...fieldLines(fieldsOf(chain), columns),
    ...section("Clauses"),
    ...tableLines(
      [
        { title: v`CLAUSE`, cell: (clause) => span(visible(clauseName(clause))) },
        { title: v`AXES`, cell: ({ mappings }) => span(visible(mappings.map(mappingWords).join(" "))) },
        { title: v`TITLE`, cell: ({ title }) => span(visible(flowed(title ?? ""))), cut: true },
        { title: v`CITATION`, cell: ({ citation }) => span(visible(flowed(citation ?? ""))), cut: true },
      ],
      readableClauses(document),
      columns,
    ),
    line(),
    ...prose("● mandatory  ◐ recommended  ○ informational, with the weight", columns, "muted"),
  ];
}

function coverageLines(covering: Coverage, columns: number | null): readonly Line[] {
  const isShort = (covering.slack ?? 0) < 0;
  const missing = axes.filter((axis) => !covering.covered.includes(axis));
  return [
    ...prose(coverageWords(covering), columns, isShort ? "error" : "plain"),
    ...covering.mandatory.flatMap((mandatory) => {
      const { axis, isSatisfied, standing } = mandatory;
      const glyph = isSatisfied ? (standing === "enforced" ? signs.ok : signs.warning) : signs.error;
      const tone = isSatisfied ? (standing === "enforced" ? "plain" : "warn") : "error";
      return prose(`${glyph} ${axis} ${axisLabels[axis]}: ${standingWords(mandatory)}`, columns, tone);
    }),
    ...(missing.length === 0
      ? []
      : prose(
          `not mapped: ${missing.map((axis) => `${axis} ${axisLabels[axis]}`).join(", ")}`,
          columns,
          "muted",
        )),
  ];
}

/** Formats `●Λ6 0.85`. */
function mappingWords({ axis, weight, enforcement }: ReadableMapping): string {
  return `${enforcement === null ? "?" : enforcementGlyphs[enforcement]}${axis} ${weight ?? "?"}`;
}

/** Formats names and values in two columns. */
function fieldLines(fields: Readonly<Record<string, unknown>>, columns: number | null): readonly Line[] {
  const entries = Object.entries(fields).map(([name, value]) => [visible(name), shown(value)] as const);
  const nameWidth = entries.reduce((width, [name]) => Math.min(32, Math.max(width, displayWidth(name))), 0);
  return entries.flatMap(([name, value]) => {
    const one = line(span(padEnd(name, nameWidth), "muted"), span(v`  ${value}`));
    if (columns === null || lineWidth(one) <= columns) return [one];
    const indent = " ".repeat(nameWidth + 2);
    const wrapped = wrapWords(span(visible(value)), Math.max(1, columns - indent.length));
    return wrapped.map((each, index) =>
      line(span(index === 0 ? v`${padEnd(name, nameWidth)}  ` : visible(indent), "muted"), ...each.spans),
    );
  });
}

function prose(
  text: string,
  columns: number | null,
  tone: "plain" | "strong" | "muted" | "warn" | "error" = "plain",
): readonly Line[] {
  const words = span(visible(text), tone);
  return columns === null ? [line(words)] : wrapWords(words, columns, hasSign(text) ? 2 : 0);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/**
 * Formats a value on one line: a text with its lines joined, a list of texts with commas, anything else as JSON;
 * undefined as an empty text.
 */
function shown(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return flowed(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return flowed(value.join(", "));
  return JSON.stringify(value);
}

function hasSign(text: string): boolean {
  return [signs.ok, signs.warning, signs.error].some((sign) => text.startsWith(`${sign} `));
}
