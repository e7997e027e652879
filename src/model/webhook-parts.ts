import { domains as allDomains } from "./event.ts";
import { formatWatchedItem, type WatchedItem } from "./watched-item.ts";
import type { Webhook, WebhookChange } from "./webhook.ts";

/** Parts of a webhook that its owner edits, in the order of display. */
export const webhookParts = ["url", "watched", "domains", "secret"] as const;
export type WebhookPart = (typeof webhookParts)[number];

type Parts = Pick<Webhook, WebhookPart>;

/** Returns the parts that differ between two webhooks. Ignores the order of watched items and domains. */
export function changedParts(before: Parts, after: Parts): readonly WebhookPart[] {
  return webhookParts.filter((part) => partKey(before, part) !== partKey(after, part));
}

/** Returns the change from one webhook to another: the parts that differ. An empty secret removes the secret. */
export function changeBetween(before: Parts, after: Parts): WebhookChange {
  const { url, watched, domains, secret } = after;
  const parts = new Set(changedParts(before, after));
  return {
    ...(parts.has("url") && url !== null ? { url } : {}),
    ...(parts.has("watched") ? { watched } : {}),
    ...(parts.has("domains") ? { domains } : {}),
    ...(parts.has("secret") ? { secret: secret ?? "" } : {}),
  };
}

/** Returns a text that is equal for equal parts. */
function partKey({ url, watched, domains, secret }: Parts, part: WebhookPart): string {
  switch (part) {
    case "url":
      return url ?? "";
    case "watched":
      return itemsKey(watched);
    case "domains":
      return namesKey(domains.length === 0 ? allDomains : domains);
    case "secret":
      return secret ?? "";
  }
}

/** Returns a text that is equal for watched items in any order. */
export function itemsKey(watched: readonly WatchedItem[]): string {
  return namesKey(watched.map(formatWatchedItem));
}

function namesKey(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join(" ");
}
