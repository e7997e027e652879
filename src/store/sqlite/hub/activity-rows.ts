import { z } from "zod";
import type { Dispatch, DispatchAttempt } from "../../../model/dispatch.ts";
import { jobStages } from "../../../model/job.ts";
import type { LastRun } from "../../../model/webhook-activity.ts";
import { headersFromText, type Row } from "../rows.ts";

/** Columns of a LastRun in `job_runs AS r`. */
export const runColumns = `r.id AS run, r.stage AS run_stage, r.message AS run_message,
  coalesce(r.finished_at, r.started_at, r.created_at) AS run_at`;

const runRowSchema = z.object({
  run: z.string().nullable(),
  run_stage: z.enum(jobStages).nullable(),
  run_message: z.string().nullable(),
  run_at: z.string().nullable(),
});

/** Returns the run of a row; null without one. */
export function runFromRow(row: Row): LastRun | null {
  const { run, run_stage: stage, run_message: message, run_at: at } = runRowSchema.parse(row);
  return run === null || stage === null || at === null ? null : { id: run, stage, message, at };
}

/** Columns of a Dispatch. */
export const dispatchColumns = `d.id, d.message_id, d.scope, d.action, d.repo_type, d.repo_name, d.created_at, d.outcome, d.attempts,
  d.last_at, d.last_status, d.last_error, j.state AS job_state, j.due_at,
  (SELECT count(*) FROM dispatch_attempts AS a WHERE a.dispatch = d.id) AS attempt_count, ${runColumns}`;
export const dispatchTables = `dispatches AS d LEFT JOIN jobs AS j ON j.id = d.job
  LEFT JOIN job_runs AS r ON r.id = (SELECT job_run FROM dispatch_attempts AS a
    WHERE a.dispatch = d.id AND a.job_run IS NOT NULL ORDER BY a.id DESC LIMIT 1)`;

const time = z.number().transform((ms) => new Date(ms).toISOString());

const dispatchRowSchema = z.object({
  id: z.number(),
  message_id: z.string(),
  scope: z.string(),
  action: z.string(),
  repo_type: z.string(),
  repo_name: z.string(),
  created_at: time,
  outcome: z.enum(["sent", "dead", "over-quota"]).nullable(),
  attempts: z.number(),
  last_at: time.nullable(),
  last_status: z.number().nullable(),
  last_error: z.string().nullable(),
  job_state: z.enum(["later", "ready", "leased", "held", "dead"]).nullable(),
  due_at: time.nullable(),
  attempt_count: z.number(),
});
type DispatchRow = z.output<typeof dispatchRowSchema>;

const attemptRowSchema = z.object({
  target: z.string(),
  started_at: time,
  duration_ms: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  job_run: z.string().nullable(),
  replay: z.number(),
  next_at: time.nullable(),
  headers: z.string(),
  answer: z.instanceof(Uint8Array),
});

export function dispatchFromRow(row: Row): Dispatch {
  const read = dispatchRowSchema.parse(row);
  const state = stateOf(read);
  return {
    id: read.id,
    createdAt: read.created_at,
    event: { scope: read.scope, action: read.action },
    repo: { type: read.repo_type, name: read.repo_name },
    messageId: read.message_id,
    state,
    attemptCount: read.attempt_count,
    lastAttemptAt: read.last_at,
    lastStatus: read.last_status,
    lastError: read.last_error,
    nextAttemptAt: state === "waiting" || state === "retrying" ? read.due_at : null,
    run: runFromRow(row),
  };
}

function stateOf({ outcome, job_state, attempts }: DispatchRow): Dispatch["state"] {
  if (outcome !== null) return outcome;
  switch (job_state) {
    case "leased":
      return "sending";
    case "held":
      return "held";
    case "later":
    case "ready":
      return attempts > 0 ? "retrying" : "waiting";
    case "dead":
    case null:
      return "dead";
  }
}

export function attemptFromRow(row: Row): DispatchAttempt {
  const read = attemptRowSchema.parse(row);
  return {
    target: read.target,
    startedAt: read.started_at,
    status: read.status,
    error: read.error,
    durationMs: read.duration_ms,
    replay: read.replay === 1,
    jobRun: read.job_run,
    nextAttemptAt: read.next_at,
    answerHeaders: headersFromText(read.headers),
    answer: read.answer,
  };
}
