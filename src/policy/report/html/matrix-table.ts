import { html } from "../../../text/html.ts";
import { enforcementGlyphs, type MatrixCell, type PolicyMatrix, weightShade } from "../../matrix/matrix.ts";
import { clauseName } from "../../matrix/readable-policy.ts";
import { signs } from "../../signs.ts";
import { coverageSentences, mandatoryWeightText } from "../coverage-words.ts";
import { type MatrixMark, type MatrixNotes, matrixMarks, signLegend } from "../matrix-notes.ts";

/**
 * Formats the matrix as an HTML table. Screen readers name the row and column of each cell.
 * @param notes review and differences of a report; null for none
 */
export function matrixTable(matrix: PolicyMatrix, notes: MatrixNotes | null = null): string {
  const { columns, rows, coverage } = matrix;
  const marks = matrixMarks(matrix, notes);
  const legend = signLegend(matrix, marks, notes);
  const reviewed = (cell: string) => (notes === null ? "" : cell);
  const heads = columns.map(({ axis, label, isMandatory }, index) => {
    const mandatory = isMandatory ? `!<span class="read"> mandatory axis</span>` : "";
    return `<th scope="col"${isMandatory ? ' class="axis-mandatory"' : ""}>${markHtml(marks.axes[index])}${axis}${mandatory}<small>${label}</small></th>`;
  });
  const lines = rows.map(({ clause, cells }, index) => {
    const title = clause.title === null ? "" : `<small>${html(clause.title)}</small>`;
    const drawn = cells.map((cell, column) => matrixCell(cell, markHtml(marks.cells[index]?.[column])));
    return `<tr><th scope="row">${html(clauseName(clause))}${title}</th>${drawn.join("")}${reviewed(`<td class="review">${html(notes?.reviews[index] ?? "")}</td>`)}</tr>`;
  });
  const totals = columns.map(({ clauses, hasSingleSupport }) => {
    const alone = hasSingleSupport ? `${signs.single}<span class="read"> one clause alone</span>` : "";
    return `<td>${clauses}${alone}</td>`;
  });
  const weights = columns.map((column) => `<td>${mandatoryWeightText(column)}</td>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="Matrix">
<table>
<caption>Clauses by axes. ${html(coverageSentences(coverage))}</caption>
<thead><tr><th scope="col">Clause</th>${heads.join("")}${reviewed('<th scope="col">Review</th>')}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
<tfoot><tr><th scope="row">Clauses per axis</th>${totals.join("")}${reviewed("<td></td>")}</tr>
<tr><th scope="row">Mandatory weight</th>${weights.join("")}${reviewed("<td></td>")}</tr></tfoot>
</table>
<p class="quiet">● mandatory, ◐ recommended, ○ informational, with the weight:
${weightKeys}
${legend.map(html).join(", ")}.</p>
</div>`;
}

/** Formats a mark before a text, with a word for screen readers; empty without a mark. */
function markHtml(mark: MatrixMark | null | undefined): string {
  return mark ? `${mark.glyph}<span class="read"> ${mark.word}</span> ` : "";
}

/**
 * Formats a cell: background and border show the weight; a glyph shows the enforcement, a number the weight.
 * @param mark HTML before the cell's text
 */
function matrixCell(cell: MatrixCell | null, mark: string): string {
  if (cell === null) return `<td>${mark.trimEnd()}</td>`;
  const { weight, enforcement } = cell;
  const shade = weight === null ? 0 : shades.indexOf(weightShade(weight));
  const glyph = enforcement === null ? "?" : enforcementGlyphs[enforcement];
  const words = enforcement ?? "enforcement unknown";
  return `<td class="w${shade}">${mark}${glyph} ${weight ?? "?"}<span class="read"> ${words}</span></td>`;
}

const shades = [" ", "░", "▒", "▓", "█"] as const;

const weightKeys = `<span class="key w0">0</span><span class="key w1">to 0.25</span><span class="key w2">to 0.5</span><span class="key w3">to 0.75</span><span class="key w4">to 1</span>`;
