import type { Fix } from "../../../checks/fix.ts";
import type { Webhook } from "../../../model/webhook.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { webhookHealth } from "../state/health.ts";
import { webhookViewSlice } from "../state/view.ts";
import { listedWebhooks, selectedWebhook } from "../state/webhooks.ts";

/** Webhook with the fix of its health. */
export interface PlannedFix {
  readonly webhook: Webhook;
  readonly fix: Fix;
}

/**
 * Returns the webhooks to fix: the selected one, or the marked ones that need the same fix as the selected one
 * if it is marked, otherwise as the first of them that needs one.
 */
export function plannedFixes(state: AppState): readonly PlannedFix[] {
  const { marks } = webhookViewSlice.get(state);
  const selected = selectedWebhook(state);
  if (marks.length === 0) return selected === null ? [] : fixesOf(state, [selected]);
  const marked = new Set(marks);
  const planned = fixesOf(
    state,
    listedWebhooks(state).filter(({ id }) => marked.has(id)),
  ).filter(({ fix }) => !single.has(fix.kind));
  const first = planned.find(({ webhook }) => webhook.id === selected?.id) ?? planned[0];
  return planned.filter(({ fix }) => fix.kind === first?.fix.kind);
}

/** Fixes of one webhook, and those that are done by hand. */
const single: ReadonlySet<Fix["kind"]> = new Set(["trigger", "edit", "set-url", "by-hand"]);

/** Returns the webhooks that have a fix. */
function fixesOf(state: AppState, webhooks: readonly Webhook[]): readonly PlannedFix[] {
  return webhooks.flatMap((webhook) => {
    const { fix } = webhookHealth(state, webhook);
    return fix === null ? [] : [{ webhook, fix }];
  });
}
