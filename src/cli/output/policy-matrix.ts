import {
  enforcementGlyphs,
  type MatrixCell,
  type MatrixColumn,
  type PolicyMatrix,
  weightShade,
} from "../../policy/matrix/matrix.ts";
import { clauseName, coverageWords } from "../../policy/report/coverage-words.ts";
import { type Line, line, span, type Tone } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { tableLines } from "./table.ts";

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
export function matrixLines(
  { columns, rows, coverage }: PolicyMatrix,
  width: number | null,
): readonly Line[] {
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
