import type { Registry } from "../../tui/registry.ts";
import type { PaneContent } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { Size } from "../../tui/state/window.ts";
import { detailPane } from "./detail/detail-pane.ts";
import { listPane } from "./list/list-pane.ts";

/** Draws a pane of the Deliveries screen: the list with its filter, or the detail. */
export function deliveriesPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  return id === "list" ? listPane(state, size, registry) : detailPane(state, id);
}
