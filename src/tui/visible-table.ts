import { shownScreen } from "./focus.ts";
import { isPaneShown } from "./layout.ts";
import type { Registry } from "./records/registry.ts";
import type { Screen } from "./records/screen.ts";
import { topDialog } from "./state/nav.ts";
import type { AppState } from "./state/slice.ts";

/** Pane of the list on the screens that have a table. */
export const listPane = "list";

export type ScreenTable = ReturnType<NonNullable<Screen["table"]>>;

/** Returns the table of the visible list; null without one, or under a dialog with a list. */
export function visibleTable(state: AppState, registry: Registry): ScreenTable | null {
  const screen = shownScreen(registry, state);
  const data = topDialog(state);
  const isCovered = data !== null && registry.dialogOf(data).hasListKeys === true;
  return isCovered || !isPaneShown(state, screen, listPane) ? null : (screen.table?.(state) ?? null);
}
