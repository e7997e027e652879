import { blank, type Line, type Span, span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import type { PaneContent } from "../records/screen.ts";
import type { PaneViewer } from "../viewer/pane-viewer.ts";
import { drawViewer } from "../viewer/view.ts";

/** Parts of a pane around its viewer. */
export interface ViewerFrame {
  readonly title: readonly Span[];
  /** Lines above the text. */
  readonly head?: readonly Line[];
}

/** Columns of the border around position and path. */
const borderColumns = 8;

/** Truncates a path at its start: the end names the value. */
function shortened(path: Visible, columns: number): Visible {
  return truncate(path, Math.max(1, columns - borderColumns), { where: "start" });
}

/** Draws a pane with a viewer; null leaves it empty. */
export function viewerPane(
  { title, head = [] }: ViewerFrame,
  viewer: PaneViewer | null,
  isFocused: boolean,
): PaneContent {
  if (viewer === null) return { title, lines: head };
  const { content, size } = viewer;
  const { lines, caret, position, path } = drawViewer(viewer.state, content, size, isFocused);
  const room = Array.from({ length: Math.max(0, size.rows - lines.length) }, () => blank);
  return {
    title,
    lines: [...head, ...lines, ...room],
    position,
    ...(path === null || !isFocused ? {} : { foot: [span(shortened(path, size.columns - position.length))] }),
    cursor: caret === null ? null : { x: caret, y: head.length },
  };
}
