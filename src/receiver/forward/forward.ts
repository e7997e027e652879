import http from "node:http";
import https from "node:https";
import { type Posted, post } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import { endToEnd, headersToSendOn } from "../../model/end-to-end.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import { isLoopback } from "../../model/url.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { WorkQueue } from "../../store/work-queue.ts";
import type { ActionContext, Incoming, RouteAction } from "../action.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { acceptedResponse } from "../responses.ts";
import { makeBackoff } from "./backoff.ts";
import type { ForwardRuleState, ForwardState, TargetState } from "./forward-state.ts";
import { type Message, queryOf, withQuery } from "./message.ts";
import { openQueuedAttempts } from "./queued-attempts.ts";
import { ruleTarget, ruleTargetOf } from "./rule-target.ts";
import type { ForwardRule } from "./rules.ts";
import { makeSendQueue } from "./send-queue.ts";
import { makeTargetWatches } from "./target-watches.ts";
import { attemptForWaitingSenders } from "./waiting-senders.ts";

/** Maximum number of concurrent attempts of all routes. */
const maxAttemptsAtOnce = 16;

/** Limit for one attempt, in milliseconds. Longer than the sender waits, for targets in a debugger. */
const attemptTimeoutMs = 30_000;

/** Maximum number of reported targets of other receivers. */
const maxForeign = 100;

const notAllowed = (to: string): string => `${to} is not a target in the configuration of the receiver`;

/** Run of a delivery that matches no rule, without a target. */
const accepted: ReturnType<RouteAction> = {
  response: Promise.resolve(acceptedResponse),
  end: Promise.resolve({ outcome: "accepted", status: acceptedResponse.status }),
};

export interface ForwardOptions {
  readonly log: Pick<DeliveryLog, "original" | "addAttempt" | "setOutcome">;
  /** Queue of `log`, owned by the caller. */
  readonly queue: WorkQueue;
  /**
   * False if others send the queued deliveries; deliveries are still attempted while their senders wait. `unless
   * shared`: true for a queue without other workers.
   * @default true
   */
  readonly work?: boolean | "unless shared";
  /** Returns the secret of a route, restored before a stored delivery is sent; null without one. */
  readonly secretOf: (route: string | null) => string | null;
  /** Returns the secrets to redact in the log. */
  readonly known: () => readonly string[];
  /**
   * Delay after each attempt without a response, in milliseconds. The delivery fails after the last one.
   * @default `forwardRetryDelaysMs`
   */
  readonly retryDelaysMs?: readonly number[];
  /**
   * Targets of deliveries by filter; the first matching rule counts. Other deliveries go to the forward target.
   * @default none
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
  /**
   * Receives a line for each delivery left unsent because of its job, row or target.
   * @default none
   */
  readonly warn?: (line: string) => void;
  /**
   * Returns true if the target is this receiver.
   * @default false
   */
  readonly isOwn?: (target: string) => boolean;
}

/**
 * Forward of deliveries to one URL. Retries a delivery without a response, if needed after responding to its sender
 * with 202.
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
  /** Returns the number of deliveries waiting for a later attempt, with or without a target. */
  waiting(): number;
  /** Returns the number of unreadable jobs that were given up. */
  unreadable(): number;
  /** Calls the listener after each change of the state, several times per delivery. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /**
   * Changes the target of all later attempts, including those of earlier deliveries outside a shared queue. Attempts
   * in progress continue.
   * @param target as returned by `parseForwardTarget`; null to stop forwarding, while deliveries keep waiting
   */
  setTarget(target: string | null): void;
  /** Removes the rules with some targets. Returns these targets. */
  dropRules(isDropped: (target: string) => boolean): readonly string[];
  /** Holds all later attempts in the queue, or resumes them. */
  hold(isHeld: boolean): void;
  /** Makes waiting deliveries due; null for all. Returns their number. */
  retry(seqs: readonly number[] | null): Promise<number>;
  /** Gives up waiting deliveries; null for all. Returns their number. */
  drop(seqs: readonly number[] | null): Promise<number>;
  /**
   * Finishes attempts in progress or waiting for a place, without retries, and aborts them after `graceMs`. Keeps the
   * queue. Resolves when no attempt is in progress.
   * @param arrived resolves when no more deliveries arrive; later ones get one attempt.
   * @default none arrive
   */
  close(graceMs: number, arrived?: Promise<unknown>): Promise<void>;
}

