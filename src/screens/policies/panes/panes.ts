import { blank, line, span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { stateLines } from "../detail/state-lines.ts";
import { matrixPane } from "../matrix/matrix-pane.ts";
import { deletedText, drawnPage, selectedPolicy } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { detailPane } from "./detail-pane.ts";
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
