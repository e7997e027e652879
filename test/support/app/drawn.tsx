import { renderToString } from "ink";
import { cutLine } from "../../../src/text/line.ts";
import { type Frame, frameOf } from "../../../src/tui/app-frame.ts";
import { FrameView } from "../../../src/tui/App.tsx";
import type { AppState } from "../../../src/tui/state/slice.ts";
import { registry } from "./registry.ts";

/** Draws the state with Ink, and returns the rows of the terminal without styles and trailing spaces. */
export function drawnRows(state: AppState): readonly string[] {
  return drawnFrame(frameOf(state, registry));
}

/** Returns the rows of a pane's content, or of all visible panes, without trailing spaces. */
export function paneRows(state: AppState, id?: string): readonly string[] {
  return frameOf(state, registry)
    .panes.filter((pane) => id === undefined || pane.id === id)
    .flatMap(({ lines, inner }) => lines.slice(0, inner.rows).map((one) => cutLine(one, inner.columns)))
    .map(({ spans }) =>
      spans
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    );
}

export function drawnFrame(frame: Frame): readonly string[] {
  const drawn = renderToString(<FrameView frame={frame} />, { columns: frame.size.columns });
  return drawn
    .replaceAll(/\u001b\[[\d;]*m/g, "")
    .split("\n")
    .map((row) => row.trimEnd());
}
