import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { firstHour, hourOf, type HubActivity, type LastAttempt } from "../../../model/webhook-activity.ts";
import type { Activity, NewAttempt, NewDispatch } from "../../activity.ts";
import { headersFromText, type Row } from "../rows.ts";
import type { ActivityChanges } from "./activity-changes.ts";
import { runColumns, runFromRow } from "./activity-rows.ts";

/** Counts of dispatches and attempts by hour; called inside their transactions. */
export interface HourCounts {
  accepted(dispatch: NewDispatch): void;
  attempted(webhookId: string, event: NewDispatch["event"], attempt: NewAttempt, failed: boolean): void;
}

/** Prepares the counts of a webhook's hours. Those that left the period are removed when an hour begins. */
export function prepareHourCounts(db: DatabaseSync): HourCounts {
  const count = db.prepare(`
    UPDATE webhook_hours SET dispatches = dispatches + ?, attempts = attempts + ?, failed = failed + ?
    WHERE webhook = ? AND hour = ? AND scope = ? AND action = ?`);
  const insert = db.prepare(`
    INSERT INTO webhook_hours (dispatches, attempts, failed, webhook, hour, scope, action) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const removeOld = db.prepare("DELETE FROM webhook_hours WHERE webhook = ? AND hour < ?");

  function add(
    webhook: string,
    { scope, action }: NewDispatch["event"],
    atMs: number,
    added: { dispatches: number; attempts: number; failed: number },
  ): void {
    const { dispatches, attempts, failed } = added;
    const row = [dispatches, attempts, failed, webhook, hourOf(atMs), scope, action] as const;
    if (count.run(...row).changes > 0) return;
    insert.run(...row);
    removeOld.run(webhook, firstHour(atMs));
  }

  return {
    accepted: ({ webhookId, event, createdAtMs }) =>
      add(webhookId, event, createdAtMs, { dispatches: 1, attempts: 0, failed: 0 }),
    attempted: (webhookId, event, { startedAtMs }, failed) =>
      add(webhookId, event, startedAtMs, { dispatches: 0, attempts: 1, failed: failed ? 1 : 0 }),
  };
}

const timeSchema = z.number().transform((ms) => new Date(ms).toISOString());

const sendingSchema = z.object({
  id: z.string(),
  failures: z.number().nullable(),
  failing_since: timeSchema.nullable(),
  last_at: timeSchema.nullable(),
  last_status: z.number().nullable(),
  last_error: z.string().nullable(),
  last_ok: z.number().nullable(),
  last_duration: z.number().nullable(),
  last_headers: z.string().nullable(),
  last_target: z.string().nullable(),
});
/** Prepares the activities of the changed webhooks of an account. */
export function prepareActivities(db: DatabaseSync, changes: ActivityChanges): Activity["activities"] {
  const ofIds = "IN (SELECT value FROM json_each(:ids))";
  const ofLast = `FROM dispatches AS d JOIN dispatch_attempts AS a ON a.dispatch = d.id
    WHERE d.webhook = w.id AND a.started_at = s.last_at ORDER BY d.id DESC LIMIT 1`;
  const sending = db.prepare(`
    SELECT w.id, s.failures, s.failing_since, s.last_at, s.last_status, s.last_error, s.last_ok, s.last_duration,
      ${runColumns},
      (SELECT a.target ${ofLast}) AS last_target,
      CASE WHEN s.last_status BETWEEN 300 AND 399 THEN (SELECT a.headers ${ofLast}) END AS last_headers
    FROM webhooks AS w LEFT JOIN webhook_sending AS s ON s.webhook = w.id
    LEFT JOIN job_runs AS r ON r.id = s.last_run WHERE w.id ${ofIds} AND w.account = :account`);
  const hours = db.prepare(`SELECT * FROM webhook_hours WHERE webhook ${ofIds} AND hour >= :first`);
  // All states are named for the index, whose first column is the state.
  const jobs = db.prepare(`
    SELECT lane AS webhook, count(*) AS n, count(*) FILTER (WHERE state = 'held') AS held,
      min(due_at) FILTER (WHERE state = 'later' AND attempts > 0) AS next
    FROM jobs WHERE state IN ('later', 'ready', 'leased', 'held') AND lane ${ofIds} GROUP BY lane`);
  const triggers = db.prepare(`
    SELECT webhook, count(*) AS n FROM webhook_triggers WHERE webhook ${ofIds} AND at > :after GROUP BY webhook`);

  return async ({ account, since, limit, nowMs, quota }) => {
    const changed = changes.since(since, limit);
    if (changed.ids.length === 0) return { activities: [], cursor: changed.cursor, more: false };
    const ids = JSON.stringify(changed.ids);
    const hoursOf = Map.groupBy(hours.all({ ids, first: firstHour(nowMs) }), webhookOf);
    const jobsOf = new Map(jobs.all({ ids }).map((row) => [webhookOf(row), row]));
    const isLimited = Number.isFinite(quota.triggers);
    const used = new Map(
      isLimited
        ? triggers
            .all({ ids, after: nowMs - quota.withinMs })
            .map((row) => [webhookOf(row), Number(row["n"])])
        : [],
    );
    const activities = sending.all({ ids, account }).map((row): HubActivity => {
      const read = sendingSchema.parse(row);
      const counted = hoursOf.get(read.id) ?? [];
      const queued = jobsOf.get(read.id);
      const held = Number(queued?.["held"] ?? 0);
      const next = queued?.["next"];
      return {
        webhookId: read.id,
        hours: attemptsByHour(counted),
        last:
          read.last_at === null
            ? null
            : {
                at: read.last_at,
                status: read.last_status,
                error: read.last_error,
                ok: read.last_ok === 1,
                durationMs: read.last_duration,
                ...(read.last_target === null ? {} : { target: read.last_target }),
                ...locationIn(read.last_headers),
              },
        run: runFromRow(row),
        failures: read.failures ?? 0,
        failingSince: read.failing_since,
        waiting: Number(queued?.["n"] ?? 0) - held,
        nextAttemptAt: typeof next === "number" ? new Date(next).toISOString() : null,
        held,
        triggers: isLimited ? { used: used.get(read.id) ?? 0, limit: quota.triggers } : null,
        events: dispatchesByEvent(counted),
      };
    });
    return { activities, cursor: changed.cursor, more: changed.more };
  };
}

/** Returns the target of a redirect in the stored headers of its response. */
function locationIn(headers: string | null): Pick<LastAttempt, "location"> {
  const location = headersFromText(headers ?? "[]").find(([name]) => name.toLowerCase() === "location")?.[1];
  return location === undefined ? {} : { location };
}

function webhookOf(row: Row): string {
  return String(row["webhook"]);
}

/** Adds up the events of each hour; rows are in the order of their hours. */
function attemptsByHour(rows: readonly Row[]): HubActivity["hours"] {
  const sums = new Map<number, { attempts: number; failed: number }>();
  for (const row of rows) {
    const [hour, attempts, failed] = [Number(row["hour"]), Number(row["attempts"]), Number(row["failed"])];
    if (attempts === 0) continue;
    const before = sums.get(hour) ?? { attempts: 0, failed: 0 };
    sums.set(hour, { attempts: before.attempts + attempts, failed: before.failed + failed });
  }
  return [...sums].map(([hour, sum]) => ({ hour, ...sum }));
}

function dispatchesByEvent(rows: readonly Row[]): HubActivity["events"] {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const [event, dispatches] = [
      `${String(row["scope"])}.${String(row["action"])}`,
      Number(row["dispatches"]),
    ];
    if (dispatches > 0) sums[event] = (sums[event] ?? 0) + dispatches;
  }
  return sums;
}
