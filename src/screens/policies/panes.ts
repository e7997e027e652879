import { blank, line, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import type { Registry } from "../../tui/registry.ts";
import type { PaneContent } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { Size } from "../../tui/state/window.ts";
import { detailPane } from "./document/detail-pane.ts";
import { matrixPane } from "./document/matrix-pane.ts";
import { sealClock, stateLines } from "./document/state-lines.ts";
import { listPane } from "./folder/list-pane.ts";
import { policiesSlice, selectedPolicy, shownPage } from "./state.ts";

/** Draws a pane of the Policies screen: the list, or a part of the selected policy. */
export function policiesPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  if (id === "list") return listPane(state, size, registry);
  const page = shownPage(policiesSlice.get(state));
  if (page === null) return loadingPane(state);
  if (id === "matrix") return matrixPane(state, page, size);
  if (id === "detail") return detailPane(state, page, size, registry);
  return { title: [span(v`State`)], lines: stateLines(page, size.columns, sealClock(state)) };
}

function loadingPane(state: AppState): PaneContent {
  const selected = selectedPolicy(policiesSlice.get(state));
  if (selected === null) return { title: [span(v`Policy`)], lines: [] };
  return {
    title: [span(visible(selected.name))],
    lines: [blank, line(span(v`  Loading ${selected.name}…`, "muted"))],
  };
}
