import type { Line } from "../text/line.ts";
import { type ListModel, scrollingText } from "./list.ts";
import { layoutSlice, paneScrolled } from "./state/layout.ts";
import type { AppState } from "./state/slice.ts";

/**
 * Returns the model of a text in a pane, for example of an empty list; it may be longer than the pane. A text with
 * another first line replaces it, from its top.
 */
export function paneText(
  state: AppState,
  screen: string,
  pane: string,
  lines: readonly Line[],
  rows: number,
): ListModel {
  const name = `${screen}.${pane}`;
  const of = lines[0]?.spans.map(({ text }) => text).join("") ?? "";
  const scroll = layoutSlice.get(state).scrolls[name];
  return scrollingText(scroll?.of === of ? scroll.top : 0, lines.length, rows, (top) =>
    paneScrolled(name, { top, of }),
  );
}
