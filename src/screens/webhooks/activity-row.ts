import type { Dispatch } from "../../model/dispatch.ts";
import type { DispatchContext } from "../../tables/dispatches.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

/** Draws a dispatch as a row. */
export function dispatchRow(
  dispatch: Dispatch,
  columns: readonly FittedColumn<Dispatch, DispatchContext>[],
  width: number,
  selected: boolean,
  context: DispatchContext,
): Line {
  return tableRow(columns, width, selected, dispatch, context);
}
