import type { Webhook } from "../../model/webhook.ts";
import { chooseColumns } from "../../tables/column.ts";
import { type WebhookContext, webhookTable } from "../../tables/webhooks.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

export const webhookColumns = chooseColumns(webhookTable, webhookTable.shown);

/** Draws a webhook as a row. */
export function webhookRow(
  webhook: Webhook,
  columns: readonly FittedColumn<Webhook, WebhookContext>[],
  width: number,
  selected: boolean,
  busy: WebhookContext["busy"],
): Line {
  return tableRow(columns, width, selected, webhook, { busy });
}
