/** A list on a screen: which item is selected and which is the first one drawn, by index. */
export interface ListView {
  readonly selected: number;
  readonly top: number;
}

/** Keeps the selection inside the list and the selected row inside the window, scrolling as little as possible. */
export function keepInView(view: ListView, count: number, height: number): ListView {
  const selected = Math.max(0, Math.min(view.selected, count - 1));
  const scrolled = Math.min(Math.max(view.top, selected - height + 1), selected);
  return { selected, top: Math.max(0, Math.min(scrolled, count - height)) };
}
