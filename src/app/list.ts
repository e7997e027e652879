/** A list on a screen: which item is selected and which is the first one drawn, by index. */
export interface ListView {
  readonly selected: number;
  readonly top: number;
}

/** Where a list key leads from `selected`; null for a key that is none of a list's. */
export function moveBy(keyId: string, page: number): ((selected: number, count: number) => number) | null {
  switch (keyId) {
    case "up":
    case "k":
      return (selected) => selected - 1;
    case "down":
    case "j":
      return (selected) => selected + 1;
    case "ctrl+u":
      return (selected) => selected - Math.ceil(page / 2);
    case "ctrl+d":
      return (selected) => selected + Math.ceil(page / 2);
    case "pageup":
      return (selected) => selected - page;
    case "pagedown":
      return (selected) => selected + page;
    default:
      return null;
  }
}

/** Keeps the selection inside the list and the selected row inside the window, scrolling as little as possible. */
export function keepInView(view: ListView, count: number, height: number): ListView {
  const selected = Math.max(0, Math.min(view.selected, count - 1));
  const scrolled = Math.min(Math.max(view.top, selected - height + 1), selected);
  return { selected, top: Math.max(0, Math.min(scrolled, count - height)) };
}
