import { isGeneralRow, type PolicyPage } from "../../../policy-service/policy-page.ts";
import { shownChanges } from "../select/changes.ts";
import { type CellPlace, generalPlace, shownCell } from "../select/places.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { positionAt } from "../select/position.ts";
import { selectedChange, selectedFinding, shownPage } from "../select/selection.ts";
import { sourceLines } from "../select/source-lines.ts";

/** Place in a text, from 1; columns count UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const start: TextPlace = { line: 1, column: 1 };

/** Returns the place of a cell: of its mapping, otherwise of its clause or of the general provisions. */
function placeOfCell(page: PolicyPage, { row, column }: CellPlace): TextPlace {
  if (isGeneralRow(page, row)) return generalPlace(page) ?? start;
  const clause = page.clauses[row];
  if (clause !== undefined) return clause.cells[column]?.mappings[0] ?? clause;
  // A document without clauses has its first error instead.
  return page.findings.find(({ severity }) => severity === "error") ?? start;
}

/** Returns the line, from 0, that the source of a cell starts at. */
export function startLine(page: PolicyPage, cell: CellPlace): number {
  return placeOfCell(page, cell).line - 1;
}

/**
 * Returns the place that the editor opens and the status names: that of the selected finding in the findings, of the
 * changed field of the general provisions in the changes, of the cursor in the source, otherwise of the cell.
 */
export function currentPlace(policies: PoliciesState): TextPlace {
  const page = shownPage(policies);
  if (page === null) return start;
  const finding = selectedFinding(policies);
  if (policies.pane === "findings" && finding !== null) return finding;
  const cell = shownCell(page, policies.cell);
  const place = placeOfCell(page, cell);
  if (policies.pane === "diff") return placeOfField(page, selectedChange(policies)) ?? place;
  if (policies.pane !== "source") return place;
  const { cursor } = positionAt(policies.viewer, { page, cell }, place.line - 1);
  const line = cursor + 1;
  const found = page.findings.find((one) => one.line === line);
  if (found !== undefined) return found;
  return place.line === line ? place : { line, column: firstColumn(sourceLines(page).lines[cursor] ?? "") };
}

/** Returns the place of the changed field of the general provisions; null for another change, and a removed field. */
function placeOfField(page: PolicyPage, change: number | null): TextPlace | null {
  const field = (change === null ? undefined : shownChanges(page)[change])?.field ?? null;
  return page.general?.fields.find(({ path }) => path === field) ?? null;
}

/** Returns the column of the first key or value of a line, after its dashes. */
function firstColumn(text: string): number {
  return (/^\s*(?:- +)*/.exec(text)?.[0].length ?? 0) + 1;
}
