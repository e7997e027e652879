import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "../dialogs/box.ts";
import { toastBox } from "../dialogs/toast-box.ts";
import { shownScreen } from "../focus.ts";
import { bodyRows, minSize } from "../layout.ts";
import type { Registry } from "../registry.ts";
import type { Pane } from "../screen.ts";
import { navSlice } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { type Size, windowSlice } from "../state/window.ts";
import { keyLine } from "./key-line.ts";
import { isTooLong, statusLine, toastOf } from "./status-line.ts";
import { tabLine } from "./tab-line.ts";

/** Lines, panes and dialogs of the screen, before their layout. */
export interface Frame {
  readonly size: Size;
  /** Header, tabs and rule; or the message that the terminal is too small. */
  readonly above: readonly Line[];
  /** Body of the screen; null in a terminal that is too small. */
  readonly body: {
    readonly rows: number;
    readonly above: readonly Line[];
    readonly panes: readonly Pane[];
  } | null;
  /** Status and keys. */
  readonly below: readonly Line[];
  readonly dialogs: readonly Floating[];
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

export function frameOf(state: AppState, registry: Registry): Frame {
  const { size } = windowSlice.get(state);
  const { columns, rows } = size;
  if (columns < minSize.columns || rows < minSize.rows) {
    const text = v`hooklens needs ${minSize.columns}x${minSize.rows}; this is ${columns}x${rows}`;
    const above = wrapWords(span(text, "warn"), Math.max(1, columns)).slice(0, rows);
    return { size, above, body: null, below: [], dialogs: [], cursor: null };
  }
  const { above = [], panes, cursor } = shownScreen(registry, state).body(state, registry);
  const open = navSlice.get(state).dialogs;
  const dialogs = open.map((data) => registry.dialogOf(data).box(state, data, registry));
  const toast = toastOf(state);
  const floatsToast = toast !== undefined && isTooLong(state, toast);
  return {
    size,
    above: [
      registry.header(state, registry),
      tabLine(state, registry),
      line(span(v`${"─".repeat(columns)}`, "muted")),
    ],
    body: { rows: bodyRows(size), above, panes },
    below: [statusLine(state, registry), keyLine(state, registry)],
    dialogs: floatsToast ? [...dialogs, toastBox(state, toast)] : dialogs,
    cursor: open.length === 0 ? cursor : (dialogs.at(-1)?.cursor ?? null),
  };
}
