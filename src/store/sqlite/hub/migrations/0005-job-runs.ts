import type { Migration } from "../../migrate.ts";

/**
 * A run of a Job. `spec` is what was asked for, as JSON, its secrets included; `trigger` is set where a webhook started it: the webhook
 * and the variables of the event. `dispatch` names the dispatch that started it, so that one taken up again after a crash starts no
 * second run. `pid` and `process_mark` (when that process began, as the system tells it) are those of a run that is under way.
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
