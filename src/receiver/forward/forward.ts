import http from "node:http";
import https from "node:https";
import { type Posted, post } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import { endToEnd, headersToSendOn } from "../../model/end-to-end.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { WorkQueue } from "../../store/work-queue.ts";
import type { ActionResponse, ActionContext, ActionEnd, Incoming, RouteAction } from "../action.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { acceptedResponse } from "../responses.ts";
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
  unreadableResponse,
  withQuery,
} from "./message.ts";
import { openQueuedAttempts } from "./queued-attempts.ts";
import { ruleTarget, ruleTargetOf } from "./rule-target.ts";
import type { ForwardRule } from "./rules.ts";
import { makeTurns } from "./turns.ts";

/** Maximum number of concurrent attempts of all routes. */
const maxAttemptsAtOnce = 16;

/** Limit for one attempt, in milliseconds. Longer than the sender waits, for targets in a debugger. */
const attemptTimeoutMs = 30_000;

/** Limit for the response to a sender, in milliseconds. The sender waits 10 s. */
const respondWithinMs = 9_500;

const unqueued: ActionEnd = {
  outcome: "failed",
  status: null,
  reason: "not forwarded: it could not be put in the queue",
};
/** Run of a delivery that matches no rule, without a target. */
const accepted: ReturnType<RouteAction> = {
  response: Promise.resolve(acceptedResponse),
  end: Promise.resolve({ outcome: "accepted", status: acceptedResponse.status }),
};

const interrupted: ActionEnd = {
  outcome: "interrupted",
  status: null,
  reason: "not forwarded: the receiver stopped",
};

export interface ForwardOptions {
  readonly log: Pick<DeliveryLog, "get" | "addAttempt" | "setOutcome">;
  /** Queue in the file of `log`, owned by the caller. */
  readonly queue: WorkQueue;
  /**
   * Returns the secrets of a route. The first is restored when a stored delivery is sent; all are redacted in
   * the log.
   */
  readonly secretsOf: (route: string | null) => readonly string[];
  /** Delay after each attempt without a response, in milliseconds; after the last one the delivery has failed. @default `forwardRetryDelaysMs` */
  readonly retryDelaysMs?: readonly number[];
  /**
   * Targets of deliveries that match a filter; the first rule that matches counts. Other deliveries are sent
   * to the target of the forward. @default none
   */
  readonly rules?: readonly ForwardRule[];
  /** @default the system's clock */
  readonly clock?: Clock;
  /**
   * Memory limit for bodies of deliveries whose senders wait, in bytes; bodies beyond it are read from the
   * log. @default 256 MiB
   */
  readonly maxHeldBytes?: number;
  /** Called if the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
}

/** Target with its reachability. */
export interface TargetState {
  readonly target: string;
  readonly health: TargetHealth;
}

/** Rule with the reachability of its target. */
export interface ForwardRuleState extends TargetState {
  /** Text of the rule's filter. */
  readonly where: string;
}

export interface ForwardState extends TargetState {
  /** Number of attempts in progress. */
  readonly sending: number;
  /** Number of deliveries with a waiting sender whose attempt is due and waits for a free place. */
  readonly queued: number;
  /** Number of other deliveries that wait for their next attempt, in memory or in the queue. */
  readonly waiting: number;
}

/**
 * Forward of deliveries to one URL. Retries a delivery without a response, if needed after its sender got a
 * 202.
 */
export interface Forward {
  /**
   * Action for every route: a POST to exactly the target's URL, with the query of the request, if any,
   * appended to its own. The body is unchanged, and so are the headers, including order, duplicates and the
   * secret, except for connection headers.
   */
  readonly action: RouteAction;
  /** Returns true if there is a target or a rule. */
  isActive(): boolean;
  /** Returns the current state; null if there is no target. */
  state(): ForwardState | null;
  /** Returns the rules in their order. */
  rules(): readonly ForwardRuleState[];
  /** Returns true if nothing is sent and deliveries wait. */
  isHeld(): boolean;
  /** Returns the number of deliveries that wait for a later attempt, also without a target. */
  waiting(): number;
  /** Calls the listener after each change of the state, several times per delivery. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /**
   * Changes the target of all later attempts, also for earlier deliveries. Attempts in progress continue.
   * @param target as returned by `parseForwardTarget`; null to stop forwarding, while deliveries keep waiting
   */
  setTarget(target: string | null): void;
  /** Removes the rules with some targets. Returns these targets. */
  dropRules(isDropped: (target: string) => boolean): readonly string[];
  /** Holds all later attempts, so that deliveries wait in the queue, or resumes them. */
  hold(isHeld: boolean): void;
  /** Makes deliveries due that wait for a later attempt; null for all. Returns their number. */
  retry(seqs: readonly number[] | null): Promise<number>;
  /** Gives up deliveries that wait for a later attempt; null for all. Returns their number. */
  drop(seqs: readonly number[] | null): Promise<number>;
  /**
   * Finishes attempts that are in progress or wait for a place, without retries, and aborts them after
   * `graceMs`. The queue is kept. Resolves when no attempt is in progress.
   * @param arrived resolves when no more deliveries arrive; those that arrive until then get one attempt.
   * @default none arrive
   */
  close(graceMs: number, arrived?: Promise<unknown>): Promise<void>;
}

/** Opens a forward without a target: nothing is sent until `setTarget` sets one. */
export async function openForward(options: ForwardOptions): Promise<Forward> {
  const { log, queue, secretsOf, retryDelaysMs = forwardRetryDelaysMs, clock = forwardClock } = options;
  const { onFailure } = options;
  let { rules = [] } = options;
  const listeners = new Set<() => void>();
  const kept = { keepAlive: true, maxFreeSockets: maxAttemptsAtOnce };
  const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };
  /** True if retries and the queue are stopped. */
  let isStopping = false;
  /** Controller that aborts the attempts in progress. */
  const cutOff = new AbortController();
  const running = new Set<Promise<unknown>>();
  const held = makeHeldBytes(options.maxHeldBytes);
  /** Functions that end the delays before retries early. */
  const pauses = new Set<() => void>();
  let target: string | null = null;
  let isHeldBack = false;
  /** Watches of the forward's target and of those of the rules, by target. */
  const watches = new Map<string, HealthWatch>();

