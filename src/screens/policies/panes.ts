import { blank, line, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import type { Registry } from "../../tui/registry.ts";
import type { PaneContent } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { Size } from "../../tui/state/window.ts";
import { detailPane, matrixPane } from "./document/document-panes.ts";
import { summaryLines } from "./document/summary-lines.ts";
import { listPane } from "./folder/list-pane.ts";
import { policiesSlice, selectedPolicy, shownPage } from "./state.ts";

/** Draws a pane of the Policies screen: the list, or a part of the selected policy. */
export function policiesPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  if (id === "list") return listPane(state, size, registry);
  const page = shownPage(policiesSlice.get(state));
  if (page === null) return loadingPane(state);
  if (id === "matrix") return matrixPane(state, page, size);
  if (id === "detail") return detailPane(state, page, size, registry);
  return { title: [span(v`Summary`)], lines: summaryLines(page, size.columns) };
}

function loadingPane(state: AppState): PaneContent {
  const selected = selectedPolicy(policiesSlice.get(state));
  if (selected === null) return { title: [span(v`Policy`)], lines: [] };
  return {
    title: [span(visible(selected.name))],
    lines: [blank, line(span(v`  Loading ${selected.name}…`, "muted"))],
  };
}
