import { realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { coalesce } from "../../async/coalesce.ts";
import { type ProcessEnd, signalGroup } from "../../async/process-group.ts";
import type { FinalStage } from "../../model/job.ts";
import type { Logger } from "../../model/logger.ts";
import type { JobRecords, StoredJobRun } from "../../store/job-records.ts";
import { duration } from "../../text/duration.ts";
import { plural } from "../../text/numbers.ts";
import { createLogWriter, type LogEvent } from "./job-log.ts";
import { firstLine } from "./job-wire.ts";
import { killAtHomeIn, processMark } from "./processes.ts";
import { makeRunDirectory, runDirectory, tidyRuns } from "./run-directory.ts";
import { type RunningProcess, startRunProcess } from "./run-process.ts";

/** Maximum number of concurrent runs. */
const maxConcurrentRuns = 4;

/** Default timeout of a run, in milliseconds. */
const defaultTimeoutMs = 30 * 60 * 1000;

/** Maximum delay of a timer in Node, about 24 days, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** Delay from SIGTERM to SIGKILL, in milliseconds. */
const stopGraceMs = 5000;

/** Reason for stopping a run early. */
type StopReason = "canceled" | "timeout" | "closing";

interface LiveRun {
  /** Reason for the stop and grace period of the process; null if the run is not being stopped. */
  stopped: { readonly reason: StopReason; readonly graceMs: number } | null;
  process: RunningProcess | null;
  ended: Promise<void>;
}

export interface RunnerParts {
  readonly records: JobRecords;
  /** Returns the current secret of a webhook, or null. */
  readonly secretOf: (account: string, webhookId: string) => Promise<string | null>;
  /** Directory of the files of all runs. */
  readonly root: string;
  readonly changes: Changes;
  readonly logger: Logger;
}

/** Runner of Jobs. Starts the waiting runs, oldest first, and follows each to its end. */
export interface Runner {
  /** Checks for waiting runs. Call it after adding one. */
  wake(): void;
  /** Stops a run; the promise resolves when the run has ended. Returns null if the run is not in progress. */
  cancel(id: string): Promise<void> | null;
  /** Starts no more runs, stops those in progress, and kills them after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Starts a runner. Call it once per store: it ends the runs recorded as running, which a killed hub left. */
export function startRunner({ records, secretOf, root, changes, logger }: RunnerParts): Runner {
  const live = new Map<string, LiveRun>();
  const closing = new AbortController();
  const ready = endLeftovers(records, root, changes.announce).then(
    (count) => {
      if (count > 0) logger.info(`ended ${plural(count, "run")} that an earlier hub left`);
    },
    (error: unknown) => logger.error(`runs that an earlier hub left could not be ended: ${String(error)}`),
  );

  const wake = coalesce(
    async () => {
      await ready;
      if (closing.signal.aborted) return;
      await startWaiting();
      await tidyRuns(records, root, (id) => live.has(id), Date.now());
    },
    (error) => logger.error(`waiting runs cannot be started: ${String(error)}`),
  );

  async function startWaiting(): Promise<void> {
    while (live.size < maxConcurrentRuns && !closing.signal.aborted) {
      const [next] = await records.waiting(1);
      if (next === undefined) return;
      // False: the run was canceled meanwhile.
      if (!(await records.begin(next.id))) continue;
      const state: LiveRun = { stopped: null, process: null, ended: Promise.resolve() };
      live.set(next.id, state);
      changes.announce(next.id);
      state.ended = runToEnd(next, state).finally(() => {
        live.delete(next.id);
        changes.announce(next.id);
        wake();
      });
    }
  }

  async function runToEnd(run: StoredJobRun, state: LiveRun): Promise<void> {
    try {
      const end = await runProcess(run, state);
      const { stage, message } = outcome(end, state.stopped?.reason ?? null, timeoutMs(run));
      await records.end(run.id, stage, message);
    } catch (error) {
      logger.error(
        `run ${run.id} failed in this hub: ${error instanceof Error ? (error.stack ?? "") : String(error)}`,
      );
      await records
        .end(run.id, "ERROR", `this hub could not run it: ${String(error)}`)
        .catch((later: unknown) =>
          logger.error(`the end of run ${run.id} cannot be recorded: ${String(later)}`),
        );
    }
  }

  async function runProcess(run: StoredJobRun, state: LiveRun): Promise<ProcessEnd> {
    const directory = makeRunDirectory(root, run.id);
    const secret = run.trigger === null ? null : await secretOf(run.account, run.trigger.webhookId);
    const onOutput = (unfinished: LogEvent | null): void => changes.announce(run.id, unfinished);
    const secrets = [...Object.values(run.spec.secrets), ...(secret === null ? [] : [secret])];
    const writer = createLogWriter(directory.log, onOutput, secrets);
    await writer.note(firstLine(run.spec));
    const process = await startRunProcess(run, secret, directory, writer);
    state.process = process;
    // The run may have been stopped during the start.
    if (state.stopped !== null) process.stop(state.stopped.graceMs);
    const limit = setTimeout(() => stop(state, "timeout", stopGraceMs), timeoutMs(run));
    try {
      if (process.pid !== null) {
        await records.setProcess(run.id, { pid: process.pid, mark: processMark(process.pid) ?? "" });
      }
      return await process.ended;
    } catch (error) {
      // The error belongs to the hub; without a stop, the process would continue.
      process.stop(0);
      throw error;
    } finally {
      clearTimeout(limit);
      await writer.close();
    }
  }

  function stop(state: LiveRun, reason: StopReason, graceMs: number): void {
    state.stopped ??= { reason, graceMs };
    state.process?.stop(graceMs);
  }

  wake();
  return {
    wake,
    cancel(id) {
      const state = live.get(id);
      if (state === undefined) return null;
      stop(state, "canceled", stopGraceMs);
      return state.ended;
    },
    async close(graceMs) {
      closing.abort();
      for (const state of live.values()) stop(state, "closing", graceMs);
      await wake.idle();
      // Runs that were starting when `close` was called are stopped here.
      for (const state of live.values()) stop(state, "closing", graceMs);
      await Promise.all([...live.values()].map(({ ended }) => ended));
    },
  };
}

function timeoutMs({ spec }: StoredJobRun): number {
  const askedMs = spec.timeoutSeconds === null ? defaultTimeoutMs : spec.timeoutSeconds * 1000;
  return Math.min(askedMs, maxTimerMs);
}

function outcome(
  end: ProcessEnd,
  stopped: StopReason | null,
  limitMs: number,
): { stage: FinalStage; message: string | null } {
  if (end.kind === "not-started") {
    return { stage: "ERROR", message: `the command could not be started: ${end.reason}` };
  }
  if (stopped === "canceled") return { stage: "CANCELED", message: null };
  if (stopped === "timeout")
    return { stage: "ERROR", message: `stopped after its timeout of ${duration(limitMs)}` };
  if (stopped === "closing") return { stage: "ERROR", message: "the hub was stopped during the run" };
  if (end.kind === "killed") return { stage: "ERROR", message: `killed by ${end.signal}` };
  return end.code === 0
    ? { stage: "COMPLETED", message: null }
    : { stage: "ERROR", message: `exit code ${end.code}` };
}

const graceMs = 5000;
const checkIntervalMs = 50;

/**
 * Ends the runs that a killed hub left and marks them as failed. Signals only processes that certainly belong
 * to a run: those with its recorded pid and start time, and those whose HOME or TMPDIR is its scratch
 * directory.
 * @param onEnd called for each run
 * @returns the number of runs
 */
export async function endLeftovers(
  records: JobRecords,
  root: string,
  onEnd: (id: string) => void,
): Promise<number> {
  const left = await records.running();
  await Promise.all(
    left.map(async (run) => {
      await stopLeftover(run, root);
      await records.end(run.id, "ERROR", "the hub ended during the run");
      onEnd(run.id);
    }),
  );
  return left.length;
}

async function stopLeftover({ id, process }: StoredJobRun, root: string): Promise<void> {
  if (process !== null && processMark(process.pid) === process.mark) {
    signalGroup(process.pid, "SIGTERM");
    const killAtMs = performance.now() + graceMs;
    while (performance.now() < killAtMs && signalGroup(process.pid, 0)) await sleep(checkIntervalMs);
    signalGroup(process.pid, "SIGKILL");
  }
  const scratch = realOrNull(runDirectory(root, id).scratch);
  if (scratch !== null) killAtHomeIn(scratch);
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // The directory does not exist.
    return null;
  }
}

/** Notifications of new output and state changes of runs, for their followers. */
export interface Changes {
  /**
   * Resolves at the next change of this run. Call it before reading the state, so that no change is missed.
   */
  next(id: string): Promise<void>;
  /** @param unfinished unfinished line of the output @default null */
  announce(id: string, unfinished?: LogEvent | null): void;
  /** Returns the unfinished line of the output at the last change; null if there is none. */
  unfinished(id: string): LogEvent | null;
}

export function createChanges(): Changes {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const unfinishedLines = new Map<string, LogEvent>();
  return {
    next(id) {
      const known = waiting.get(id);
      if (known !== undefined) return known.promise;
      const made = Promise.withResolvers<void>();
      waiting.set(id, made);
      return made.promise;
    },
    announce(id, unfinished = null) {
      if (unfinished === null) unfinishedLines.delete(id);
      else unfinishedLines.set(id, unfinished);
      waiting.get(id)?.resolve();
      waiting.delete(id);
    },
    unfinished: (id) => unfinishedLines.get(id) ?? null,
  };
}