  const queuedAttempts = await openQueuedAttempts({
    log,
    queue,
    retryDelaysMs,
    secretsOf,
    clock,
    send,
    ruleTarget: (delivery) => ruleTarget(rules, delivery),
    hasTarget: () => target !== null,
    dueAt: (atMs) => turns.dueAt(atMs),
    onChange: changed,
    onFailure,
  });
  const turns = makeTurns({
    places: maxAttemptsAtOnce,
    clock,
    async claim(n) {
      if (!isActive() || isHeldBack || isStopping) return { runs: [], nextDueMs: null };
      const { runs, nextDueMs } = await queuedAttempts.claim(n);
      return { runs: runs.map((run) => () => track(run())), nextDueMs };
    },
    onChange: changed,
  });

  /** Returns true if some deliveries are sent. */
  function isActive(): boolean {
    return target !== null || rules.length > 0;
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }

  /** Makes `close` wait for the work. */
  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    void work.finally(() => running.delete(work));
    return work;
  }

  /**
   * Sends a message once; resolves with null if there is no target, or the forward is held or closed. Never
   * rejects.
   */
  async function send({ target: ofRule, headers, query, body }: Message): Promise<Posted | null> {
    const to = ofRule ?? target;
    if (to === null || isHeldBack || cutOff.signal.aborted) return null;
    const watch = watches.get(to);
    const agent = agents[to.startsWith("https:") ? "https:" : "http:"];
    const outgoing = { target: withQuery(to, query), headers, body };
    const posted = await post(outgoing, { timeoutMs: attemptTimeoutMs, signal: cutOff.signal, clock, agent });
    if (posted.response !== null || posted.unreadable) watch?.responded();
    else if (!posted.connected && !posted.aborted) watch?.unreachable(posted.error ?? "");
    return posted;
  }

  function action(incoming: Incoming, context: ActionContext): ReturnType<RouteAction> {
    // Waits for a target only if there are no rules, because it was just removed then.
    if (target === null && rules.length > 0 && ruleTargetOf(rules, incoming) === null) return accepted;
    const { promise: response, resolve: respond } = Promise.withResolvers<ActionResponse>();
    const late = Promise.withResolvers<"late">();
    const lateMs = clock.nowMs() + respondWithinMs;
    const cancelLate = clock.after(respondWithinMs, () => late.resolve("late"));
    const end = track(attemptWhileSenderWaits({ incoming, context, respond, late: late.promise, lateMs }));
    void end.finally(cancelLate);
    return { response, end };
  }

  /**
   * Attempts a delivery until its outcome is known or the sender must get a 202, which is sent once the
   * delivery is in the queue. A sender that disconnects changes nothing.
   * @returns the outcome; null if the delivery is in the queue
   */
  async function attemptWhileSenderWaits(waiting: WaitingSender): Promise<ActionEnd | null> {
    const { incoming, context, respond, late, lateMs } = waiting;
    const { body } = incoming;
    const isHeld = held.hold(body);
    let inFlight: Promise<Posted | null> | null = null;
    try {
      for (let made = 1; ; made += 1) {
        const turn = turns.join();
        void late.then(turn.leave);
        const place = await turn.place;
        if (place === "closed") return stopped(respond);
        if (place === "left") return await handOver(waiting, clock.nowMs());
        const sending = isHeld ? send(messageOf(incoming, body, rules)) : sendStored(incoming);
        inFlight = sending;
        void sending.finally(place);
        const isLate = (await Promise.race([sending, late])) === "late";
        if (isLate && (await handOver(waiting, "now trying", { sending, made })) === null) return null;
        const posted = await sending;
        inFlight = null;
        if (posted === null) {
          return cutOff.signal.aborted ? stopped(respond) : await handOver(waiting, clock.nowMs());
        }
        const { response, aborted } = posted;
        const end = endOf(posted);
        if (end !== null)
          respond(response === null ? unreadableResponse : passedBack(posted.target, response));
        // Count the delay from the end of this attempt, however long the log takes.
        const delayMs = retryDelaysMs[made - 1];
        const nextMs = clock.nowMs() + (delayMs ?? 0);
        const logged = context.attempt(attemptOf(posted));
        if (end !== null || aborted) {
          await logged;
          return end ?? stopped(respond);
        }
        if (delayMs === undefined || isLate) {
          respond(unreachable);
          await logged;
          return gaveUp(posted, made);
        }
        if (nextMs >= lateMs) return await handOver(waiting, nextMs);
        const isDue = await pause(delayMs);
        await logged;
        if (!isDue) return stopped(respond);
      }
    } finally {
      if (isHeld) void Promise.resolve(inFlight).finally(() => held.release(body));
    }
  }

  /**
   * Puts a delivery in the queue, and then responds to its sender with 202, or with 503 if the queue cannot
   * be written.
   * @param atMs due time of the next attempt
   * @param underWay the attempt in progress
   * @returns null if the delivery is in the queue, otherwise the outcome
   */
  async function handOver(
    { incoming, respond }: WaitingSender,
    atMs: number | "now trying",
    underWay?: { readonly sending: Promise<Posted | null>; readonly made: number },
  ): Promise<ActionEnd | null> {
    try {
      const job = await queuedAttempts.add(incoming, atMs);
      respond(stillForwarding);
      if (underWay !== undefined) {
        void track(underWay.sending.then((posted) => queuedAttempts.settle(job, posted, underWay.made)));
      }
      return null;
    } catch (error) {
      onFailure(error);
      respond(notQueued);
      return unqueued;
    }
  }

  /**
   * Sends a delivery whose body is not held in memory; resolves with null if it cannot be read. Never
   * rejects.
   */
  async function sendStored(incoming: Incoming): Promise<Posted | null> {
    try {
      const delivery = await log.get(incoming.seq);
      return delivery === null ? null : await send(messageOf(incoming, delivery.body, rules));
    } catch (error) {
      onFailure(error);
      return null;
    }
  }

  /** Resolves with true after the delay, or with false if the receiver stops first. */
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

  const waiting = (): number => pauses.size + queuedAttempts.waiting();

  /** Starts to watch new targets, and stops watching those that are no longer used. */
  function watchTargets(): void {
    const targets = new Set(rules.map((rule) => rule.target));
    if (target !== null) targets.add(target);
    for (const [watched, watch] of watches) {
      if (targets.has(watched)) continue;
      watch.close();
      watches.delete(watched);
    }
    for (const each of targets) {
      if (!watches.has(each)) watches.set(each, watchHealth(each, clock, changed));
    }
  }

  function targetState(each: string): TargetState {
    const health = watches.get(each)?.state() ?? { kind: "unknown", sinceMs: clock.nowMs() };
    return { target: each, health };
  }

  watchTargets();

  return {
    action,
    isActive,
    state: () =>
      target === null
        ? null
        : {
            ...targetState(target),
            sending: turns.busy(),
            queued: turns.waiting(),
            waiting: waiting(),
          },
    rules: () => rules.map((rule) => ({ where: rule.where.text, ...targetState(rule.target) })),
    isHeld: () => isHeldBack,
    waiting,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setTarget(next) {
      target = next;
      watchTargets();
      if (next !== null) turns.dueAt(clock.nowMs());
      changed();
    },
    dropRules(isDropped) {
      const dropped = rules.filter((rule) => isDropped(rule.target));
      rules = rules.filter((rule) => !dropped.includes(rule));
      watchTargets();
      return dropped.map((rule) => rule.target);
    },
    hold(isHeld) {
      isHeldBack = isHeld;
      if (!isHeld) turns.dueAt(clock.nowMs());
      changed();
    },
    retry: queuedAttempts.hasten,
    drop: queuedAttempts.drop,
    async close(graceMs, arrived) {
      for (const watch of watches.values()) watch.close();
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

/** A delivery whose sender waits for a response. */
interface WaitingSender {
  readonly incoming: Incoming;
  readonly context: ActionContext;
  /** Responds to the sender. Only the first call has an effect. */
  readonly respond: (response: ActionResponse) => void;
  /** Resolves when the response must be sent. */
  readonly late: Promise<"late">;
  /** Time of `late`, milliseconds since 1970. */
  readonly lateMs: number;
}

function messageOf(incoming: Incoming, body: Uint8Array, rules: readonly ForwardRule[]): Message {
  const { headers, replayOf, target } = incoming;
  return {
    target: ruleTargetOf(rules, incoming),
    // Only logged headers contain redacted values.
    headers: replayOf === null ? endToEnd(headers).flat() : headersToSendOn(headers, null).flat(),
    query: queryOf(target),
    body,
  };
}

function stopped(respond: (response: ActionResponse) => void): ActionEnd {
  respond(stopping);
  return interrupted;
}

/** The system's clock with timers that do not keep the process alive, which is left to the server. */
export const forwardClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
