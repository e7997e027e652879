import type { DatabaseSync } from "node:sqlite";
import type { Quota } from "../activity-port.ts";

/**
 * Prepares counting a webhook's triggers; to be called inside a transaction. Only as many as the quota allows are kept, numbered without a
 * gap: the one that lies a whole quota back is the one that has to be old enough.
 * @returns whether there was room for it; then it counts
 */
export function createTriggerQuota(
  db: DatabaseSync,
): (webhookId: string, nowMs: number, quota: Quota) => boolean {
  const counted = db.prepare("SELECT triggers FROM webhook_sending WHERE webhook = ?");
  const atOf = db.prepare("SELECT at FROM webhook_triggers WHERE webhook = ? AND number = ?");
  const add = db.prepare("INSERT INTO webhook_triggers (webhook, number, at) VALUES (?, ?, ?)");
  const forget = db.prepare("DELETE FROM webhook_triggers WHERE webhook = ? AND number <= ?");
  const count = db.prepare(`
    INSERT INTO webhook_sending (webhook, triggers) VALUES (:webhook, :triggers)
    ON CONFLICT DO UPDATE SET triggers = :triggers`);

  return (webhook, nowMs, { triggers: allowed, withinMs }) => {
    if (allowed === Number.POSITIVE_INFINITY) return true;
    if (allowed < 1) return false;
    const triggers = Number(counted.get(webhook)?.["triggers"] ?? 0) + 1;
    const oldest = atOf.get(webhook, triggers - allowed)?.["at"];
    if (typeof oldest === "number" && oldest > nowMs - withinMs) return false;
    add.run(webhook, triggers, nowMs);
    forget.run(webhook, triggers - allowed);
    count.run({ webhook, triggers });
    return true;
  };
}
