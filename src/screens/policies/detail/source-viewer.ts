import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { detailSize } from "../layout.ts";
import { type CellPlace, shownCell } from "../select/places.ts";
import { positionAt } from "../select/position.ts";
import { drawnPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";
import { startLine } from "./current-place.ts";
import { sourceContent } from "./source-content.ts";

/** Last content of each page, which scrolling asks for at every key. */
const known = new WeakMap<PolicyPage, { readonly cell: CellPlace; readonly content: ViewerContent }>();

function contentOf(page: PolicyPage, cell: CellPlace): ViewerContent {
  const last = known.get(page);
  if (last?.cell.row === cell.row && last.cell.column === cell.column) return last.content;
  const content = sourceContent(page, cell);
  known.set(page, { cell, content });
  return content;
}

/** Returns the viewer of the policy's source; null while it is not shown. */
export function sourceViewer(state: AppState): PaneViewer | null {
  const policies = policiesSlice.get(state);
  const page = drawnPage(policies);
  if (page === null || policies.pane !== "source") return null;
  const cell = shownCell(page, policies.cell);
  return {
    state: positionAt(policies.viewer, { page, cell }, startLine(page, cell)),
    content: contentOf(page, cell),
    size: detailSize(state),
    y: 0,
    put: (viewer) => setPolicies({ viewer }),
  };
}
