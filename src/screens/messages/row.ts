import { chooseColumns } from "../../tables/column.ts";
import { type MessageRow, messageTable } from "../../tables/messages.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

export const messageColumns = chooseColumns(messageTable, messageTable.shown);

/** Draws a message as a row. */
export function messageRow(
  message: MessageRow,
  columns: readonly FittedColumn<MessageRow, unknown>[],
  width: number,
  selected: boolean,
): Line {
  return tableRow(columns, width, selected, message, undefined);
}
