import { setTimeout as sleep } from "node:timers/promises";
import { elapsedMs } from "../http/post.ts";
import { type Attempt, type DeliveryResponse, interruptedReason, type Outcome } from "../model/delivery.ts";
import type { DeliveryLog } from "../store/delivery-log.ts";
import { redactText } from "../text/redact.ts";
import type { ActionResponse, ActionContext, ActionEnd, ActionRun, Incoming, RouteAction } from "./action.ts";
import { failureOf, stackLines } from "./handlers/handler-failure.ts";
import { errorResponse, inQueue, stillRunning } from "./responses.ts";
import { redactAttempt, storedResponse } from "./stored-response.ts";

/** Limit for an aborted action to respond and end, in milliseconds; then its row is marked interrupted. */
export const abortGraceMs = 200;

/** Runner of the actions of one receiver. Logs their outcomes, and aborts them when the receiver closes. */
export interface ActionRunner {
  /**
   * Runs an action with a stored delivery. If the action throws, it has failed, and the response is a 500.
   * @param action a promise while it is being chosen, which never rejects; the run is in progress meanwhile
   */
  run(action: RouteAction | Promise<RouteAction>, job: ActionJob): void;
  /**
   * Returns the response and the outcome of a run in progress, for another delivery; null if there is none.
   * @param seq seq of the row
   */
  join(seq: number): ActionRun | null;
  /** Resolves when the outcomes of all runs that have ended are written, or could not be. */
  written(): Promise<void>;
  /**
   * Waits until all actions have ended. Aborts the signals of those that still run after `graceMs`; those
   * that have not ended 200 ms later are abandoned and logged as interrupted.
   * @param arrived resolves when all requests in progress have been received
   */
  close(graceMs: number, arrived: Promise<unknown>): Promise<void>;
}

export interface ActionRunnerOptions {
  readonly log: Pick<DeliveryLog, "addAttempt" | "setOutcome">;
  /** Called for each transaction of outcomes, and each attempt, that the log did not store. */
  readonly onLogFailure: (error: unknown) => void;
}

/** Response for an action that threw. Contains no details, because the error may quote anything. */
const brokenResponse = errorResponse(500, "The delivery could not be handled.");

const interrupted: ActionEnd = {
  outcome: "interrupted",
  status: null,
  reason: interruptedReason,
};

/** Creates the runner of a receiver's actions. */
export function createActionRunner({ log, onLogFailure }: ActionRunnerOptions): ActionRunner {
  // The newest of a linked list of runs: a Set with thousands of additions and deletions a second costs
  // throughput.
  let newest: LiveRun | null = null;
  let isStopped = false;
  let whenIdle: (() => void) | null = null;
  /** Write of the last outcome. The log writes in order, so when it resolves, all outcomes are written. */
  let lastOutcome: Promise<void> = Promise.resolve();
  let lastWriting: Promise<void> = lastOutcome;
  const keeper: RunKeeper = {
    isStopped: () => isStopped,
    logAttempt: (seq, attempt) => log.addAttempt(seq, attempt).catch(onLogFailure),
  };

  function run(action: RouteAction | Promise<RouteAction>, job: ActionJob): void {
    const live = new LiveRun(job, keeper);
    link(live);
    // The receiver stopped while the row was being stored.
    if (isStopped) return end(live, interrupted);
    if (action instanceof Promise) void action.then((chosen) => begin(live, chosen, job.incoming));
    else begin(live, action, job.incoming);
  }

  function begin(live: LiveRun, action: RouteAction, incoming: Incoming): void {
    // The receiver stopped while the action was being chosen.
    if (live.isOver) return;
    try {
      const { response, end: whenEnded, isQueued = false } = action(incoming, live);
      live.isQueued = isQueued;
      response.then(
        (response) => {
          live.respond(response);
          if (response === stillRunning) noteWaiting(live);
        },
        () => live.respond(brokenResponse),
      );
      whenEnded.then(
        (result) => (result === null ? release(live) : end(live, result)),
        (error: unknown) => breakOff(live, error),
      );
    } catch (error) {
      live.respond(brokenResponse);
      breakOff(live, error);
    }
  }

  /** Stores the response to a sender that did not wait, because the process may end before the run does. */
  function noteWaiting({ seq, response, isOver }: LiveRun): void {
    if (isOver) return;
    const waiting = { outcome: "pending", status: null, durationMs: null, response } as const;
    log.setOutcome(seq, waiting).catch(onLogFailure);
  }

  /** Ends a run as failed, because its action threw. */
  function breakOff(live: LiveRun, error: unknown): void {
    end(live, {
      outcome: "failed",
      status: brokenResponse.status,
      reason: `route ${live.route}: ${failureOf(error)}`,
      console: stackLines(error),
    });
  }

  /** Removes a run whose action writes the outcome later. */
  function release(live: LiveRun): void {
    if (live.isOver) return;
    live.isOver = true;
    unlink(live);
    live.leave(null);
    live.job.onEnd?.({ outcome: "pending", status: null, error: live.error });
  }

  function end(
    live: LiveRun,
    { outcome, status, reason, console: printed = [], onWritten }: ActionEnd,
  ): void {
    if (live.isOver) return;
    live.isOver = true;
    unlink(live);
    const { startedMs, known, onEnd } = live.job;
    const why = reason ?? (outcome === "handled" ? null : live.error);
    const update = {
      outcome,
      status,
      durationMs: elapsedMs(startedMs),
      reason: why === null ? null : redactText(why, known),
      response: live.response,
      console: printed.map((line) => redactText(line, known)),
    };
    const writing = log.setOutcome(live.seq, update);
    onWritten?.();
    live.leave({ outcome, status, reason: update.reason });
    // Outcomes of one transaction share a promise.
    if (writing !== lastWriting) {
      lastWriting = writing;
      lastOutcome = writing.catch(onLogFailure);
    }
    if (onEnd === null) return;
    void lastOutcome.then(() => onEnd({ outcome, status, error: update.reason }));
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
    // Remove both links, because a handler may retain its request, and with it the run, forever.
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
    if (newest !== null) await within(abortGraceMs);
    inTime.abort();
    for (let live = newest; live !== null; live = newest) {
      if (live.isQueued) release(live);
      else end(live, interrupted);
    }
    await lastOutcome;
  }

  function join(seq: number): ActionRun | null {
    let live = newest;
    while (live !== null && live.seq !== seq) live = live.older;
    return live?.join() ?? null;
  }

  return { run, join, written: () => lastOutcome, close };
}

