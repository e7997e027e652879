import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { activityPane } from "./activity-pane.ts";
import { factsPane } from "./facts.ts";
import { listPane } from "./list-pane.ts";

/** Draws a pane of the Webhooks screen. */
export function webhooksPane(state: AppState, id: string, size: Size, registry: Registry): PaneContent {
  if (id === "activity") return activityPane(state, size, registry);
  return id === "facts" ? factsPane(state, size, registry) : listPane(state, size, registry);
}
