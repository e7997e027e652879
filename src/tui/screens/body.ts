import type { Line } from "../../text/line.ts";

/** Content between the tabs and the status line. */
export interface Body {
  readonly lines: readonly Line[];
  /** Position of the terminal's cursor in cells; null if hidden. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
}
