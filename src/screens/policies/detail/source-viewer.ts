import { isGeneralRow, type PolicyPage } from "../../../policy-service/policy-page.ts";
import { memo } from "../../../text/memo.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { detailSize } from "../layout.ts";
import { shownChanges } from "../select/changes.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { drawnPage, selectedChange, selectedFinding, shownPage } from "../select/selection.ts";
import { type CellPlace, generalPlace, positionAt, shownCell, sourceLines } from "../select/source.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";
import { sourceContent } from "./source-content.ts";

/** Content of a cell, which scrolling asks for at every key. */
const contentOf = memo((page: PolicyPage, row: number, column: number) =>
  sourceContent(page, { row, column }),
);

/** Returns the viewer of the policy's source; null while it is not shown. */
export function sourceViewer(state: AppState): PaneViewer | null {
  const policies = policiesSlice.get(state);
  const page = drawnPage(policies);
  if (page === null || policies.pane !== "source") return null;
  const cell = shownCell(page, policies.cell);
  return {
    state: positionAt(policies.viewer, { page, cell }, startLine(page, cell)),
    content: contentOf(page, cell.row, cell.column),
    size: detailSize(state),
    y: 0,
    put: (viewer) => setPolicies({ viewer }),
  };
}

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
function startLine(page: PolicyPage, cell: CellPlace): number {
  return placeOfCell(page, cell).line - 1;
}

/**
 * Returns the place for the editor and the status: the selected finding, the changed field of the general provisions,
 * the source cursor, or the cell.
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

/** Returns the place of the changed field of the general provisions; null for other changes and removed fields. */
function placeOfField(page: PolicyPage, change: number | null): TextPlace | null {
  const field = (change === null ? undefined : shownChanges(page)[change])?.field ?? null;
  return page.general?.fields.find(({ path }) => path === field) ?? null;
}

/** Returns the column of the first key or value of a line, after its dashes. */
function firstColumn(text: string): number {
  return (/^\s*(?:- +)*/.exec(text)?.[0].length ?? 0) + 1;
}
