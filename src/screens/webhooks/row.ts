import type { Webhook } from "../../model/webhook.ts";
import type { WebhookContext } from "../../tables/webhooks.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

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
