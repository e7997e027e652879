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
import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { Invocation } from "../../command-line/command.ts";
import { tableLines } from "../../output/table.ts";
import { writeAnswerFile } from "../write-file.ts";
import type { MatrixFormat } from "./command.ts";
import { type ReadDocument, readDocument } from "./document.ts";

/** The options of `policy matrix`, as typed. */
interface ShowMatrixOptions {
  readonly format?: MatrixFormat;
  readonly output?: string;
  readonly force?: true;
}

/** `policy matrix PATH`: 0, or 1 for a policy with errors, of which what can be read is drawn. */
export async function showMatrix(
  { output }: Invocation,
  path: string,
  options: ShowMatrixOptions,
): Promise<number> {
  const document = await readDocument(path, output);
  const format = options.format ?? output.format;
  if (format === "table" && options.output === undefined) {
    await output.answerLines(matrixLines(matrix(document.value), output.columns));
  } else {
    const text = await matrixText(document, format);
    if (options.output === undefined) await output.write(text);
    else writeAnswerFile(options.output, text, { replace: options.force === true });
  }
  return document.check.valid ? 0 : 1;
}

async function matrixText({ check, value }: ReadDocument, format: MatrixFormat | "quiet"): Promise<string> {
  switch (format) {
    case "table":
      return lines(
        matrixLines(matrix(value), null).map(({ spans }) => spans.map(({ text }) => text).join("")),
      );
    case "quiet":
      return lines(readableClauses(value).map((clause) => visible(clauseName(clause))));
    case "json": {
      const { schemaValid, valid } = check;
      const answer = { file: nameOf(check), schemaValid, valid, ...matrixJson(matrix(value)) };
      return `${machineJson(answer, 2)}\n`;
    }
    case "csv":
      return (await import("../../../policy/report/matrix-csv.ts")).matrixCsv(matrix(value));
    case "md":
      return (await import("../../../policy/report/matrix-markdown.ts")).matrixMarkdown(matrix(value));
    case "html":
      return (await import("../../../policy/report/html/matrix-page.ts")).matrixPage(check);
  }
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}

/** Columns: with ten axes and eight of the title a line has 80 then. */
const longestName = 22;

interface Row {
  readonly name: string;
  readonly title: string;
  /** One for each axis. */
  readonly cells: readonly { readonly text: string; readonly tone: Tone }[];
}

/**
 * The matrix for a person: a row for each clause, what the axes have in all, and what the signs mean.
 * @param width no line is wider; null: nothing is cut
 */
function matrixLines({ columns, rows, coverage }: PolicyMatrix, width: number | null): readonly Line[] {
  const drawn: readonly Row[] = [
    ...rows.map(({ clause, cells }) => ({
      name: clauseName(clause),
      title: clause.title ?? "",
      cells: cells.map((cell) => ({ text: cellText(cell), tone: cellTone(cell) })),
    })),
    { name: "coverage", title: "", cells: columns.map(coverageCell) },
  ];
  const table = tableLines(
    [
      { title: "CLAUSE", cell: ({ name }) => truncate(visible(name), longestName) },
      { title: "TITLE", cell: ({ title }) => title, cut: true, tone: () => "muted" },
      ...columns.map(({ axis, isMandatory }, index) => ({
        title: `${axis}${isMandatory ? "!" : ""}`,
        cell: ({ cells }: Row) => cells[index]?.text ?? "",
        tone: ({ cells }: Row) => cells[index]?.tone ?? "plain",
      })),
    ],
    drawn,
    width,
  );
  const sentences = [
    v`Coverage: ${coverageWords(coverage)}`,
    v`● mandatory  ◐ recommended  ○ informational`,
    v`░ ▒ ▓ █ weight, a quarter each  ! mandatory axis  ¹ one clause alone carries it`,
    // A name is not torn from its axis.
    v`${columns.map(({ axis, label }) => `${axis}\u00A0${label}`).join("  ")}`,
  ];
  return [
    ...table,
    line(),
    ...sentences.flatMap((text) => (width === null ? [line(span(text))] : wrapWords(span(text), width))),
  ];
}

/** Shade and glyph; `?` for what cannot be read. */
function cellText(cell: MatrixCell | null): string {
  if (cell === null) return "·";
  const shade = cell.weight === null ? "?" : weightShade(cell.weight);
  return `${shade}${cell.enforcement === null ? "?" : enforcementGlyphs[cell.enforcement]}`;
}

function cellTone(cell: MatrixCell | null): Tone {
  if (cell === null) return "muted";
  return cell.enforcement === "mandatory" ? "strong" : "plain";
}

function coverageCell({ clauses, isMandatory, hasSingleSupport }: MatrixColumn): Row["cells"][number] {
  const text = clauses === 0 ? "-" : `${clauses}${hasSingleSupport ? "¹" : ""}`;
  return { text, tone: clauses > 0 ? "plain" : isMandatory ? "error" : "warn" };
}
