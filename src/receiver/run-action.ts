import { setTimeout as sleep } from "node:timers/promises";
import { elapsedMs } from "../http/post.ts";
import type { Attempt, DeliveryResponse, Outcome } from "../model/delivery.ts";
import type { DeliveryLog } from "../store/ports.ts";
import { redactText } from "../text/redact.ts";
import type { ActionAnswer, ActionContext, ActionEnd, Incoming, RouteAction } from "./action.ts";
import { failureOf, stackLines } from "./handlers/handler-failure.ts";
import { errorAnswer } from "./responses.ts";
import { redactAttempt, storedResponse } from "./stored-response.ts";

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

/** What came of an action in the end. */
export interface ActionResult {
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Why it failed, in plain words; null: it did not. */
  readonly error: string | null;
}

/** One delivery on its way through an action. */
export interface ActionJob {
  readonly incoming: Incoming;
  /** `performance.now()` when the delivery began to come in: what its duration counts from. */
  readonly startedMs: number;
  /** What must not get into the log by way of an attempt. */
  readonly secrets: readonly string[];
  /** Calls the listener when the sender goes away; returns the way to stop that. Null: nobody waits for the answer. */
  readonly whenGone: ((listener: () => void) => () => void) | null;
  /** Called once with what to tell the sender; returns what it is told. Until then a sender that goes away aborts the action's signal. */
  readonly answer: (answer: ActionAnswer) => ActionAnswer;
  /** Called once, when the outcome is in the log or could not be written; null: nobody asks. */
  readonly ended: ((result: ActionResult) => void) | null;
}

/** What a run needs of those who keep it. */
export interface RunKeeper {
  isStopped(): boolean;
  logAttempt(seq: number, attempt: Attempt): Promise<void>;
}

/** An action that runs. A class, because one is made for each delivery; its signal is made when somebody asks for it. */
export class LiveRun implements ActionContext {
  /** Without the delivery itself: for as long as an action waits its payload need not be kept by anybody but the action. */
  readonly job: Omit<ActionJob, "incoming">;
  /** Of the delivery's row. */
  readonly seq: number;
  readonly route: string;
  /** Neighbours in the list of all that run. */
  older: LiveRun | null = null;
  newer: LiveRun | null = null;
  /** Its outcome is decided: what it still does is not written any more. */
  isOver = false;
  /** Of its last attempt. */
  error: string | null = null;
  /** What the sender was told. */
  response: DeliveryResponse | null = null;
  readonly #keeper: RunKeeper;
  #controller: AbortController | null = null;
  #isAnswered = false;
  #stopWatching: (() => void) | null = null;

  constructor(job: ActionJob, keeper: RunKeeper) {
    const { incoming, startedMs, secrets, whenGone, answer, ended } = job;
    this.job = { startedMs, secrets, whenGone, answer, ended };
    this.seq = incoming.seq;
    this.route = incoming.route;
    this.#keeper = keeper;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#keeper.isStopped()) this.stop();
      else if (!this.#isAnswered) this.#watchSender();
    }
    return this.#controller.signal;
  }

  async attempt(attempt: Attempt): Promise<void> {
    const kept = redactAttempt(attempt, this.job.secrets);
    this.error = kept.error;
    if (!this.isOver) await this.#keeper.logAttempt(this.seq, kept);
  }

  /** The answer is there: from now on a sender that goes away is no reason to stop. */
  answer(answer: ActionAnswer): void {
    this.#isAnswered = true;
    this.#stopWatching?.();
    this.response = storedResponse(this.job.answer(answer), this.job.secrets);
  }

  stop(): void {
    this.#controller?.abort(abortReason("the receiver stops"));
  }

  #watchSender(): void {
    this.#stopWatching =
      this.job.whenGone?.(() => this.#controller?.abort(abortReason("the sender went away"))) ?? null;
  }
}

/** Without a stack: its place would pass for that of a handler which throws it. */
function abortReason(message: string): DOMException {
  const reason = new DOMException(message, "AbortError");
  Object.defineProperty(reason, "stack", { value: `AbortError: ${message}` });
  return reason;
}
