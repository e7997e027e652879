import { type ListModel, scrollingText } from "./list.ts";
import { layoutSlice, paneScrolled } from "./state/layout.ts";
import type { AppState } from "./state/slice.ts";

/** Returns the model of a text in a pane, for example that of an empty list, which may be longer than the pane. */
export function paneText(
  state: AppState,
  screen: string,
  pane: string,
  lines: number,
  rows: number,
): ListModel {
  const name = `${screen}.${pane}`;
  return scrollingText(layoutSlice.get(state).scrolls[name] ?? 0, lines, rows, (top) =>
    paneScrolled(name, top),
  );
}
