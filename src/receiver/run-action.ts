import { setTimeout as sleep } from "node:timers/promises";
import { elapsedMs } from "../http/post.ts";
import type { Outcome } from "../model/delivery.ts";
import type { DeliveryLog } from "../store/ports.ts";
import { redactText } from "../text/redact.ts";
import type { ActionEnd, RouteAction } from "./action.ts";
import { failureOf, stackLines } from "./handlers/handler-failure.ts";
import { errorAnswer } from "./json-answer.ts";
import { type ActionJob, LiveRun, type RunKeeper } from "./live-run.ts";

/** An action that was told to stop has this long, in milliseconds, to end before its row says that it was interrupted, and to answer. */
export const lastWordMs = 200;

/** Runs the actions of one receiver, sees to their outcomes, and stops them when the receiver does. */
export interface ActionRunner {
  /** To be called when the row is on disk. What throws although it must not is a failed action, answered with 500. */
  run(action: RouteAction, job: ActionJob): void;
  /**
   * Waits until all have ended. After `graceMs` the signal of those that still run is aborted; whatever has not ended soon after that is
   * left behind, and its row says interrupted.
   * @param arrived resolves when nothing more comes: what is still being received is waited for too
   */
  close(graceMs: number, arrived: Promise<unknown>): Promise<void>;
}

export interface ActionRunnerOptions {
  readonly log: Pick<DeliveryLog, "attempt" | "outcome">;
  /** Told of each transaction of outcomes, and each attempt, that the log did not take. */
  readonly onLogFailure: (error: unknown) => void;
}

/** It says no more than that, because what was thrown may quote anything. */
const brokenAnswer = errorAnswer(500, "The delivery could not be handled.");

interface RunEnd extends Omit<ActionEnd, "outcome"> {
  readonly outcome: Outcome;
}

const interrupted: RunEnd = {
  outcome: "interrupted",
  status: null,
  reason: "the receiver ended before it was handled",
};

/** Makes the runner of a receiver. */
export function createActionRunner({ log, onLogFailure }: ActionRunnerOptions): ActionRunner {
  // Linked, and no set: one that thousands are added to and deleted from each second costs throughput (see connections.ts).
  let newest: LiveRun | null = null;
  let isStopped = false;
  let whenIdle: (() => void) | null = null;
  /** The log takes them in order: when this one is written, all are. */
  let lastOutcome: Promise<void> = Promise.resolve();
  let lastWriting: Promise<void> = lastOutcome;
  const keeper: RunKeeper = {
    isStopped: () => isStopped,
    logAttempt: (seq, attempt) => log.attempt(seq, attempt).catch(onLogFailure),
  };

  function run(action: RouteAction, job: ActionJob): void {
    const live = new LiveRun(job, keeper);
    link(live);
    // It was on its way to the disk when the receiver stopped.
    if (isStopped) return end(live, interrupted);
    try {
      const { answer, end: ended } = action(job.incoming, live);
      answer.then(
        (answer) => live.answer(answer),
        () => live.answer(brokenAnswer),
      );
      ended.then(
        (ended) => (ended === null ? release(live) : end(live, ended)),
        (error: unknown) => breakOff(live, error),
      );
    } catch (error) {
      live.answer(brokenAnswer);
      breakOff(live, error);
    }
  }

  /** An action that promised not to throw did. */
  function breakOff(live: LiveRun, error: unknown): void {
    end(live, {
      outcome: "failed",
      status: brokenAnswer.status,
      reason: `route ${live.route}: ${failureOf(error)}`,
      console: stackLines(error),
    });
  }

  /** Its outcome is written by somebody else, later. */
  function release(live: LiveRun): void {
    if (live.isOver) return;
    live.isOver = true;
    unlink(live);
    live.job.ended?.({ outcome: "pending", status: null, error: live.error });
  }

  function end(live: LiveRun, { outcome, status, reason, console: printed = [] }: RunEnd): void {
    if (live.isOver) return;
    live.isOver = true;
    unlink(live);
    const { startedMs, secrets, ended } = live.job;
    const why = reason ?? (outcome === "handled" ? null : live.error);
    const update = {
      outcome,
      status,
      durationMs: elapsedMs(startedMs),
      reason: why === null ? null : redactText(why, secrets),
      response: live.response,
      console: printed.map((line) => redactText(line, secrets)),
    };
    const writing = log.outcome(live.seq, update);
    // Many share a transaction, and then a promise.
    if (writing !== lastWriting) {
      lastWriting = writing;
      lastOutcome = writing.catch(onLogFailure);
    }
    if (ended === null) return;
    void lastOutcome.then(() => ended({ outcome, status, error: update.reason }));
  }

  function link(live: LiveRun): void {
    live.older = newest;
    if (newest !== null) newest.newer = live;
    newest = live;
  }

  function unlink(live: LiveRun): void {
    if (live.newer === null) newest = live.older;
    else live.newer.older = live.older;
    if (live.older !== null) live.older.newer = live.newer;
    // What ended must not hold on to its neighbours, nor they to it: a handler may keep its request for ever.
    live.older = null;
    live.newer = null;
    if (newest === null) whenIdle?.();
  }

  async function close(graceMs: number, arrived: Promise<unknown>): Promise<void> {
    const idle = arrived.then(
      () =>
        new Promise<void>((resolve) => {
          whenIdle = resolve;
          if (newest === null) resolve();
        }),
    );
    const inTime = new AbortController();
    const within = (ms: number): Promise<unknown> =>
      Promise.race([idle, sleep(ms, undefined, { signal: inTime.signal }).catch(() => undefined)]);
    await within(graceMs);
    isStopped = true;
    for (let live = newest; live !== null; live = live.older) live.stop();
    if (newest !== null) await within(lastWordMs);
    inTime.abort();
    for (let live = newest; live !== null; live = newest) end(live, interrupted);
    await lastOutcome;
  }

  return { run, close };
}
