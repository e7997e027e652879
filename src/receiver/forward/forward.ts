import http from "node:http";
import https from "node:https";
import { type Posted, post } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import type { DeliveryLog, WorkQueue } from "../../store/ports.ts";
import type { ActionAnswer, ActionContext, ActionEnd, Incoming, RouteAction } from "../action.ts";
import { endToEnd, headersToSendOn } from "../headers.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { attemptOf } from "../stored-response.ts";
import { type HealthWatch, type TargetHealth, watchHealth } from "./health.ts";
import {
  type Message,
  endOf,
  gaveUp,
  notQueued,
  passedBack,
  queryOf,
  stillForwarding,
  stopping,
  unreachable,
  unreadableAnswer,
  withQuery,
} from "./message.ts";
import { openQueuedTries } from "./queued-tries.ts";
import { makeTurns } from "./turns.ts";

/** At most so many tries are under way at a time, over all routes. */
const mostTries = 16;

/** One try, from looking the name up to the end of the answer. Longer than the sender waits: somebody may be in a debugger there. */
const tryTimeoutMs = 30_000;

/** A sender that waits 10 s must have our answer before that. */
const answerWithinMs = 9_500;

const unqueued: ActionEnd = {
  outcome: "failed",
  status: null,
  reason: "not forwarded: it could not be put in the queue",
};
const interrupted: ActionEnd = {
  outcome: "interrupted",
  status: null,
  reason: "not forwarded: the receiver stopped",
};

export interface ForwardOptions {
  readonly log: Pick<DeliveryLog, "get" | "attempt" | "outcome">;
  /** In the file of `log`. Stays the caller's. */
  readonly queue: WorkQueue;
  /** What is accepted on a route: the first is put in again when a stored delivery is sent; none of them gets into the log. */
  readonly secretsOf: (route: string | null) => readonly string[];
  /** How long to wait after each try without a response, in milliseconds; after the last one the delivery is given up. @default `forwardRetryDelaysMs` */
  readonly retryDelaysMs?: readonly number[];
  /** @default the system's */
  readonly clock?: Clock;
  /** What the bodies of deliveries whose senders wait may take of memory, in bytes; beyond that they are read from the log. @default 256 MiB */
  readonly maxHeldBytes?: number;
  /** Told when the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
}

export interface ForwardState {
  readonly target: string;
  readonly health: TargetHealth;
  /** Tries under way. */
  readonly sending: number;
  /** Deliveries with a try due that waits for its turn. */
  readonly queued: number;
  /** Deliveries that wait for the time of their next try. */
  readonly waiting: number;
}

/** Sends deliveries on to one URL, and those whose sender was told so until they arrive. */
export interface Forward {
  /**
   * The same for every route: a POST to exactly the target's URL, whatever the route; the query of the request, where it has one, comes
   * behind that of the target. The body goes byte for byte, the headers in their order with their duplicates, the secret among them,
   * without those of the sender's connection.
   */
  readonly action: RouteAction;
  /** Null: there is no target. */
  state(): ForwardState | null;
  /** Deliveries that wait for a later try, with a target or without one. */
  waiting(): number;
  /** Called after each change of the state: several times for a delivery. Returns the way to stop that. */
  onChange(listener: () => void): () => void;
  /**
   * Changes the target: from now on every try goes there, also a further one of a delivery that came before. What is on its way stays on its way.
   * @param target as `parseForwardTarget` reads it; null: nowhere, and what waits goes on waiting
   */
  setTarget(target: string | null): void;
  /**
   * Lets what is on its way or next in line come to its end, without a further try, and ends that too after `graceMs`. What is in the
   * queue stays there. Resolves when nothing is under way.
   * @param arrived resolves when no more deliveries come; those that come until then get their one try. @default none come
   */
  close(graceMs: number, arrived?: Promise<unknown>): Promise<void>;
}

