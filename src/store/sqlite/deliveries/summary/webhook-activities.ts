import type { DatabaseSync } from "node:sqlite";
import { firstHour, type WebhookActivity } from "../../../../model/webhook-activity.ts";
import { isFailed } from "../delivery-rows.ts";
import { partsFor, rangesOf } from "./candidates.ts";

const hourMs = 3_600_000;

/** Received deliveries of webhooks that have a result; replays were sent by this machine. */
const counted = `FROM deliveries AS d WHERE d.seq >= :low AND d.received_at >= :fromMs
  AND d.webhook_id IS NOT NULL AND d.replay_of IS NULL AND d.outcome <> 'pending'`;

/** 1 for a failed delivery, otherwise 0. */
const failed = `ifnull(${isFailed("d")}, 0)`;

/** Counts the deliveries of the last 24 hours by webhook. */
export function webhookActivities(db: DatabaseSync, nowMs: number): readonly WebhookActivity[] {
  const fromMs = firstHour(nowMs) * hourMs;
  const since = { negated: false, span: [0, 0], match: { kind: "since", atMs: fromMs } } as const;
  const low = rangesOf(partsFor(db, { text: "", terms: [since] }))[0]?.low ?? 0;
  const hours = db
    .prepare(
      `SELECT d.webhook_id AS webhook, d.received_at / ${hourMs} AS hour, count(*) AS n, sum(${failed}) AS failed
       ${counted} GROUP BY 1, 2 ORDER BY 2`,
    )
    .all({ low, fromMs });
  const events = db
    .prepare(
      `SELECT d.webhook_id AS webhook, d.scope || '.' || d.action AS event, count(*) AS n
       ${counted} AND d.scope IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC`,
    )
    .all({ low, fromMs });
  const last = db
    .prepare(
      `SELECT d.webhook_id AS webhook, max(d.received_at) AS received_at, d.status, d.reason, d.duration_ms, ${failed} AS failed
       ${counted} GROUP BY 1`,
    )
    .all({ low, fromMs });
  const failures = db
    .prepare(
      // A delivery of an import is earlier than those with lower seqs.
      `WITH succeeded AS (SELECT d.webhook_id, max(d.received_at) AS at, d.seq ${counted} AND NOT ${failed} GROUP BY 1)
       SELECT d.webhook_id AS webhook, count(*) AS n, min(d.received_at) AS since
       ${counted} AND ${failed}
         AND NOT EXISTS (SELECT 1 FROM succeeded AS s WHERE s.webhook_id = d.webhook_id
           AND (s.at, s.seq) >= (d.received_at, d.seq)) GROUP BY 1`,
    )
    .all({ low, fromMs });
  const byWebhook = <T extends Record<string, unknown>>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ webhook }) => String(webhook));
  const [hoursOf, eventsOf, failuresOf] = [byWebhook(hours), byWebhook(events), byWebhook(failures)];
  return last.map((row): WebhookActivity => {
    const webhookId = String(row["webhook"]);
    const failing = failuresOf.get(webhookId)?.[0];
    return {
      webhookId,
      from: "receiver",
      hours: (hoursOf.get(webhookId) ?? []).map(({ hour, n, failed }) => ({
        hour: Number(hour),
        attempts: Number(n),
        failed: Number(failed),
      })),
      last: {
        at: new Date(Number(row["received_at"])).toISOString(),
        status: row["status"] === null ? null : Number(row["status"]),
        error: row["reason"] === null ? null : String(row["reason"]),
        ok: row["failed"] === 0,
        durationMs: row["duration_ms"] === null ? null : Number(row["duration_ms"]),
      },
      run: null,
      failures: Number(failing?.["n"] ?? 0),
      failingSince: failing === undefined ? null : new Date(Number(failing["since"])).toISOString(),
      waiting: 0,
      nextAttemptAt: null,
      held: 0,
      triggers: null,
      events: Object.fromEntries(
        (eventsOf.get(webhookId) ?? []).map(({ event, n }) => [String(event), Number(n)]),
      ),
    };
  });
}
