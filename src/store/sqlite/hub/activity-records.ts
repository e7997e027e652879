import type { DatabaseSync } from "node:sqlite";
import type { Activity, AfterAttempt, FailureRun, NewAttempt, NewDispatch, Quota } from "../../activity.ts";
import type { GroupCommit } from "../group-commit.ts";
import { prepareJobStatements } from "../jobs-table.ts";
import type { ActivityChanges } from "./activity-changes.ts";
import { attemptFromRow, dispatchColumns, dispatchFromRow, dispatchTables } from "./activity-rows.ts";
import { prepareActivities, prepareHourCounts } from "./activity-summaries.ts";
import { prepareDispatchActions } from "./dispatch-actions.ts";
import { createActivityTrim } from "./trim-activity.ts";

const noFailures: FailureRun = { count: 0, sinceMs: null };

/**
 * Creates the activity of all webhooks in hub.db.
 * @param changes receives every change
 * @param close closes the whole store
 */
export function createActivity(
  db: DatabaseSync,
  commits: GroupCommit,
  changes: ActivityChanges,
  close: () => Promise<void>,
): Activity {
  const jobs = prepareJobStatements(db);
  const triggers = createTriggerQuota(db);
  const trim = createActivityTrim(db, commits);
  const hours = prepareHourCounts(db);
  const exists = db.prepare("SELECT 1 FROM webhooks WHERE id = ?");
  const lastId = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'dispatches'");
  const insert = db.prepare(`
    INSERT INTO dispatches (id, webhook, account, message_id, scope, action, repo_type, repo_name, created_at, job, outcome)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertPayload = db.prepare("INSERT INTO dispatch_payloads (dispatch, payload) VALUES (?, ?)");
  const find = db.prepare(`
    SELECT d.account, d.webhook, d.message_id, d.repo_type, d.repo_name, d.attempts, p.payload
    FROM dispatches AS d JOIN dispatch_payloads AS p ON p.dispatch = d.id WHERE d.id = ?`);
  // The statements of an attempt run for each dispatch: names of parameters and RETURNING double their time.
  const attempted = db.prepare("SELECT webhook, job, outcome, scope, action FROM dispatches WHERE id = ?");
  const note = db.prepare(`
    UPDATE dispatches SET last_at = ?, last_status = ?, last_error = ?, attempts = attempts + ?, outcome = ?
    WHERE id = ?`);
  const insertAttempt = db.prepare(`
    INSERT INTO dispatch_attempts
      (dispatch, target, started_at, duration_ms, status, error, job_run, replay, next_at, headers, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const send = db.prepare(`
    INSERT INTO webhook_sending
      (webhook, failures, failing_since, last_at, last_duration, last_status, last_error, last_ok, last_run)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      failures = iif(excluded.last_ok, 0, failures + excluded.failures),
      failing_since = iif(excluded.last_ok, NULL, coalesce(failing_since, excluded.failing_since)),
      last_at = excluded.last_at, last_duration = excluded.last_duration, last_status = excluded.last_status, last_error = excluded.last_error,
      last_ok = excluded.last_ok, last_run = coalesce(excluded.last_run, last_run)`);
  const failuresOf = db.prepare("SELECT failures, failing_since FROM webhook_sending WHERE webhook = ?");
  const resetFailures = db.prepare(
    "UPDATE webhook_sending SET failures = 0, failing_since = NULL WHERE webhook = ? AND failures > 0",
  );
  const page = db.prepare(`
    SELECT ${dispatchColumns} FROM ${dispatchTables}
    WHERE d.webhook = :webhookId AND d.id < :before
    AND (:messages IS NULL OR d.message_id IN (SELECT value FROM json_each(:messages)))
    ORDER BY d.id DESC LIMIT :limit`);
  const one = db.prepare(`
    SELECT ${dispatchColumns}, p.payload FROM ${dispatchTables} JOIN dispatch_payloads AS p ON p.dispatch = d.id
    WHERE d.webhook = ? AND d.id = ?`);
  const attemptsOf = db.prepare("SELECT * FROM dispatch_attempts WHERE dispatch = ? ORDER BY id");

  function keep(dispatch: NewDispatch, id: number, overQuota: boolean): void {
    const { webhookId, account, messageId, event, repo, createdAtMs, payload } = dispatch;
    const job = overQuota ? null : jobs.insert(webhookId, `{"dispatch":${id}}`, createdAtMs, "ready");
    const names = [event.scope, event.action, repo.type, repo.name] as const;
    const outcome = overQuota ? "over-quota" : null;
    insert.run(id, webhookId, account, messageId, ...names, createdAtMs, job, outcome);
    insertPayload.run(id, payload);
    hours.accepted(dispatch);
    changes.changed(webhookId);
    if (overQuota) trim.ended(webhookId);
  }

  /** Notes the last attempt of a webhook. A failed replay is no consecutive failure. */
  function noteLast(webhook: string, attempt: NewAttempt, isSent: boolean): FailureRun {
    const { startedAtMs, durationMs, status, error, jobRun, replay } = attempt;
    const isCounted = !isSent && !replay;
    const failed = [isCounted ? 1 : 0, isCounted ? startedAtMs + durationMs : null] as const;
    send.run(webhook, ...failed, startedAtMs, durationMs, status, error, isSent ? 1 : 0, jobRun);
    if (isSent) return noFailures;
    const row = failuresOf.get(webhook);
    const since = row?.["failing_since"];
    return { count: Number(row?.["failures"]), sinceMs: typeof since === "number" ? since : null };
  }

  function recordAttempt(id: number, attempt: NewAttempt, next: AfterAttempt): FailureRun {
    const { target, startedAtMs, durationMs, status, error, jobRun, replay, headers, answer } = attempt;
    const before = attempted.get(id);
    // The dispatch was removed with its webhook while it was sent.
    if (before === undefined) return noFailures;
    const isEnd = next.kind === "sent" || next.kind === "dead";
    // A replay may have sent it during another attempt.
    const outcome = isEnd && before["outcome"] !== "sent" ? next.kind : (before["outcome"] ?? null);
    note.run(startedAtMs, status, error, replay ? 0 : 1, outcome, id);
    const nextAtMs = next.kind === "retry" ? next.dueAtMs : null;
    const headerText = headers.length === 0 ? "[]" : JSON.stringify(headers);
    const times = [startedAtMs, durationMs] as const;
    insertAttempt.run(
      id,
      target,
      ...times,
      status,
      error,
      jobRun,
      replay ? 1 : 0,
      nextAtMs,
      headerText,
      answer,
    );
    const job = before["job"];
    if (typeof job === "number") {
      if (outcome === "sent") jobs.remove(job);
      else if (next.kind === "retry") jobs.reschedule(job, next.dueAtMs);
      else if (next.kind === "dead") jobs.markDead(job);
    }
    const webhook = String(before["webhook"]);
    if (outcome !== null && next.kind !== "as-before") trim.ended(webhook);
    const event = { scope: String(before["scope"]), action: String(before["action"]) };
    const isSent = next.kind === "sent";
    hours.attempted(webhook, event, attempt, !isSent);
    changes.changed(webhook);
    return noteLast(webhook, attempt, isSent);
  }

  return {
    accept: (dispatches, quota) =>
      commits.add(() => {
        let id = Number(lastId.get()?.["seq"] ?? 0);
        return dispatches.flatMap((dispatch) => {
          const { webhookId, createdAtMs } = dispatch;
          if (exists.get(webhookId) === undefined) return [];
          id += 1;
          const overQuota = !triggers.count(webhookId, createdAtMs, quota);
          keep(dispatch, id, overQuota);
          return [{ id, webhookId, overQuota }];
        });
      }),
    hasRoom: async (webhookId, nowMs, quota) => triggers.hasRoom(webhookId, nowMs, quota),
    get: async (id) => {
      const row = find.get(id);
      return row === undefined
        ? null
        : {
            id,
            account: String(row["account"]),
            webhookId: String(row["webhook"]),
            messageId: String(row["message_id"]),
            repo: { type: String(row["repo_type"]), name: String(row["repo_name"]) },
            payload: String(row["payload"]),
            attempts: Number(row["attempts"]),
          };
    },
    recordAttempt: (id, attempt, next) => commits.add(() => recordAttempt(id, attempt, next), "batched"),
    resetFailures: (webhookId) =>
      commits.add(() => {
        resetFailures.run(webhookId);
        changes.changed(webhookId);
      }),
    page: async (webhookId, { before, limit, messageIds = null }) => {
      const rows = page.all({
        webhookId,
        before: before ?? Number.MAX_SAFE_INTEGER,
        messages: messageIds === null ? null : JSON.stringify(messageIds),
        limit: limit + 1,
      });
      return { dispatches: rows.slice(0, limit).map(dispatchFromRow), more: rows.length > limit };
    },
    detail: async (webhookId, id) => {
      const row = one.get(webhookId, id);
      if (row === undefined) return null;
      const attempts = attemptsOf.all(id).map(attemptFromRow);
      return { ...dispatchFromRow(row), payload: String(row["payload"]), attempts };
    },
    activities: prepareActivities(db, changes),
    ...prepareDispatchActions(db, commits, changes, trim),
    remove: async (webhookId) => {
      changes.forget(webhookId);
      trim.forget(webhookId);
    },
    close,
  };
}

interface TriggerQuota {
  /** Returns true if the next trigger of a webhook is within its quota. */
  hasRoom(webhookId: string, nowMs: number, quota: Quota): boolean;
  /** Counts a trigger inside a transaction, and returns true, if it is within the quota. */
  count(webhookId: string, nowMs: number, quota: Quota): boolean;
}

/**
 * Prepares the quota of triggers. The newest counted triggers, as many as the quota allows, are stored with
 * contiguous numbers, so that one read finds the trigger that must be outside of the period.
 */
function createTriggerQuota(db: DatabaseSync): TriggerQuota {
  const counted = db.prepare("SELECT triggers FROM webhook_sending WHERE webhook = ?");
  const atOf = db.prepare("SELECT at FROM webhook_triggers WHERE webhook = ? AND number = ?");
  const add = db.prepare("INSERT INTO webhook_triggers (webhook, number, at) VALUES (?, ?, ?)");
  const forget = db.prepare("DELETE FROM webhook_triggers WHERE webhook = ? AND number <= ?");
  const count = db.prepare(`
    INSERT INTO webhook_sending (webhook, triggers) VALUES (:webhook, :triggers)
    ON CONFLICT DO UPDATE SET triggers = :triggers`);

  const nextOf = (webhook: string) => Number(counted.get(webhook)?.["triggers"] ?? 0) + 1;

  function hasRoom(webhook: string, nowMs: number, { triggers: allowed, withinMs }: Quota): boolean {
    if (allowed === Number.POSITIVE_INFINITY) return true;
    if (allowed < 1) return false;
    const oldest = atOf.get(webhook, nextOf(webhook) - allowed)?.["at"];
    return typeof oldest !== "number" || oldest <= nowMs - withinMs;
  }

  return {
    hasRoom,
    count(webhook, nowMs, quota) {
      if (!hasRoom(webhook, nowMs, quota)) return false;
      if (quota.triggers === Number.POSITIVE_INFINITY) return true;
      const triggers = nextOf(webhook);
      add.run(webhook, triggers, nowMs);
      forget.run(webhook, triggers - quota.triggers);
      count.run({ webhook, triggers });
      return true;
    },
  };
}
