import type { Webhook } from "../../../model/webhook.ts";
import { partText } from "../../../tables/webhook-changes.ts";
import { domainsText, watchedText } from "../../../tables/webhooks.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";

/** Formats a webhook, one line for each part. */
export function webhookLines(webhook: Webhook, showSecret: boolean): readonly Visible[] {
  const secret =
    webhook.secret === null || webhook.secret === "" ? "none" : showSecret ? webhook.secret : "set";
  const parts: readonly (readonly [string, string])[] = [
    ["id", webhook.id],
    [webhook.url === null ? "job" : "url", partText(webhook, "url", showSecret)],
    ["status", webhook.suspended ? "suspended (by the hub, after failures)" : webhook.status],
    ["watched", watchedText(webhook)],
    ["domains", domainsText(webhook)],
    ["secret", secret],
  ];
  return parts.map(([name, value]) => v`${padEnd(visible(name), 8)} ${value}`);
}
