import type { Cure } from "../../../checks/fix.ts";
import type { Webhook } from "../../../model/webhook.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { webhookHealth } from "../state/health.ts";
import { webhookViewSlice } from "../state/view.ts";
import { listedWebhooks, selectedWebhook } from "../state/webhooks.ts";

/** Webhook with the cure of its health. */
export interface PlannedCure {
  readonly webhook: Webhook;
  readonly cure: Cure;
}

/**
 * Returns the webhooks to cure: the selected one, or the marked ones that need the same cure as the selected one
 * if it is marked, otherwise as the first of them that needs one.
 */
export function plannedCures(state: AppState): readonly PlannedCure[] {
  const { marks } = webhookViewSlice.get(state);
  const selected = selectedWebhook(state);
  if (marks.length === 0) return selected === null ? [] : curesOf(state, [selected]);
  const marked = new Set(marks);
  const planned = curesOf(
    state,
    listedWebhooks(state).filter(({ id }) => marked.has(id)),
  ).filter(({ cure }) => !single.has(cure.kind));
  const first = planned.find(({ webhook }) => webhook.id === selected?.id) ?? planned[0];
  return planned.filter(({ cure }) => cure.kind === first?.cure.kind);
}

/** Cures of one webhook, and those that are done by hand. */
const single: ReadonlySet<Cure["kind"]> = new Set(["trigger", "edit", "set-url", "by-hand"]);

/** Returns the webhooks that have a cure. */
function curesOf(state: AppState, webhooks: readonly Webhook[]): readonly PlannedCure[] {
  return webhooks.flatMap((webhook) => {
    const { cure } = webhookHealth(state, webhook);
    return cure === null ? [] : [{ webhook, cure }];
  });
}
