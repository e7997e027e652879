import type { Line } from "../../text/line.ts";

/** What a screen draws between the tabs and the status line. */
export interface Body {
  readonly lines: readonly Line[];
  /** Where the terminal's cursor stands, in cells of the window; null: nowhere. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
}
