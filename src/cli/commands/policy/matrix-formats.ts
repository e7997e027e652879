import {
  type MatrixCell,
  type MatrixColumn,
  type PolicyMatrix,
  enforcementGlyphs,
  matrix,
  weightShade,
} from "../../../policy/matrix/matrix.ts";
import { clauseName, readableClauses } from "../../../policy/matrix/readable-policy.ts";
import { nameOf } from "../../../policy/report/checked-text.ts";
import { coverageWords } from "../../../policy/report/coverage-words.ts";
import { matrixJson } from "../../../policy/report/matrix-json.ts";
import { signs } from "../../../policy/signs.ts";
import { flowed } from "../../../text/flowed.ts";
import { type Line, type Span, type Tone, line, span } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { Output } from "../../output/output.ts";
import { tableLines } from "../../output/table.ts";
import type { ReadDocument } from "./document.ts";

export async function matrixTable({ value }: ReadDocument, output: Output): Promise<void> {
  await output.writeLines(matrixLines(matrix(value), output.columns));
}

export async function matrixDocument({ check, value }: ReadDocument, output: Output): Promise<void> {
  const { schemaValid, valid } = check;
  const json = { file: nameOf(check), schemaValid, valid, ...matrixJson(matrix(value)) };
  await output.write(`${machineJson(json, 2)}\n`);
}

export async function matrixCsvText({ value }: ReadDocument, output: Output): Promise<void> {
  const { matrixCsv } = await import("../../../policy/report/matrix-csv.ts");
  await output.write(matrixCsv(matrix(value)));
}

export async function matrixMarkdownText({ value }: ReadDocument, output: Output): Promise<void> {
  const { matrixMarkdown } = await import("../../../policy/report/matrix-markdown.ts");
  await output.write(matrixMarkdown(matrix(value)));
}

export async function matrixHtml({ check }: ReadDocument, output: Output): Promise<void> {
  const { matrixPage } = await import("../../../policy/report/html/matrix-page.ts");
  await output.write(matrixPage(check));
}

/** Prints the names of the clauses. */
export async function matrixClauses({ value }: ReadDocument, output: Output): Promise<void> {
  await output.write(
    readableClauses(value)
      .map((clause) => `${visible(clauseName(clause))}\n`)
      .join(""),
  );
}

/** Maximum columns of a clause's name, which leaves 8 for the title beside ten axes in 80 columns. */
const longestName = 22;

interface Row {
  readonly name: string;
  readonly title: string;
  /** Cells, one for each axis. */
  readonly cells: readonly Span[];
}

/**
 * Formats the matrix: a row for each clause, the number of clauses of each axis, the coverage, and a legend.
 * @param width maximum columns of a line; null: nothing is cut
 */
function matrixLines({ columns, rows, coverage }: PolicyMatrix, width: number | null): readonly Line[] {
  const drawn: readonly Row[] = [
    ...rows.map(({ clause, cells }) => ({
      name: clauseName(clause),
      title: flowed(clause.title ?? ""),
      cells: cells.map((cell) => span(visible(cellText(cell)), cellTone(cell))),
    })),
    { name: "coverage", title: "", cells: columns.map(coverageCell) },
  ];
  const table = tableLines(
    [
      { title: v`CLAUSE`, cell: ({ name }) => span(truncate(visible(name), longestName)) },
      { title: v`TITLE`, cell: ({ title }) => span(visible(title), "muted"), cut: true },
      ...columns.map(({ axis, isMandatory }, index) => ({
        title: v`${axis}${isMandatory ? "!" : ""}`,
        cell: ({ cells }: Row) => cells[index] ?? span(v``),
      })),
    ],
    drawn,
    width,
  );
  const sentences = [
    v`Coverage: ${coverageWords(coverage)}`,
    v`● mandatory  ◐ recommended  ○ informational`,
    v`░ ▒ ▓ █ weight, a quarter each  ! mandatory axis  ${signs.single} mapped by one clause only`,
    // A non-breaking space keeps a label with its axis.
    v`${columns.map(({ axis, label }) => `${axis}\u00A0${label}`).join("  ")}`,
  ];
  return [
    ...table,
    line(),
    ...sentences.flatMap((text) => (width === null ? [line(span(text))] : wrapWords(span(text), width))),
  ];
}

/**
 * Returns the shade and the glyph of a cell, `?` for an unreadable one; `·` if the clause does not map the
 * axis.
 */
function cellText(cell: MatrixCell | null): string {
  if (cell === null) return "·";
  const shade = cell.weight === null ? "?" : weightShade(cell.weight);
  return `${shade}${cell.enforcement === null ? "?" : enforcementGlyphs[cell.enforcement]}`;
}

function cellTone(cell: MatrixCell | null): Tone {
  if (cell === null) return "muted";
  return cell.enforcement === "mandatory" ? "strong" : "plain";
}

function coverageCell({ clauses, isMandatory, hasSingleSupport }: MatrixColumn): Span {
  const text = clauses === 0 ? v`-` : v`${clauses}${hasSingleSupport ? signs.single : ""}`;
  return span(text, clauses > 0 ? "plain" : isMandatory ? "error" : "warn");
}
