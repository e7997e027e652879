import { type PolicyPage, changeCount } from "../../../policy-service/policy-page.ts";
import { type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { viewerPane } from "../../../tui/components/viewer-pane.ts";
import { positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { detailText } from "../detail/detail-text.ts";
import { sourceViewer } from "../detail/source-viewer.ts";
import { isStateShown } from "../layout.ts";
import { type PolicyPane, policyPanes } from "../select/policies-state.ts";
import { policiesSlice } from "../state/policies.ts";

/** Columns of a pane from which the names of all texts fit beside a position. */
const roomyColumns = 50;

/** Draws the cell, the findings, the source, the changes or the summary, with their names in the border. */
export function detailPane(state: AppState, page: PolicyPage, size: Size, registry: Registry): PaneContent {
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

/** Returns the names of the texts; only that of the visible one where the position needs the room. */
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
    // It begins with the state where that has no pane of its own.
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
