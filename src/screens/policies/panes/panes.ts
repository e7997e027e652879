import { changeCount, type PolicyPage } from "../../../policy-service/policy-page.ts";
import { blank, line, span, type Span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { viewerPane } from "../../../tui/components/viewer-pane.ts";
import { positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { detailText } from "../detail/detail-text.ts";
import { sourceViewer } from "../detail/source-viewer.ts";
import { stateLines } from "../detail/state-lines.ts";
import { isStateShown } from "../layout.ts";
import { matrixPane } from "../matrix/matrix-pane.ts";
import { type PolicyPane, policyPanes } from "../select/policies-state.ts";
import { deletedText, drawnPage, selectedPolicy } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { listPane } from "./list-pane.ts";

/** Draws a pane of the Policies screen: the list, or a part of the selected policy. */
export function policiesPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  if (id === "list") return listPane(state, size, registry);
  const page = drawnPage(policiesSlice.get(state));
  if (page === null) return loadingPane(state, size);
  if (id === "matrix") return matrixPane(state, page, size);
  if (id === "detail") return detailPane(state, page, size, registry);
  return { title: [span(v`State`)], lines: stateLines(state, page, size.columns) };
}

/** Draws the pane of a policy without a page: it is loading, or deleted. */
function loadingPane(state: AppState, { columns }: Size): PaneContent {
  const policies = policiesSlice.get(state);
  const selected = selectedPolicy(policies);
  if (selected === null) return { title: [span(v`Policy`)], lines: [] };
  const title = [span(visible(selected.name))];
  if (selected.isDeleted === true) {
    const text = v`  ${deletedText(selected, policies.baseline)}`;
    return { title, lines: [blank, ...wrapWords(span(text, "muted"), columns, 2)] };
  }
  return {
    title,
    lines: [blank, line(span(v`  Loading ${selected.name}…`, "muted"))],
  };
}

/** Minimum columns of a pane with all text names beside a position. */
const roomyColumns = 50;

/** Draws the cell, findings, source, changes or summary, with their names in the border. */
function detailPane(state: AppState, page: PolicyPage, size: Size, registry: Registry): PaneContent {
  const { pane, focus } = policiesSlice.get(state);
  const title = paneNames(pane, page, size, isStateShown(state));
  if (pane === "source") return viewerPane({ title }, sourceViewer(state), focus === "detail");
  const { lines, top } = detailText(state, page, size, registry);
  return {
    title,
    lines: lines.slice(top, top + size.rows),
    position: positionOf(top, size.rows, lines.length),
  };
}

/** Returns the names of the texts; only the visible one's if the position needs the room. */
function paneNames(
  pane: PolicyPane,
  page: PolicyPage,
  { columns }: Size,
  hasStatePane: boolean,
): readonly Span[] {
  const compared = page.compared.diff;
  const titles: Record<PolicyPane, string> = {
    findings: `Findings ${count(page.summary.errors + page.summary.warnings)}`,
    cell: "Cell",
    // Begins with the state unless another pane shows it.
    summary: hasStatePane ? "Summary" : "State",
    source: "Source",
    diff: "counts" in compared ? `Diff ${count(changeCount(compared))}` : "Diff",
  };
  if (columns < roomyColumns) {
    return [
      span(v`[${titles[pane]}]`),
      span(v` ${policyPanes.indexOf(pane) + 1} of ${policyPanes.length}`, "muted"),
    ];
  }
  return policyPanes.flatMap((name, index) => [
    ...(index === 0 ? [] : [span(v` `)]),
    {
      ...(name === pane ? span(v`[${titles[name]}]`) : span(v`${titles[name]}`, "muted")),
      click: { command: "policy.show-tab", argument: name },
    },
  ]);
}
