import type { Migration } from "../../migrate.ts";

/**
 * A dispatch is written with its job, whose body has its ID; `job` stays when the job is removed. While
 * `outcome` is null, the state of the job is that of the dispatch. `attempts` counts scheduled attempts,
 * without replays. Payloads and responses have tables of their own, so that lists read narrow rows.
 *
 * `webhook_triggers` has the newest counted triggers of a webhook with contiguous numbers, so that one read
 * shows whether the quota allows another.
 *
 * The index of jobs by lane begins with the state, so that lanes with ready jobs are found without reading
 * their jobs.
 */
export const activity: Migration = {
  version: 4,
  sql: `
    CREATE TABLE dispatches (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      webhook TEXT NOT NULL,
      account TEXT NOT NULL,
      message_id TEXT NOT NULL,
      scope TEXT NOT NULL,
      action TEXT NOT NULL,
      repo_type TEXT NOT NULL,
      repo_name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      job INTEGER,
      outcome TEXT CHECK (outcome IN ('sent', 'dead', 'over-quota')),
      attempts INTEGER NOT NULL DEFAULT 0,
      last_at INTEGER,
      last_status INTEGER,
      last_error TEXT
    );
    CREATE INDEX dispatches_of_webhook ON dispatches (webhook, id);

    CREATE TABLE dispatch_payloads (dispatch INTEGER PRIMARY KEY, payload TEXT NOT NULL);

    CREATE TABLE dispatch_attempts (
      id INTEGER PRIMARY KEY,
      dispatch INTEGER NOT NULL,
      target TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      status INTEGER,
      error TEXT,
      job_run TEXT,
      replay INTEGER NOT NULL,
      next_at INTEGER,
      headers TEXT NOT NULL,
      answer BLOB NOT NULL
    );
    CREATE INDEX attempts_of_dispatch ON dispatch_attempts (dispatch);

    CREATE TABLE webhook_sending (
      webhook TEXT PRIMARY KEY,
      triggers INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      failing_since INTEGER
    ) WITHOUT ROWID;

    CREATE TABLE webhook_triggers (
      webhook TEXT NOT NULL,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (webhook, number)
    ) WITHOUT ROWID;

    INSERT INTO dispatches (id, webhook, account, message_id, scope, action, repo_type, repo_name, created_at, job, outcome)
      SELECT id, lane, body ->> '$.account', body ->> '$.messageId',
        coalesce(body ->> '$.payload.event.scope', ''), coalesce(body ->> '$.payload.event.action', ''),
        coalesce(body ->> '$.payload.repo.type', ''), coalesce(body ->> '$.payload.repo.name', ''),
        due_at, id, iif(state = 'dead', 'dead', NULL)
      FROM jobs WHERE json_type(body, '$.account') = 'text' AND json_type(body, '$.messageId') = 'text'
        AND json_type(body, '$.payload') = 'object';
    INSERT INTO dispatch_payloads SELECT id, body -> '$.payload' FROM jobs WHERE id IN (SELECT id FROM dispatches);
    UPDATE jobs SET body = json_object('dispatch', id) WHERE id IN (SELECT id FROM dispatches);

    DROP INDEX jobs_of_lane;
    CREATE INDEX jobs_by_lane ON jobs (state, lane);
  `,
};
