import { checkWebhook } from "../../../checks/check-webhook.ts";
import { type CheckId, checkIds, type WebhookCheck } from "../../../checks/check.ts";
import type { WebhookFacts } from "../../../checks/facts.ts";
import type { Fix } from "../../../checks/fix.ts";
import { groupChecks, type CheckGroup } from "../../../checks/group-checks.ts";
import type { ListView } from "../../../tui/list.ts";
import { dialogKind } from "../../../tui/state/nav.ts";

/** Dialog with the checks of a webhook. */
export interface HealthDialog {
  readonly kind: "webhook-health";
  readonly webhookId: string;
  /** Known facts; null before the first. */
  readonly facts: WebhookFacts | null;
  /** Last check with known facts, or null. */
  readonly settled: CheckId | null;
  /** Reason for stopped checks, or null. */
  readonly error: string | null;
  /** Position of the list; null while it follows the first failed check. */
  readonly view: ListView | null;
}

export const healthKind = dialogKind<HealthDialog>("webhook-health");

export function healthDialog(webhookId: string): HealthDialog {
  return { kind: "webhook-health", webhookId, facts: null, settled: null, error: null, view: null };
}

/** Returns the checks with a result, in order. */
export function settledChecks({ facts, settled }: HealthDialog): readonly WebhookCheck[] {
  if (facts === null || settled === null) return [];
  return checkWebhook(facts).slice(0, checkIds.indexOf(settled) + 1);
}

/** Returns the rows of the list. */
export function checkRows(dialog: HealthDialog): readonly CheckGroup[] {
  return groupChecks(settledChecks(dialog));
}

/** Returns true if all checks have a result, or the rest cannot get one. */
export function isDone({ settled, error }: HealthDialog): boolean {
  return error !== null || settled === checkIds.at(-1);
}

/** Returns the first failed check, otherwise the first warning, otherwise the first doubt with a fix; null if there is neither. */
export function decisiveCheck(dialog: HealthDialog): WebhookCheck | null {
  const checks = settledChecks(dialog);
  const failed = checks.find(({ result }) => result === "failed");
  if (failed !== undefined || !isDone(dialog)) return failed ?? null;
  return (
    checks.find(({ result }) => result === "warning") ??
    checks.find(({ result, fix }) => result === "unknown" && fix !== null) ??
    null
  );
}

/** Returns the fix of the dialog; null if there is none. */
export function dialogFix(dialog: HealthDialog): Fix | null {
  return decisiveCheck(dialog)?.fix ?? null;
}

/** Returns the selected row. */
export function healthView(dialog: HealthDialog): ListView {
  if (dialog.view !== null) return dialog.view;
  const decisive = decisiveCheck(dialog);
  const rows = checkRows(dialog);
  const selected =
    decisive === null
      ? Math.max(0, rows.filter(({ check }) => check !== null).length - 1)
      : rows.findIndex(({ ids }) => ids.includes(decisive.id));
  return { selected, top: 0 };
}