/** Opens a forward without a target: nothing is sent until it has one. */
export async function openForward(options: ForwardOptions): Promise<Forward> {
  const { log, queue, secretsOf, retryDelaysMs = forwardRetryDelaysMs, clock = forwardClock } = options;
  const { onFailure } = options;
  const listeners = new Set<() => void>();
  const kept = { keepAlive: true, maxFreeSockets: mostTries };
  const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };
  /** Nothing is tried a second time any more, and nothing taken from the queue. */
  let isStopping = false;
  /** What is under way is cut short. */
  const cutOff = new AbortController();
  const running = new Set<Promise<unknown>>();
  const held = makeHeldBytes(options.maxHeldBytes);
  /** Ends each wait of a sender for a further try early. */
  const pauses = new Set<() => void>();
  let target: string | null = null;
  let health: HealthWatch | null = null;

  const tries = await openQueuedTries({
    log,
    queue,
    retryDelaysMs,
    secretsOf,
    clock,
    send,
    dueAt: (atMs) => turns.dueAt(atMs),
    onChange: changed,
    onFailure,
  });
  const turns = makeTurns({
    places: mostTries,
    clock,
    async claim(n) {
      if (target === null || isStopping) return { runs: [], nextDueMs: null };
      const { runs, nextDueMs } = await tries.claim(n);
      return { runs: runs.map((run) => () => track(run())), nextDueMs };
    },
    onChange: changed,
  });

  function changed(): void {
    for (const listener of listeners) listener();
  }

  /** Closing waits for it. */
  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    void work.finally(() => running.delete(work));
    return work;
  }

  /** Never rejects. */
  async function send({ headers, query, body }: Message): Promise<Posted | null> {
    if (target === null || cutOff.signal.aborted) return null;
    const watch = health;
    const agent = agents[target.startsWith("https:") ? "https:" : "http:"];
    const outgoing = { target: withQuery(target, query), headers, body };
    const posted = await post(outgoing, { timeoutMs: tryTimeoutMs, signal: cutOff.signal, clock, agent });
    if (posted.response !== null || posted.unreadable) watch?.answered();
    else if (!posted.connected && !posted.aborted) watch?.unreachable(posted.error ?? "");
    return posted;
  }

  function action(incoming: Incoming, context: ActionContext): ReturnType<RouteAction> {
    const { promise: answer, resolve: tell } = Promise.withResolvers<ActionAnswer>();
    const late = Promise.withResolvers<"late">();
    const lateMs = clock.nowMs() + answerWithinMs;
    const cancelLate = clock.after(answerWithinMs, () => late.resolve("late"));
    const end = track(tryWhileSenderWaits({ incoming, context, tell, late: late.promise, lateMs }));
    void end.finally(cancelLate);
    return { answer, end };
  }

  /**
   * Tries until there is a response, or until the sender is to be told that the delivery is being forwarded: that goes out once the delivery
   * is in the queue. A sender that goes away changes nothing.
   */
  async function tryWhileSenderWaits(waiting: WaitingSender): Promise<ActionEnd | null> {
    const { incoming, context, tell, late, lateMs } = waiting;
    const { body } = incoming;
    const isHeld = held.hold(body);
    let inFlight: Promise<Posted | null> | null = null;
    try {
      for (let made = 1; ; made += 1) {
        const turn = turns.join();
        void late.then(turn.leave);
        const place = await turn.place;
        if (place === "closed") return stopped(tell);
        if (place === "left") return await handOver(waiting, clock.nowMs());
        const sending = isHeld ? send(messageOf(incoming, body)) : sendStored(incoming);
        inFlight = sending;
        void sending.finally(place);
        const isLate = (await Promise.race([sending, late])) === "late";
        if (isLate && (await handOver(waiting, "now trying", { sending, made })) === null) return null;
        const posted = await sending;
        inFlight = null;
        if (posted === null) {
          return cutOff.signal.aborted ? stopped(tell) : await handOver(waiting, clock.nowMs());
        }
        const { response, aborted } = posted;
        const end = endOf(posted);
        if (end !== null) tell(response === null ? unreadableAnswer : passedBack(posted.target, response));
        // The time until the next try runs from the end of this one, however long the log takes.
        const delayMs = retryDelaysMs[made - 1];
        const nextMs = clock.nowMs() + (delayMs ?? 0);
        const logged = context.attempt(attemptOf(posted));
        if (end !== null || aborted) {
          await logged;
          return end ?? stopped(tell);
        }
        if (delayMs === undefined || isLate) {
          tell(unreachable);
          await logged;
          return gaveUp(posted, made);
        }
        if (nextMs >= lateMs) return await handOver(waiting, nextMs);
        const isDue = await pause(delayMs);
        await logged;
        if (!isDue) return stopped(tell);
      }
    } finally {
      if (isHeld) void Promise.resolve(inFlight).finally(() => held.letGo(body));
    }
  }

  /**
   * Puts a delivery in the queue, and then tells its sender.
   * @param atMs when its next try is due
   * @param underWay the try that is being made
   * @returns null: it is in the queue; else what came of it: it could not be put there
   */
  async function handOver(
    { incoming, tell }: WaitingSender,
    atMs: number | "now trying",
    underWay?: { readonly sending: Promise<Posted | null>; readonly made: number },
  ): Promise<ActionEnd | null> {
    try {
      const job = await tries.add(incoming, atMs);
      tell(stillForwarding);
      if (underWay !== undefined) {
        void track(underWay.sending.then((posted) => tries.settle(job, posted, underWay.made)));
      }
      return null;
    } catch (error) {
      onFailure(error);
      tell(notQueued);
      return unqueued;
    }
  }

  /** What does not fit into memory. Never rejects. */
  async function sendStored(incoming: Incoming): Promise<Posted | null> {
    try {
      const delivery = await log.get(incoming.seq);
      return delivery === null ? null : await send(messageOf(incoming, delivery.body));
    } catch (error) {
      onFailure(error);
      return null;
    }
  }

  /** Resolves with true when the time has gone by, with false when the receiver stops before. */
  async function pause(ms: number): Promise<boolean> {
    if (isStopping) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = clock.after(ms, () => resolve(true));
    const endEarly = (): void => resolve(false);
    pauses.add(endEarly);
    changed();
    const isDue = await promise;
    cancel();
    pauses.delete(endEarly);
    changed();
    return isDue;
  }

  const waiting = (): number => pauses.size + tries.waiting();

  return {
    action,
    state: () =>
      target === null || health === null
        ? null
        : {
            target,
            health: health.state(),
            sending: turns.busy(),
            queued: turns.waiting(),
            waiting: waiting(),
          },
    waiting,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setTarget(next) {
      target = next;
      health?.close();
      health = next === null ? null : watchHealth(next, clock, changed);
      if (next !== null) turns.dueAt(clock.nowMs());
      changed();
    },
    async close(graceMs, arrived) {
      health?.close();
      isStopping = true;
      for (const endEarly of pauses) endEarly();
      function endAll(): void {
        turns.close();
        cutOff.abort();
      }
      const cancel = clock.after(graceMs, endAll);
      await Promise.all([arrived, turns.claimed()]);
      while (running.size > 0) await Promise.allSettled(running);
      cancel();
      endAll();
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

/** A delivery whose sender has not been told anything. */
interface WaitingSender {
  readonly incoming: Incoming;
  readonly context: ActionContext;
  /** Only the first call counts. */
  readonly tell: (answer: ActionAnswer) => void;
  /** Resolves when the sender has to be told. */
  readonly late: Promise<"late">;
  /** When that is, milliseconds since 1970. */
  readonly lateMs: number;
}

function messageOf({ headers, replayOf, target }: Incoming, body: Uint8Array): Message {
  return {
    // Only what comes from the log has anything redacted in it.
    headers: replayOf === null ? endToEnd(headers).flat() : headersToSendOn(headers, null),
    query: queryOf(target),
    body,
  };
}

function stopped(tell: (answer: ActionAnswer) => void): ActionEnd {
  tell(stopping);
  return interrupted;
}

/** The system's time. What waits by it does not keep the process from ending: the server does that while there is one. */
export const forwardClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