/** Final result of an action. */
export interface ActionResult {
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Reason of the failure, in plain words; null if there is none. */
  readonly error: string | null;
}

/** A delivery to run an action with. */
export interface ActionJob {
  readonly incoming: Incoming;
  /** `performance.now()` at the start of the request; the start of the delivery's duration. */
  readonly startedMs: number;
  /** Secrets to redact in attempts, responses, reasons and output before they are logged. */
  readonly known: readonly string[];
  /**
   * Calls the listener when the sender disconnects; returns a function that removes it. Null if there is no
   * sender.
   */
  readonly whenGone: ((listener: () => void) => () => void) | null;
  /**
   * Sends the response and returns the one that was sent. Called once. Before that, a sender that disconnects
   * aborts the action's signal.
   */
  readonly respond: (response: ActionResponse) => ActionResponse;
  /**
   * Called once, when the outcome is written, could not be written, or is left to the action; null if it is
   * not needed.
   */
  readonly onEnd: ((result: ActionResult) => void) | null;
}

/** Promises of a run for other deliveries. */
interface JoinedRun {
  readonly response: PromiseWithResolvers<ActionResponse>;
  readonly end: PromiseWithResolvers<ActionEnd | null>;
}

/** The part of the runner that a run uses. */
export interface RunKeeper {
  isStopped(): boolean;
  logAttempt(seq: number, attempt: Attempt): Promise<void>;
}

/**
 * A running action. A class, so that methods are not created for each delivery; its signal is created on
 * first access.
 */
export class LiveRun implements ActionContext {
  /** The job without the delivery, so that only the action retains the payload. */
  readonly job: Omit<ActionJob, "incoming">;
  /** Sequence number of the delivery's row. */
  readonly seq: number;
  readonly route: string;
  /** Neighbors in the list of running actions. */
  older: LiveRun | null = null;
  newer: LiveRun | null = null;
  /** True if the run has ended; later attempts are not logged. */
  isOver = false;
  /** True if the run goes to the queue when the receiver ends before it. */
  isQueued = false;
  /** Error of the last attempt. */
  error: string | null = null;
  /** Response sent to the sender, for the log. */
  response: DeliveryResponse | null = null;
  readonly #keeper: RunKeeper;
  #controller: AbortController | null = null;
  #isAnswered = false;
  #answer: ActionResponse | null = null;
  #joined: JoinedRun | null = null;
  #stopWatching: (() => void) | null = null;

  constructor(job: ActionJob, keeper: RunKeeper) {
    const { incoming, startedMs, known, whenGone, respond, onEnd } = job;
    this.job = { startedMs, known, whenGone, respond, onEnd };
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
    const kept = redactAttempt(attempt, this.job.known);
    this.error = kept.error;
    if (!this.isOver) await this.#keeper.logAttempt(this.seq, kept);
  }

  /** Sends the response. After that, a sender that disconnects does not abort the action. */
  respond(response: ActionResponse): void {
    this.#isAnswered = true;
    this.#stopWatching?.();
    if (!this.isOver) this.#answer = response;
    this.#joined?.response.resolve(response);
    this.response = storedResponse(this.job.respond(response), this.job.known);
  }

  /** Returns the response and the outcome, for another delivery. */
  join(): ActionRun {
    this.#joined ??= { response: Promise.withResolvers(), end: Promise.withResolvers() };
    const { response, end } = this.#joined;
    if (this.#answer !== null) response.resolve(this.#answer);
    return { response: response.promise, end: end.promise };
  }

  /** Passes the outcome to the deliveries that have joined; null if a job in the queue goes on. */
  leave(outcome: ActionEnd | null): void {
    this.#answer = null;
    this.#joined?.response.resolve(outcome === null ? inQueue : brokenResponse);
    this.#joined?.end.resolve(outcome);
  }

  stop(): void {
    this.#controller?.abort(abortReason("the receiver is stopping"));
  }

  #watchSender(): void {
    this.#stopWatching =
      this.job.whenGone?.(() => this.#controller?.abort(abortReason("the sender disconnected"))) ?? null;
  }
}

/**
 * Creates the reason of an abort without a stack, whose location would be mistaken for that of a handler that
 * throws the reason.
 */
export function abortReason(message: string): DOMException {
  const reason = new DOMException(message, "AbortError");
  Object.defineProperty(reason, "stack", { value: `AbortError: ${message}` });
  return reason;
}
