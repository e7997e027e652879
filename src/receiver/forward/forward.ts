import http from "node:http";
import https from "node:https";
import { type Posted, post } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { endToEnd, headersToSendOn } from "../../model/end-to-end.ts";
import { errorText } from "../../model/errors.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import { isLoopback } from "../../model/url.ts";
import { redactUrl } from "../../text/credential-names.ts";
import type { ActionContext, Incoming, RouteAction } from "../action.ts";
import { pathWithSecret } from "../headers.ts";
import { acceptedResponse } from "../responses.ts";
import { runClock } from "../runs/answer-in-time.ts";
import { type RunSettings, runDefaults } from "../runs/run-settings.ts";
import { maxTriesAtOnce, type Runs } from "../runs/runs.ts";
import { gatesOfArrived, gatesOfStored } from "../runs/turns.ts";
import type { DueWork, NoWork, TryResult, Work } from "../runs/work.ts";
import { attemptOf } from "../stored-response.ts";
import type { ForwardRuleState, ForwardState, TargetState } from "./forward-state.ts";
import {
  type Message,
  endOf,
  gaveUp,
  passedBack,
  queryOf,
  unreachable,
  unreadableResponse,
  withQuery,
} from "./message.ts";
import { ruleTarget, ruleTargetOf } from "./rule-target.ts";
import type { ForwardRule } from "./rules.ts";
import { makeTargetWatches } from "./target-watches.ts";

/** Limit for one attempt, in milliseconds. Longer than the sender waits, for targets in a debugger. */
const attemptTimeoutMs = 30_000;

/** Maximum number of deliveries that are sent at once when their target is back; others wait for their next attempt. */
const maxUnreached = 100_000;

/** Maximum number of reported targets of other receivers. */
const maxForeign = 100;

const notAllowed = (to: string): string => `${to} is not a target in the configuration of the receiver`;

/** Run of a delivery that matches no rule, without a target. */
const accepted: ReturnType<RouteAction> = {
  response: Promise.resolve(acceptedResponse),
  end: Promise.resolve({ outcome: "accepted", status: acceptedResponse.status }),
};

export interface ForwardOptions {
  /** Queue in which deliveries wait; its jobs without an action are tried with `workOf`. */
  readonly runs: Runs;
  /** Returns the secret of a route, restored before a stored delivery is sent; null without one. */
  readonly secretOf: (route: string | null) => string | null;
  /**
   * Delay after each attempt without a response, in milliseconds, on routes without their own. The delivery fails after
   * the last one.
   * @default `forwardRetryDelaysMs`
   */
  readonly retryDelaysMs?: readonly number[];
  /** Returns the settings of the runs of a route. @default `runDefaults` */
  readonly settingsOf?: (route: string) => RunSettings;
  /**
   * Targets of deliveries by filter; the first matching rule counts. Other deliveries go to the forward target.
   * @default none
   */
  readonly rules?: readonly ForwardRule[];
  /** @default the system's clock */
  readonly clock?: Clock;
  /**
   * Receives a line for each target of a shared queue that is refused.
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
  /** Returns the work with a delivery of the queue, whose job was stored for a target; null if there was none. */
  workOf(delivery: DeliveryDetail, target: string | null): DueWork | NoWork;
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
  /** Ends the probes and the kept connections. Called after the runs are closed. */
  close(): void;
}

