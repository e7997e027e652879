/** Position of a list: the selected item and the first visible item, by index. */
export interface ListView {
  readonly selected: number;
  readonly top: number;
}

/** Clamps the selection to the list and scrolls as little as possible to show it. */
export function keepInView(view: ListView, count: number, height: number): ListView {
  const selected = Math.max(0, Math.min(view.selected, count - 1));
  const scrolled = Math.min(Math.max(view.top, selected - height + 1), selected);
  return { selected, top: Math.max(0, Math.min(scrolled, count - height)) };
}
