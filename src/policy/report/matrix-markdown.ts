import { enforcementGlyphs, type MatrixCell, type PolicyMatrix } from "../matrix/matrix.ts";
import { coverageWords } from "./coverage-words.ts";
import { markdown } from "./markdown.ts";

/**
 * Formats the matrix as a table of GitHub Markdown, with a legend.
 * @param reviews review of each clause, for a last column; null for none
 */
export function matrixMarkdown(
  { columns, rows, coverage }: PolicyMatrix,
  reviews: readonly string[] | null = null,
): string {
  const reviewed = (cell: string) => (reviews === null ? [] : [cell]);
  const table = [
    [
      "Clause",
      "Title",
      ...columns.map(({ axis, isMandatory }) => (isMandatory ? `**${axis}!**` : axis)),
      ...reviewed("Review"),
    ],
    ["---", "---", ...columns.map(() => ":-:"), ...reviewed("---")],
    ...rows.map(({ clause, cells }, index) => [
      markdown(clause.id ?? ""),
      markdown(clause.title ?? ""),
      ...cells.map(cellText),
      ...reviewed(markdown(reviews?.[index] ?? "")),
    ]),
    [
      "**coverage**",
      "",
      ...columns.map(({ clauses, hasSingleSupport }) => `${clauses}${hasSingleSupport ? "¹" : ""}`),
      ...reviewed(""),
    ],
  ];
  return [
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    `Coverage: ${coverageWords(coverage)}.`,
    "",
    `● mandatory, ◐ recommended, ○ informational, with the weight; ! mandatory axis; ¹ mapped by one clause only.`,
    "",
    columns.map(({ axis, label }) => `${axis} ${label}`).join(", "),
    "",
  ].join("\n");
}

function cellText(cell: MatrixCell | null): string {
  if (cell === null) return "";
  const glyph = cell.enforcement === null ? "?" : enforcementGlyphs[cell.enforcement];
  return `${glyph} ${cell.weight ?? "?"}`;
}
