import { webhookJson } from "../../../exports/webhook-json.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { CopyItem } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { selectedWebhook } from "../state/webhooks.ts";

/** Lists the texts of the selected webhook. */
export function webhookCopyItems(state: AppState): readonly CopyItem[] {
  const webhook = selectedWebhook(state);
  if (webhook === null) return [];
  const { id, url, watched } = webhook;
  return [
    { label: "webhook ID", text: id },
    ...(url === null ? [] : [{ label: "URL", text: url }]),
    { label: "watched items", text: watched.map(formatWatchedItem).join("\n") },
    { label: "JSON", text: JSON.stringify(webhookJson(webhook, false), null, 2) },
  ];
}
