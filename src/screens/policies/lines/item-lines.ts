import type { Line } from "../../../text/line.ts";

/** Items as lines, one of which is selected. */
export interface ItemLines {
  readonly lines: readonly Line[];
  /** Line range of the selected item, end exclusive. */
  readonly selected: readonly [number, number];
}
