import { enforcementGlyphs, type MatrixCell, type PolicyMatrix } from "../matrix/matrix.ts";
import { signs } from "../signs.ts";
import { coverageSentences, mandatoryWeightText } from "./coverage-words.ts";
import { markdown } from "./markdown.ts";
import { type MatrixNotes, matrixMarks, signLegend } from "./matrix-notes.ts";

/**
 * Formats the matrix as a table of GitHub Markdown, with a legend.
 * @param notes review and differences of a report; null for none
 */
export function matrixMarkdown(matrix: PolicyMatrix, notes: MatrixNotes | null = null): string {
  const { columns, rows, coverage } = matrix;
  const marks = matrixMarks(matrix, notes);
  const legend = signLegend(matrix, marks, notes);
  const reviewed = (cell: string) => (notes === null ? [] : [cell]);
  const table = [
    [
      "Clause",
      "Title",
      ...columns.map(({ axis, isMandatory }, index) =>
        withMark(marks.axes[index]?.glyph, isMandatory ? `**${axis}!**` : axis),
      ),
      ...reviewed("Review"),
    ],
    ["---", "---", ...columns.map(() => ":-:"), ...reviewed("---")],
    ...rows.map(({ clause, cells }, index) => [
      markdown(clause.id ?? ""),
      markdown(clause.title ?? ""),
      ...cells.map((cell, column) => withMark(marks.cells[index]?.[column]?.glyph, cellText(cell))),
      ...reviewed(markdown(notes?.reviews[index] ?? "")),
    ]),
    [
      "**coverage**",
      "",
      ...columns.map(({ clauses, hasSingleSupport }) => `${clauses}${hasSingleSupport ? signs.single : ""}`),
      ...reviewed(""),
    ],
    ["**mandatory weight**", "", ...columns.map(mandatoryWeightText), ...reviewed("")],
  ];
  return [
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    coverageSentences(coverage),
    "",
    `● mandatory, ◐ recommended, ○ informational, with the weight; ${legend.map(markdown).join("; ")}.`,
    "",
    columns.map(({ axis, label }) => `${axis} ${label}`).join(", "),
    "",
  ].join("\n");
}

/** Puts a mark before a text. */
function withMark(glyph: string | undefined, text: string): string {
  return [glyph ?? "", text].filter((part) => part !== "").join(" ");
}

function cellText(cell: MatrixCell | null): string {
  if (cell === null) return "";
  const glyph = cell.enforcement === null ? "?" : enforcementGlyphs[cell.enforcement];
  return `${glyph} ${cell.weight ?? "?"}`;
}
