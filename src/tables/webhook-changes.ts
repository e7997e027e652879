import { changedParts, type WebhookPart, webhookParts } from "../model/webhook-parts.ts";
import type { Webhook } from "../model/webhook.ts";
import { domainsText, targetText, watchedText } from "./webhooks.ts";

/** Changed part of a webhook. */
export interface PartChange {
  readonly name: string;
  /** Null for a new webhook. */
  readonly before: string | null;
  readonly after: string;
}

/**
 * Lists the changed parts of a webhook, or all parts of a new one. The value of a secret is shown only if
 * `showSecret` is set.
 * @param before null for a new webhook
 */
export function partChanges(
  before: Webhook | null,
  after: Webhook,
  showSecret = false,
): readonly PartChange[] {
  const isChanged = (part: WebhookPart): boolean => {
    if (before === null) return part !== "secret" || hasSecret(after);
    if (part === "url" && targetText(before) !== targetText(after)) return true;
    return changedParts(before, after).includes(part);
  };
  return webhookParts.filter(isChanged).map((part) => ({
    name: part === "url" && after.url === null ? "job" : part,
    before: before === null ? null : partText(before, part, showSecret),
    after:
      part === "secret" && !showSecret && before !== null && hasSecret(before) && hasSecret(after)
        ? "changed"
        : partText(after, part, showSecret),
  }));
}

/** Formats a part of a webhook; its secret, and the credentials of its URL, only if `showSecret` is set. */
export function partText(webhook: Webhook, part: WebhookPart, showSecret = false): string {
  switch (part) {
    case "url":
      return showSecret && webhook.url !== null ? webhook.url : targetText(webhook);
    case "watched":
      return watchedText(webhook);
    case "domains":
      return domainsText(webhook);
    case "secret":
      return hasSecret(webhook) ? (showSecret ? (webhook.secret ?? "") : "set") : "none";
  }
}

function hasSecret({ secret }: Webhook): boolean {
  return secret !== null && secret !== "";
}
