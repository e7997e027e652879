import { formatWatchedItem, type WatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { targetText } from "../../../tables/webhooks.ts";
import { clickable, type Line, line, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { plural } from "../../../text/numbers.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { titledRule } from "../../../tui/components/titled-rule.ts";

/** Webhook with its items that another webhook watches too. */
interface SharedWatch {
  readonly webhook: Webhook;
  readonly items: readonly WatchedItem[];
}

/** Maximum webhooks that are listed one by one. */
const maxListed = 3;

/** Returns the other webhooks that an event of the webhook's items triggers too. */
export const sharedWatches = memo((webhook: Webhook, all: readonly Webhook[]): readonly SharedWatch[] =>
  all.flatMap((other) => {
    const items = other.id === webhook.id ? [] : sharedItems(webhook, other);
    return items.length === 0 ? [] : [{ webhook: other, items }];
  }),
);

function sharedItems({ watched }: Webhook, other: Webhook): readonly WatchedItem[] {
  return other.watched.filter((item) => watched.some((own) => covers(own, item) || covers(item, own)));
}

/** Returns true if an item is another item or its owner. */
function covers(item: WatchedItem, other: WatchedItem): boolean {
  if (item.type === other.type) return item.name === other.name;
  const isOwner = item.type === "user" || item.type === "org";
  return isOwner && other.name.startsWith(`${item.name}/`);
}

/** Draws the other webhooks with the same watched items, each clickable; none without them. */
export function sharedWatchLines(
  webhook: Webhook,
  all: readonly Webhook[],
  { nameOf, width }: { readonly nameOf: (id: string) => Visible; readonly width: number },
): readonly Line[] {
  const shared = sharedWatches(webhook, all);
  if (shared.length === 0) return [];
  const more = shared.length - maxListed;
  return [
    line(),
    titledRule(v`also watched by`, width),
    ...shared
      .slice(0, maxListed)
      .map(({ webhook: other, items }) =>
        line(
          ...clickable({ command: "webhooks.show", argument: other.id }, [
            span(nameOf(other.id), "accent"),
            span(visible(` ${items.map(formatWatchedItem).join(", ")}`)),
            span(v` → ${targetText(other)}`, "muted"),
            ...(other.disabled ? [span(v` · disabled`, "muted")] : []),
          ]),
        ),
      ),
    ...(more > 0 ? [line(span(v`and ${plural(more, "other webhook")}`, "muted"))] : []),
  ];
}
