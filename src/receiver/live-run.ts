import type { Attempt, DeliveryResponse, Outcome } from "../model/delivery.ts";
import type { ActionAnswer, ActionContext, Incoming } from "./action.ts";
import { redactAttempt, storedResponse } from "./stored-response.ts";

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
