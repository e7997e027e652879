import { setTimeout as sleep } from "node:timers/promises";
import { isFinalStage } from "../../model/job-wire.ts";
import type { JobRecords, StoredJobRun, StoredJobSpec } from "../../store/job-records.ts";
import type { JobStart, JobStarted } from "../dispatching/start-job.ts";
import { createLogReader, lastLines, type LogEvent, type LogPart } from "./job-log.ts";
import { runDirectory } from "./run-directory.ts";
import { maxVariableBytes, secretVariable, tooLongVariable } from "./run-environment.ts";
import { createChanges, type Runner, type RunnerParts, startRunner } from "./runner.ts";

/** Maximum time that `cancel` waits for the run to end, in milliseconds. */
const cancelWaitMs = 3000;

/** Options of `createJobs`. Only this hub may use the directory `root`. */
export type JobsParts = Omit<RunnerParts, "changes">;

/** The Jobs of a hub and their runs. Runs wait until `startRunning`. */
export interface Jobs {
  list(account: string): Promise<readonly StoredJobRun[]>;
  get(account: string, id: string): Promise<StoredJobRun | null>;
  run(account: string, spec: StoredJobSpec): Promise<StoredJobRun>;
  /** Starts a run of a webhook's source Job for an event. */
  runForEvent(start: JobStart): Promise<JobStarted>;
  /**
   * Cancels a run. Resolves when the run has ended, after 3 s at the latest. Returns an ended run unchanged,
   * and null if there is no such run.
   */
  cancel(account: string, id: string): Promise<StoredJobRun | null>;
  setLabels: JobRecords["setLabels"];
  /**
   * Yields the output until the run ends, the signal is aborted or the Jobs are closed. Before
   * `startRunning`, yields only the existing output.
   * @param tail number of existing lines to start with; null: all
   */
  follow(run: StoredJobRun, tail: number | null, signal: AbortSignal): AsyncGenerator<LogPart>;
  /** Starts the waiting runs and all later ones. Idempotent. */
  startRunning(): void;
  /** Stops the runs, and kills those that still run after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export function createJobs(parts: JobsParts): Jobs {
  const { records, root } = parts;
  const changes = createChanges();
  const closed = new AbortController();
  let runner: Runner | null = null;

  return {
    list: (account) => records.list(account),
    get: (account, id) => records.get(account, id),
    async run(account, spec) {
      const run = await records.add({ account, spec, trigger: null, dispatch: null, failure: null });
      runner?.wake();
      return run;
    },
    async runForEvent(start) {
      const source = await records.get(start.account, start.jobSourceId);
      if (source === null) return { error: `the Job ${start.jobSourceId} no longer exists`, final: true };
      const variables = eventVariables(start);
      const tooLong = tooLongVariable({ ...variables, ...secretVariable(start.secret) });
      const failure =
        tooLong === null
          ? null
          : `${tooLong.name} has ${tooLong.bytes} bytes, and a variable of a process can have at most ${maxVariableBytes}`;
      const run = await records.add({
        account: start.account,
        spec: source.spec,
        // A payload over the limit is not stored with the run.
        trigger: {
          webhookId: start.webhookId,
          dispatchId: start.dispatchId,
          variables: failure === null ? variables : {},
        },
        dispatch: start.key,
        failure,
      });
      runner?.wake();
      return failure === null ? { runId: run.id } : { error: `${failure} (run ${run.id})`, final: true };
    },
    async cancel(account, id) {
      const run = await records.get(account, id);
      if (run === null || isFinalStage(run.stage)) return run;
      if (await records.withdraw(id)) changes.announce(id);
      // The runner knows a run as soon as its record is RUNNING. Without a runner, a crashed hub left the
      // run; the next runner ends it.
      else await endedSoon(runner?.cancel(id) ?? null);
      return records.get(account, id);
    },
    setLabels: (account, id, labels) => records.setLabels(account, id, labels),
    async *follow({ account, id }, tail, leaving) {
      const signal = AbortSignal.any([leaving, closed.signal]);
      const reader = createLogReader(runDirectory(root, id).log);
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      if (tail !== null) yield { lines: await lastLines(reader, tail) };
      let sent: LogEvent | null = null;
      while (!signal.aborted) {
        const changed = changes.next(id);
        // The state is read before the output, so that all output before the end is yielded.
        const run = await records.get(account, id);
        for await (const lines of reader.more()) {
          yield { lines };
          sent = null;
        }
        if (run === null || isFinalStage(run.stage) || runner === null) return;
        const unfinished = changes.unfinished(id);
        if (unfinished !== null && unfinished !== sent) yield { unfinished };
        sent = unfinished;
        await Promise.race([changed, aborted]);
      }
    },
    startRunning() {
      runner ??= startRunner({ ...parts, changes });
    },
    async close(graceMs) {
      await runner?.close(graceMs);
      closed.abort();
    },
  };
}

async function endedSoon(ended: Promise<void> | null): Promise<void> {
  const late = new AbortController();
  await Promise.race([ended, sleep(cancelWaitMs, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
}

/**
 * Returns the variables of a Job started by an event, as on the Hub (https://huggingface.co/docs/hub/jobs-webhooks).
 * Excludes the secret, which is not stored with the run.
 */
function eventVariables({ payload, repo }: JobStart): Record<string, string> {
  return {
    WEBHOOK_PAYLOAD: payload,
    WEBHOOK_REPO_ID: repo.name,
    WEBHOOK_REPO_TYPE: repo.type,
  };
}
