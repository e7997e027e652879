import { changedParts, type WebhookPart } from "../../../../model/webhook-parts.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { dialogKind, type DialogData } from "../../../../tui/state/nav.ts";
import { webhookFormKind } from "./webhook-form.ts";

/** Change of a webhook, shown before it is sent. */
export interface WebhookChangeDialog extends DialogData {
  readonly kind: "webhook-change";
  /** Webhook that the change was made for. */
  readonly base: Webhook;
  /** Webhook with the change. */
  readonly mine: Webhook;
  /** Webhook with another client's changes, or null. */
  readonly theirs: Webhook | null;
  /** True if the webhook no longer exists. */
  readonly isGone: boolean;
  readonly busy: boolean;
  /** First visible line, if not all fit. */
  readonly top: number;
  /** Error of the last attempt, or null. */
  readonly refused: string | null;
  /** Source of the secret in the edited text; null for a form. */
  readonly text: { readonly secret: string | null | undefined } | null;
}

export const webhookChangeKind = dialogKind<WebhookChangeDialog>("webhook-change");

/**
 * Creates the dialog of a change.
 * @param text source of the secret in the edited text; null for a form, which is below the dialog
 */
export function webhookChange(
  base: Webhook,
  mine: Webhook,
  text: WebhookChangeDialog["text"] = null,
): WebhookChangeDialog {
  return {
    kind: "webhook-change",
    base,
    mine,
    theirs: null,
    isGone: false,
    busy: false,
    top: 0,
    refused: null,
    text,
    ...(text === null ? { about: webhookFormKind.kind } : {}),
  };
}

/** Part of a webhook that two clients may have changed. */
export interface ConflictPart {
  readonly part: WebhookPart;
  readonly isTheirs: boolean;
  readonly isMine: boolean;
}

/** Returns the parts that either side has changed. */
export function conflictParts(base: Webhook, theirs: Webhook, mine: Webhook): readonly ConflictPart[] {
  const [byThem, byMe] = [changedParts(base, theirs), changedParts(base, mine)];
  return [...new Set([...byMe, ...byThem])].map((part) => ({
    part,
    isTheirs: byThem.includes(part),
    isMine: byMe.includes(part),
  }));
}

/** Returns true if a change changes nothing. */
export function isEmptyChange({ base, mine }: Pick<WebhookChangeDialog, "base" | "mine">): boolean {
  return changedParts(base, mine).length === 0 && base.status === mine.status;
}
