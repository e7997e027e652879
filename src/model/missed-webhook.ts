import { wantsScope } from "./event.ts";
import { formatWatchedItem, type WatchedItem } from "./watched-item.ts";
import type { Webhook } from "./webhook.ts";

/**
 * Reasons why an event misses a webhook: another item, other domains, disabled by its owner, or suspended by the hub.
 */
export const missReasons = ["item", "domain", "disabled", "suspended"] as const;
export type MissReason = (typeof missReasons)[number];

/** Attributes of an event that decide which webhooks it triggers. */
export interface EventOfRepo {
  readonly scope: string;
  readonly repo: WatchedItem;
}

/** Returns the reason why an event misses a webhook, or null. */
export function missReason(
  { watched, domains, disabled, suspended }: Pick<Webhook, "watched" | "domains" | "disabled" | "suspended">,
  { scope, repo }: EventOfRepo,
): MissReason | null {
  if (!watched.some((item) => includesRepo(item, repo))) return "item";
  if (!wantsScope(domains, scope)) return "domain";
  if (suspended) return "suspended";
  return disabled ? "disabled" : null;
}

/** Returns true if the item is the repo or its owner. */
function includesRepo({ type, name }: WatchedItem, repo: WatchedItem): boolean {
  const isOwner = type === "user" || type === "org";
  return isOwner ? repo.name.startsWith(`${name}/`) : type === repo.type && name === repo.name;
}

/** Returns a reason as the end of a sentence about the webhook: `is disabled`. */
export function missText(reason: MissReason, { scope, repo }: EventOfRepo): string {
  switch (reason) {
    case "item":
      return `does not watch ${formatWatchedItem(repo)}`;
    case "domain":
      return `does not have the domain of ${scope}`;
    case "disabled":
      return "is disabled";
    case "suspended":
      return "is suspended by the hub, after failures";
  }
}
