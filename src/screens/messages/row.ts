import type { MessageContext, MessageRow } from "../../tables/messages.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

/** Draws a message as a row. */
export function messageRow(
  message: MessageRow,
  columns: readonly FittedColumn<MessageRow, MessageContext>[],
  width: number,
  selected: boolean,
  context: MessageContext,
): Line {
  return tableRow(columns, width, selected, message, context);
}
