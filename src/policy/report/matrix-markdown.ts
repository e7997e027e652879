import { visible } from "../../text/visible.ts";
import { enforcementGlyphs, type MatrixCell, type PolicyMatrix } from "../matrix/matrix.ts";
import { coverageWords } from "./coverage-words.ts";

/** Formats the matrix as a table of GitHub Markdown, with a legend. */
export function matrixMarkdown({ columns, rows, coverage }: PolicyMatrix): string {
  const table = [
    ["Clause", "Title", ...columns.map(({ axis, isMandatory }) => (isMandatory ? `**${axis}!**` : axis))],
    ["---", "---", ...columns.map(() => ":-:")],
    ...rows.map(({ clause, cells }) => [
      markdown(clause.id ?? ""),
      markdown(clause.title ?? ""),
      ...cells.map(cellText),
    ]),
    [
      "**coverage**",
      "",
      ...columns.map(({ clauses, hasSingleSupport }) => `${clauses}${hasSingleSupport ? "¹" : ""}`),
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

/** Escapes untrusted text for one cell, so that it cannot add markup, links, HTML or cells. */
function markdown(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\\`*_{}[\]()#+!|~@:]/g, (character) => `\\${character}`);
}
