import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { jobStages } from "../../../model/job.ts";
import type { JobRecords, NewJobRun, StoredJobRun } from "../../job-records.ts";
import type { GroupCommit } from "../group-commit.ts";
import type { Row } from "../rows.ts";
import type { ActivityChanges } from "./activity-changes.ts";

const columns =
  "id, account, spec, trigger, stage, message, created_at, started_at, finished_at, pid, process_mark";

/** Columns of a list, without the variables of the event, whose payload may have 128 kB. */
export const jobListColumns = columns.replace(
  "trigger,",
  "json_set(trigger, '$.variables', json('{}')) AS trigger,",
);

/**
 * Creates the runs of Jobs in hub.db.
 * @param changes receives the webhooks whose runs begin or end
 * @param close closes the whole store
 */
export function createJobRecords(
  db: DatabaseSync,
  commits: GroupCommit,
  changes: ActivityChanges,
  close: () => Promise<void>,
): JobRecords {
  const insert = db.prepare(`
    INSERT INTO job_runs (id, account, spec, trigger, dispatch, stage, message, created_at, finished_at)
    VALUES (:id, :account, :spec, :trigger, :dispatch, :stage, :message, :createdAt, :finishedAt)
    ON CONFLICT (dispatch) DO NOTHING RETURNING ${columns}`);
  const ofDispatch = db.prepare(`SELECT ${columns} FROM job_runs WHERE dispatch = ?`);
  const find = db.prepare(`SELECT ${columns} FROM job_runs WHERE account = ? AND id = ?`);
  const ofAccount = db.prepare(
    `SELECT ${jobListColumns} FROM job_runs WHERE account = ? ORDER BY place DESC`,
  );
  const inStage = db.prepare(`SELECT ${columns} FROM job_runs WHERE stage = ? ORDER BY place LIMIT ?`);
  // A deleted webhook has no activity that could change.
  const ofWebhook = "RETURNING (SELECT id FROM webhooks WHERE id = trigger ->> '$.webhookId') AS webhook";
  const begin = db.prepare(`
    UPDATE job_runs SET stage = 'RUNNING', started_at = ? WHERE id = ? AND stage = 'SCHEDULING' ${ofWebhook}`);
  const withdraw = db.prepare(`
    UPDATE job_runs SET stage = 'CANCELED', finished_at = ? WHERE id = ? AND stage = 'SCHEDULING' ${ofWebhook}`);
  const setProcess = db.prepare("UPDATE job_runs SET pid = ?, process_mark = ? WHERE id = ?");
  const end = db.prepare(`
    UPDATE job_runs SET stage = :stage, message = :message, finished_at = :at, pid = NULL, process_mark = NULL
    WHERE id = :id AND stage IN ('SCHEDULING', 'RUNNING') ${ofWebhook}`);
  const setLabels = db.prepare(`
    UPDATE job_runs SET spec = json_set(spec, '$.labels', json(:labels)) WHERE account = :account AND id = :id
    RETURNING ${columns}`);
  const prune = db.prepare(`
    DELETE FROM job_runs WHERE place IN (
      SELECT place FROM job_runs
      WHERE stage IN ('COMPLETED', 'CANCELED', 'ERROR')
        AND id NOT IN (SELECT job_source_id FROM webhooks WHERE job_source_id IS NOT NULL)
      ORDER BY place DESC LIMIT -1 OFFSET :keep
    ) RETURNING id`);

  function add(run: NewJobRun): StoredJobRun {
    const now = new Date().toISOString();
    const row = insert.get({
      id: randomBytes(12).toString("hex"),
      account: run.account,
      spec: JSON.stringify(run.spec),
      trigger: run.trigger === null ? null : JSON.stringify(run.trigger),
      dispatch: run.dispatch,
      stage: run.failure === null ? "SCHEDULING" : "ERROR",
      message: run.failure,
      createdAt: now,
      finishedAt: run.failure === null ? null : now,
    });
    // No row is returned if the dispatch already has its run.
    return jobRunFromRow(row ?? ofDispatch.get(run.dispatch) ?? {});
  }

  /** Notes the webhook of a changed run. Returns false if no run changed. */
  function noted(row: Row | undefined): boolean {
    const webhook = row?.["webhook"];
    if (typeof webhook === "string") changes.changed(webhook);
    return row !== undefined;
  }

  return {
    add: (run) => commits.add(() => add(run)),
    get: async (account, id) => {
      const row = find.get(account, id);
      return row === undefined ? null : jobRunFromRow(row);
    },
    list: async (account) => ofAccount.all(account).map(jobRunFromRow),
    waiting: async (limit) => inStage.all("SCHEDULING", limit).map(jobRunFromRow),
    running: async () => inStage.all("RUNNING", -1).map(jobRunFromRow),
    begin: (id) => commits.add(() => noted(begin.get(new Date().toISOString(), id))),
    withdraw: (id) => commits.add(() => noted(withdraw.get(new Date().toISOString(), id))),
    setProcess: (id, { pid, mark }) =>
      commits.add(() => {
        setProcess.run(pid, mark, id);
      }),
    end: (id, stage, message) =>
      commits.add(() => noted(end.get({ id, stage, message, at: new Date().toISOString() }))),
    setLabels: (account, id, labels) =>
      commits.add(() => {
        const row = setLabels.get({ account, id, labels: JSON.stringify(labels) });
        return row === undefined ? null : jobRunFromRow(row);
      }),
    prune: (keep) => commits.add(() => prune.all({ keep }).map((row) => String(row["id"]))),
    close,
  };
}

const texts = z.record(z.string(), z.string());

const specSchema = z.object({
  command: z.array(z.string()),
  arguments: z.array(z.string()),
  environment: texts,
  secrets: texts,
  dockerImage: z.string().nullable(),
  spaceId: z.string().nullable(),
  flavor: z.string(),
  timeoutSeconds: z.number().nullable(),
  labels: texts,
  unused: z.record(z.string(), z.unknown()),
});

const triggerSchema = z.object({
  webhookId: z.string(),
  dispatchId: z.number().nullable().default(null),
  variables: texts,
});

/** Row of `job_runs`; `spec` and `trigger` are stored as JSON text. */
const jobRunRowSchema = z.object({
  id: z.string(),
  account: z.string(),
  spec: z.string().transform((text) => specSchema.parse(JSON.parse(text))),
  trigger: z
    .string()
    .transform((text) => triggerSchema.parse(JSON.parse(text)))
    .nullable(),
  stage: z.enum(jobStages),
  message: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  pid: z.number().nullable(),
  process_mark: z.string().nullable(),
});

/** Converts a row with the columns of a run. */
export function jobRunFromRow(row: Row): StoredJobRun {
  const { created_at, started_at, finished_at, pid, process_mark, ...same } = jobRunRowSchema.parse(row);
  return {
    ...same,
    createdAt: created_at,
    startedAt: started_at,
    finishedAt: finished_at,
    process: pid === null || process_mark === null ? null : { pid, mark: process_mark },
  };
}