/** Creates a forward without a target: nothing is sent until `setTarget` sets one. */
export function makeForward(options: ForwardOptions): Forward {
  const { runs, secretOf, retryDelaysMs = forwardRetryDelaysMs, clock = runClock } = options;
  const { settingsOf = () => runDefaults, warn = () => {}, isOwn = () => false } = options;
  let { rules = [] } = options;
  const listeners = new Set<() => void>();
  const kept = { keepAlive: true, maxFreeSockets: maxTriesAtOnce };
  const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };
  let target: string | null = null;
  const watches = makeTargetWatches(clock, onHealth);
  /** Deliveries that wait because their last attempt did not reach the target, by target. */
  const unreached = new Map<string, Set<number>>();
  const foreign = new Set<string>();
  runs.onChange(changed);

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

  /** Sends what waits for a target that is back, as far as there are places. */
  function onHealth(): void {
    for (const [to, seqs] of unreached) {
      if (watches.healthOf(to).kind !== "up") continue;
      unreached.delete(to);
      runs
        .retry([...seqs])
        .catch((error: unknown) =>
          warn(`what waits for ${redactUrl(to)} is sent later: ${errorText(error)}`),
        );
    }
    changed();
  }

  function noteUnreached(to: string, seq: number): void {
    const seqs = unreached.get(to) ?? new Set();
    if (seqs.size < maxUnreached) unreached.set(to, seqs.add(seq));
  }

  /**
   * Sends a message once. Resolves with null without a target, or if the runs are held or cut off. Never rejects.
   */
  async function send(
    seq: number,
    { target: ofRule, headers, query, body }: Message,
  ): Promise<TryResult | null> {
    const { signal } = runs;
    const to = ofRule ?? target;
    if (to === null || runs.isHeld() || signal.aborted) return null;
    const watch = watches.of(to);
    const agent = agents[to.startsWith("https:") ? "https:" : "http:"];
    const outgoing = { target: withQuery(to, query), headers, body };
    const posted = await post(outgoing, { timeoutMs: attemptTimeoutMs, signal, clock, agent });
    unreached.get(to)?.delete(seq);
    if (posted.response !== null || posted.unreadable) watch?.responded();
    else if (!posted.connected && !posted.aborted) {
      if (watch !== undefined) noteUnreached(to, seq);
      watch?.unreachable(posted.error ?? "");
    }
    return resultOf(posted);
  }

  function workAt(route: string): Work {
    const settings = settingsOf(route);
    const { answer, retriesMs } = settings;
    return {
      retryDelaysMs: retriesMs ?? retryDelaysMs,
      isStoredFirst: retriesMs !== null || answer === "first",
      answersFirst: answer === "first",
      jobOf: (incoming) => ({
        seq: incoming.seq,
        target: ruleTargetOf(rules, incoming) ?? target,
        isAction: false,
      }),
      gatesOf: (incoming) => gatesOfArrived(settings, incoming),
      tryArrived: (incoming, body) => send(incoming.seq, messageOf(incoming, body, rules)),
    };
  }

  /** Returns the target of a delivery of the queue, or the reason it waits. */
  function dueTargetOf(
    delivery: DeliveryDetail,
    enqueuedFor: string | null,
  ): { readonly target: string } | NoWork {
    // A receiver of other deliveries may have put it in a shared queue.
    if (!runs.isShared || enqueuedFor === null) {
      const present = ruleTarget(rules, delivery) ?? target;
      return present === null ? { waitsFor: null } : { target: present };
    }
    if (isAllowed(enqueuedFor)) return { target: enqueuedFor };
    noteForeign(enqueuedFor);
    return { waitsFor: `not forwarded yet: ${notAllowed(enqueuedFor)}` };
  }

  function action(incoming: Incoming, context: ActionContext): ReturnType<RouteAction> {
    // Waits for a target only without rules: it was just removed.
    if (target === null && rules.length > 0 && ruleTargetOf(rules, incoming) === null) return accepted;
    return runs.start(workAt(incoming.route), incoming, context);
  }

  function watchTargets(): void {
    const ofRules = rules.map((rule) => rule.target);
    watches.watch(new Set(target === null ? ofRules : [...ofRules, target]));
  }

  const targetState = (each: string): TargetState => ({ target: each, health: watches.healthOf(each) });

  watchTargets();

  return {
    action,
    workOf(delivery, enqueuedFor) {
      const due = dueTargetOf(delivery, enqueuedFor);
      if ("waitsFor" in due) return due;
      const { route } = delivery;
      const settings = route === null ? runDefaults : settingsOf(route);
      return {
        retryDelaysMs: settings.retriesMs ?? retryDelaysMs,
        gates: gatesOfStored(settings, delivery),
        try: () => send(delivery.seq, storedMessageOf(delivery, due.target, secretOf(route))),
      };
    },
    isActive,
    state: () =>
      target === null
        ? null
        : {
            ...targetState(target),
            sending: runs.busy(),
            queued: runs.inLine(),
            waiting: runs.waiting(),
          },
    rules: () => rules.map((rule) => ({ where: rule.where.text, ...targetState(rule.target) })),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setTarget(next) {
      target = next;
      watchTargets();
      if (next !== null) runs.dueNow();
      changed();
    },
    dropRules(isDropped) {
      const dropped = rules.filter((rule) => isDropped(rule.target));
      rules = rules.filter((rule) => !dropped.includes(rule));
      watchTargets();
      return dropped.map((rule) => rule.target);
    },
    close() {
      watches.close();
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

/** Returns the result of a try. A delivery without a response may be sent again. */
function resultOf(posted: Posted): TryResult {
  const { response, aborted } = posted;
  const end = endOf(posted);
  return {
    endAfter: (made) => end ?? gaveUp(posted, made),
    response:
      response !== null
        ? passedBack(posted.target, response)
        : end === null
          ? unreachable
          : unreadableResponse,
    attempt: attemptOf(posted),
    mayRetry: end === null,
    isCutOff: end === null && aborted,
  };
}

/** Converts a stored delivery into a message. */
function storedMessageOf(delivery: DeliveryDetail, target: string, secret: string | null): Message {
  const { headers, body } = delivery;
  const query = queryOf(pathWithSecret(delivery, secret));
  return { target, headers: headersToSendOn(headers, secret).flat(), query, body };
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
