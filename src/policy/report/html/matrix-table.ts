import { html } from "../../../text/html.ts";
import { enforcementGlyphs, type MatrixCell, type PolicyMatrix, weightShade } from "../../matrix/matrix.ts";
import { clauseName } from "../../matrix/readable-policy.ts";
import { coverageWords } from "../coverage-words.ts";

/**
 * Formats the matrix as an HTML table. Screen readers name the row and column of each cell.
 * @param reviews review of each clause, for a last column; null for none
 */
export function matrixTable(
  { columns, rows, coverage }: PolicyMatrix,
  reviews: readonly string[] | null = null,
): string {
  const reviewed = (cell: string) => (reviews === null ? "" : cell);
  const heads = columns.map(({ axis, label, isMandatory }) => {
    const mark = isMandatory ? `!<span class="read"> mandatory axis</span>` : "";
    return `<th scope="col"${isMandatory ? ' class="axis-mandatory"' : ""}>${axis}${mark}<small>${label}</small></th>`;
  });
  const lines = rows.map(({ clause, cells }, index) => {
    const title = clause.title === null ? "" : `<small>${html(clause.title)}</small>`;
    return `<tr><th scope="row">${html(clauseName(clause))}${title}</th>${cells.map(matrixCell).join("")}${reviewed(`<td class="review">${html(reviews?.[index] ?? "")}</td>`)}</tr>`;
  });
  const totals = columns.map(({ clauses, hasSingleSupport }) => {
    const alone = hasSingleSupport ? `¹<span class="read"> one clause alone</span>` : "";
    return `<td>${clauses}${alone}</td>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="Matrix">
<table>
<caption>Clauses by axes. Coverage: ${html(coverageWords(coverage))}.</caption>
<thead><tr><th scope="col">Clause</th>${heads.join("")}${reviewed('<th scope="col">Review</th>')}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
<tfoot><tr><th scope="row">Clauses per axis</th>${totals.join("")}${reviewed("<td></td>")}</tr></tfoot>
</table>
${legend}
</div>`;
}

/**
 * Formats a cell: background and border show the weight; a glyph shows the enforcement, a number the weight.
 */
function matrixCell(cell: MatrixCell | null): string {
  if (cell === null) return "<td></td>";
  const { weight, enforcement } = cell;
  const shade = weight === null ? 0 : shades.indexOf(weightShade(weight));
  const glyph = enforcement === null ? "?" : enforcementGlyphs[enforcement];
  const words = enforcement ?? "enforcement unknown";
  return `<td class="w${shade}">${glyph} ${weight ?? "?"}<span class="read"> ${words}</span></td>`;
}

const shades = [" ", "░", "▒", "▓", "█"] as const;

const legend = `<p class="quiet">● mandatory, ◐ recommended, ○ informational, with the weight:
<span class="key w0">0</span><span class="key w1">to 0.25</span><span class="key w2">to 0.5</span><span class="key w3">to 0.75</span><span class="key w4">to 1</span>
! mandatory axis, ¹ mapped by one clause only.</p>`;
