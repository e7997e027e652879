import type { Webhook } from "../../../model/webhook.ts";
import { partChanges } from "../../../tables/webhook-changes.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";

/**
 * Formats the changed parts of a webhook, or all parts of a new one. A secret is printed only if `showSecret`
 * is set.
 * @param before null for a new webhook
 */
export function changeLines(before: Webhook | null, after: Webhook, showSecret: boolean): readonly Visible[] {
  const changes = partChanges(before, after, showSecret);
  return changes.length === 0
    ? [v`  nothing to change`]
    : changes.map((change) => line(change.name, change.before, change.after));
}

function line(name: string, was: string | null, is: string): Visible {
  const label = padEnd(visible(name), 8);
  return was === null ? v`  ${label} ${is}` : v`  ${label} ${was} → ${is}`;
}
