import { jobsTables } from "../jobs-table.ts";
import type { Migration } from "../migrate.ts";

/**
 * `watch_keys` has one row for each watched item of each *enabled* webhook, so that the cost of finding the webhooks of
 * an event grows with the matches. `place` orders rows by creation and is not reused. `held` tells a webhook that a
 * person holds from one whose lane is held because it is disabled.
 */
const webhookTables = `
    CREATE TABLE webhooks (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      url TEXT,
      job_source_id TEXT,
      watched TEXT NOT NULL,
      domains TEXT NOT NULL,
      secret TEXT,
      disabled INTEGER NOT NULL,
      suspended INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      version INTEGER NOT NULL,
      held INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX webhooks_of_account ON webhooks (account);

    CREATE TABLE watch_keys (
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      webhook INTEGER NOT NULL REFERENCES webhooks (place) ON DELETE CASCADE,
      PRIMARY KEY (type, name, webhook)
    ) WITHOUT ROWID;
    CREATE INDEX watch_keys_of_webhook ON watch_keys (webhook);`;

/**
 * A dispatch is written with its job, whose body has its ID; `job` stays when the job is removed. While `outcome` is
 * null, the state of the job is that of the dispatch. `attempts` counts scheduled attempts, without replays. Payloads
 * and responses have tables of their own, so that lists read narrow rows.
 *
 * `webhook_triggers` has the newest counted triggers of a webhook with contiguous numbers, so that one read shows
 * whether the quota allows another. `webhook_hours` counts the dispatches and attempts of a webhook by hour and event,
 * and `webhook_sending` has its last attempt, so that the activity of thousands of webhooks is read without their
 * attempts. `last_run` is the run of the Job that a webhook started last, whose end follows its attempt.
 *
 * The index of jobs by lane begins with the state, so that lanes with ready jobs are found without reading their jobs.
 */
const activityTables = `
    ${jobsTables}
    CREATE INDEX jobs_by_lane ON jobs (state, lane);

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
      failing_since INTEGER,
      last_at INTEGER,
      last_status INTEGER,
      last_error TEXT,
      last_ok INTEGER NOT NULL DEFAULT 0,
      last_run TEXT,
      last_duration INTEGER
    ) WITHOUT ROWID;

    CREATE TABLE webhook_triggers (
      webhook TEXT NOT NULL,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (webhook, number)
    ) WITHOUT ROWID;

    CREATE TABLE webhook_hours (
      webhook TEXT NOT NULL,
      hour INTEGER NOT NULL,
      scope TEXT NOT NULL,
      action TEXT NOT NULL,
      dispatches INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (webhook, hour, scope, action)
    ) WITHOUT ROWID;`;

/**
 * `repos`: git repositories are stored by id. Names are unique case-insensitively, as on the Hub. `open_changes`: refs
 * of a repo before a change whose event is not accepted yet; the next start sends the events of a killed process.
 *
 * Discussions and pull requests of a repo share their numbers; `discussion_numbers` has the last one, so that numbers of
 * deleted ones are not reused. `base` is the target branch of a pull request. `discussion_records` has events in the
 * order of `place`.
 */
const repoTables = `
    CREATE TABLE repos (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      private INTEGER NOT NULL,
      gated TEXT,
      sdk TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (type, name)
    );

    CREATE TABLE open_changes (
      repo TEXT PRIMARY KEY,
      endpoint TEXT NOT NULL,
      refs TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE discussion_numbers (
      repo_id TEXT PRIMARY KEY REFERENCES repos (id) ON DELETE CASCADE,
      last INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE discussions (
      id TEXT NOT NULL PRIMARY KEY,
      repo_id TEXT NOT NULL REFERENCES repos (id) ON DELETE CASCADE,
      num INTEGER NOT NULL,
      title TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('draft', 'open', 'closed', 'merged')),
      base TEXT,
      author TEXT NOT NULL,
      pinned INTEGER NOT NULL,
      merge_commit_id TEXT,
      created_at TEXT NOT NULL,
      UNIQUE (repo_id, num)
    );

    CREATE TABLE discussion_records (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      discussion TEXT NOT NULL REFERENCES discussions (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      author TEXT NOT NULL,
      created_at TEXT NOT NULL,
      data TEXT NOT NULL,
      UNIQUE (discussion, id)
    );`;

/**
 * `job_runs` has the runs of Jobs. `spec` is the request as JSON, with its secrets. `trigger` has the webhook and the
 * variables of the event if a webhook started the run. `dispatch` is the dispatch that started it and is unique, so that
 * a dispatch repeated after a crash starts no second run. `pid` and `process_mark` (the start time of the process)
 * belong to a run in progress.
 */
const runTables = `
    CREATE TABLE job_runs (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      spec TEXT NOT NULL,
      trigger TEXT,
      dispatch TEXT UNIQUE,
      stage TEXT NOT NULL CHECK (stage IN ('SCHEDULING', 'RUNNING', 'COMPLETED', 'CANCELED', 'ERROR')),
      message TEXT,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      pid INTEGER,
      process_mark TEXT
    );
    CREATE INDEX job_runs_of_account ON job_runs (account, place);
    CREATE INDEX job_runs_by_stage ON job_runs (stage, place);`;

/** Versions of hub.db. The first is 9: files of lower versions were never released. */
export const hubVersions: readonly Migration[] = [
  { version: 9, sql: [webhookTables, activityTables, repoTables, runTables].join("\n") },
];
