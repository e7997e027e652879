import type { Migration } from "../../migrate.ts";

/**
 * `job_runs` has the runs of Jobs. `spec` is the request as JSON, with its secrets. `trigger` has the webhook
 * and the variables of the event if a webhook started the run. `dispatch` is the dispatch that started it and
 * is unique, so that a dispatch repeated after a crash starts no second run. `pid` and `process_mark` (the
 * start time of the process) belong to a run in progress.
 */
export const jobRuns: Migration = {
  version: 5,
  sql: `
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
    CREATE INDEX job_runs_by_stage ON job_runs (stage, place);
  `,
};
