import type { Line } from "../../text/line.ts";
import { blank, fitLine, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "../dialogs/box.ts";
import { toastBox } from "../dialogs/toast-box.ts";
import { shownScreen } from "../focus.ts";
import { bodyRows, minSize } from "../layout.ts";
import type { Registry } from "../registry.ts";
import { navSlice } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { keyLine } from "./key-line.ts";
import { isTooLong, statusLine, toastOf } from "./status-line.ts";
import { tabLine } from "./tab-line.ts";

/** Everything on the screen: one line per row of the terminal, boxes over it, and the cursor. */
export interface Frame {
  readonly lines: readonly Line[];
  readonly floating: readonly Floating[];
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

/** Draws the state as text; the components only copy it to cells. */
export function frameOf(state: AppState, registry: Registry): Frame {
  const { size } = windowSlice.get(state);
  const { columns, rows } = size;
  if (columns < minSize.columns || rows < minSize.rows) {
    const text = v`hooklens needs ${minSize.columns}x${minSize.rows}; this is ${columns}x${rows}`;
    const wrapped = wrapWords(span(text, "warn"), Math.max(1, columns)).slice(0, rows);
    return { lines: wrapped.map((row) => fitLine(row, columns)), floating: [], cursor: null };
  }
  const body = shownScreen(registry, state).body(state);
  const open = navSlice.get(state).dialogs;
  const dialogs = open.map((data) => registry.dialogOf(data).box(state, data, registry));
  const toast = toastOf(state);
  const floatsToast = toast !== undefined && isTooLong(state, toast);
  return {
    lines: [
      registry.header(state),
      tabLine(state, registry),
      line(span(v`${"─".repeat(columns)}`, "muted")),
      ...Array.from({ length: bodyRows(size) }, (_, row) => fitLine(body.lines[row] ?? blank, columns)),
      statusLine(state, registry),
      keyLine(state, registry),
    ],
    floating: floatsToast ? [...dialogs, toastBox(state, toast)] : dialogs,
    cursor: open.length === 0 ? body.cursor : (dialogs.at(-1)?.cursor ?? null),
  };
}
