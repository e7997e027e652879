import { checkTitle } from "./check-webhook.ts";
import { type CheckId, checkIds, type WebhookCheck } from "./check.ts";

/** Checks on one line: inapplicable checks with the same reason share it. */
export interface CheckGroup {
  readonly ids: readonly CheckId[];
  readonly title: string;
  /** First of the checks; null until it has a result. */
  readonly check: WebhookCheck | null;
}

/**
 * Puts inapplicable checks with the same reason on one line.
 * @param checks checks with a result, in order
 */
export function groupChecks(checks: readonly WebhookCheck[]): readonly CheckGroup[] {
  const grouped = Map.groupBy(checkIds, (id, index) => {
    const check = checks[index];
    return check?.result === "skipped" ? check.detail : id;
  });
  return [...grouped.values()].map((ids) => ({
    ids,
    title: ids.map(checkTitle).join(", "),
    check: checks.find(({ id }) => id === ids[0]) ?? null,
  }));
}