/** Opens a forward without a target: nothing is sent until `setTarget` sets one. */
export async function openForward(options: ForwardOptions): Promise<Forward> {
  const { log, queue, secretOf, known, retryDelaysMs = forwardRetryDelaysMs, clock = forwardClock } = options;
  const { work = true, onFailure, warn = () => {}, isOwn = () => false } = options;
  const isWorking = work === "unless shared" ? !queue.isShared : work;
  let { rules = [] } = options;
  const listeners = new Set<() => void>();
  const kept = { keepAlive: true, maxFreeSockets: maxAttemptsAtOnce };
  const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };
  /** True if retries and the queue are stopped. */
  let isStopping = false;
  /** Controller that aborts the attempts in progress. */
  const cutOff = new AbortController();
  const running = new Set<Promise<unknown>>();
  const backoff = makeBackoff(clock, changed);
  let target: string | null = null;
  let isHeldBack = false;
  const watches = makeTargetWatches(clock, changed);
  const foreign = new Set<string>();

  const queuedAttempts = await openQueuedAttempts({
    log,
    queue,
    retryDelaysMs,
    secretOf,
    known,
    clock,
    send,
    targetOf(delivery, enqueuedFor) {
      // A receiver of other deliveries may have put it in a shared queue.
      if (!queue.isShared || enqueuedFor === null) {
        return { target: ruleTarget(rules, delivery) ?? target, reason: null };
      }
      if (isAllowed(enqueuedFor)) return { target: enqueuedFor };
      noteForeign(enqueuedFor);
      return { target: null, reason: `not forwarded yet: ${notAllowed(enqueuedFor)}` };
    },
    warn,
    dueAt: (atMs) => sendQueue.dueAt(atMs),
    onChange: changed,
    onFailure,
  });
  const sendQueue = makeSendQueue({
    places: maxAttemptsAtOnce,
    clock,
    async claim(n) {
      const mayWork = isWorking && !isHeldBack && (isActive() || queue.isShared);
      if (isStopping || (!mayWork && !queue.isShared)) return { runs: [], nextDueMs: null };
      const { runs, nextDueMs } = await queuedAttempts.claim(mayWork ? n : 0);
      return { runs: runs.map((run) => () => track(run())), nextDueMs };
    },
    onSetBack: () => void queuedAttempts.hastenAll(),
    onChange: changed,
  });

  /**
   * Returns true for a target that may get the secret with a job of a shared queue: a target of this forward, or a
   * loopback address if it has none. Anyone with write access to the queue chooses the job's target.
   */
  function isAllowed(to: string): boolean {
    if (isActive()) return to === target || rules.some((rule) => rule.target === to);
    const url = URL.parse(to);
    return url !== null && /^https?:$/.test(url.protocol) && isLoopback(url.hostname) && !isOwn(to);
  }

  /** Reports a job target refused by this receiver, once. */
  function noteForeign(to: string): void {
    if (foreign.has(to) || foreign.size >= maxForeign) return;
    foreign.add(to);
    warn(`deliveries wait in the queue for another receiver: ${notAllowed(to)}`);
  }

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
   * Sends a message once. Resolves with null without a target, or if the forward is held or closed. Never rejects.
   */
  async function send({ target: ofRule, headers, query, body }: Message): Promise<Posted | null> {
    const to = ofRule ?? target;
    if (to === null || isHeldBack || cutOff.signal.aborted) return null;
    const watch = watches.of(to);
    const agent = agents[to.startsWith("https:") ? "https:" : "http:"];
    const outgoing = { target: withQuery(to, query), headers, body };
    const posted = await post(outgoing, { timeoutMs: attemptTimeoutMs, signal: cutOff.signal, clock, agent });
    if (posted.response !== null || posted.unreadable) watch?.responded();
    else if (!posted.connected && !posted.aborted) watch?.unreachable(posted.error ?? "");
    return posted;
  }

  const attempt = attemptForWaitingSenders({
    log,
    queued: queuedAttempts,
    sendQueue,
    backoff,
    held: makeHeldBytes(options.maxHeldBytes),
    retryDelaysMs,
    clock,
    send,
    messageOf: (incoming, body) => messageOf(incoming, body, rules),
    targetOf: (incoming) => ruleTargetOf(rules, incoming) ?? target,
    isHeldBack: () => isHeldBack,
    isCutOff: () => cutOff.signal.aborted,
    track,
    onFailure,
  });

  function action(incoming: Incoming, context: ActionContext): ReturnType<RouteAction> {
    // Waits for a target only without rules: it was just removed.
    if (target === null && rules.length > 0 && ruleTargetOf(rules, incoming) === null) return accepted;
    return attempt(incoming, context);
  }

  const waiting = (): number => backoff.count() + queuedAttempts.waiting();

  function watchTargets(): void {
    const ofRules = rules.map((rule) => rule.target);
    watches.watch(new Set(target === null ? ofRules : [...ofRules, target]));
  }

  const targetState = (each: string): TargetState => ({ target: each, health: watches.healthOf(each) });

  watchTargets();
  // The queue may hold jobs of other receivers, with their targets.
  if (queue.isShared) sendQueue.dueAt(clock.nowMs());

  return {
    action,
    isActive,
    state: () =>
      target === null
        ? null
        : {
            ...targetState(target),
            sending: sendQueue.busy(),
            queued: sendQueue.waiting(),
            waiting: waiting(),
          },
    rules: () => rules.map((rule) => ({ where: rule.where.text, ...targetState(rule.target) })),
    isHeld: () => isHeldBack,
    waiting,
    unreadable: queuedAttempts.unreadable,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setTarget(next) {
      target = next;
      watchTargets();
      if (next !== null) sendQueue.dueAt(clock.nowMs());
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
      if (!isHeld) sendQueue.dueAt(clock.nowMs());
      changed();
    },
    retry: queuedAttempts.hasten,
    drop: queuedAttempts.drop,
    async close(graceMs, arrived) {
      watches.close();
      isStopping = true;
      backoff.end();
      function endAll(): void {
        sendQueue.close();
        cutOff.abort();
      }
      const cancel = clock.after(graceMs, endAll);
      await Promise.all([arrived, sendQueue.claimed()]);
      while (running.size > 0) await Promise.allSettled(running);
      cancel();
      endAll();
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
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

/** The system's clock, with timers that do not keep the process alive: the server does. */
export const forwardClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
