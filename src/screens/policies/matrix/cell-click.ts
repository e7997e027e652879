import type { ClickTarget } from "../../../text/line.ts";

/** Command of a click on a cell or on the head of an axis. */
export const cellCommand = "policy.select-cell";

/** Returns what a click on a cell runs. @param row index of the clause on the page; -1 for the head of the axis */
export function cellClick(row: number, column: number): ClickTarget {
  return { command: cellCommand, argument: `${row} ${column}` };
}
