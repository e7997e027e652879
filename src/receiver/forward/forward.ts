import http from "node:http";
import https from "node:https";
import type { Clock } from "../../model/clock.ts";
import type { Attempt } from "../../model/delivery.ts";
import type { ActionAnswer, ActionContext, ActionEnd, Incoming, RouteAction } from "../action.ts";
import { endToEnd, headersToSendOn } from "../headers.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { post, type Posted } from "../post.ts";
import { overloaded, stillForwarding } from "./answers.ts";
import { forwardClock } from "./forward-clock.ts";
import { type HealthWatch, type TargetHealth, watchHealth } from "./health.ts";
import { makePauses } from "./pauses.ts";
import { makeSlots } from "./slots.ts";
import { nobodyAnswered, tryUntilAnswered } from "./tries.ts";

/** At most so many tries are under way at a time, over all routes. */
const mostTries = 16;

/** One try, from looking the name up to the end of the answer. Longer than the sender waits: somebody may be in a debugger there. */
const tryTimeoutMs = 30_000;

/** A sender that waits 10 s must have our answer before that. */
const answerWithinMs = 9_500;

export interface ForwardOptions {
  /** As `parseForwardTarget` reads it. */
  readonly target: string;
  /** @default the system's */
  readonly clock?: Clock;
  /** What all deliveries that are not over may take of memory, in bytes; one beyond that is not forwarded. @default 256 MiB */
  readonly maxHeldBytes?: number;
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

/** Sends deliveries on to one URL. */
export interface Forward {
  /**
   * The same for every route: a POST to exactly the target's URL, whatever the route; the query of the request, where it has one, comes
   * behind that of the target. The body goes byte for byte, the headers in their order with their duplicates, the secret among them,
   * without those of the sender's connection.
   */
  readonly action: RouteAction;
  state(): ForwardState;
  /** Called after each change of the state: several times for a delivery. Returns the way to stop that. */
  onChange(listener: () => void): () => void;
  /**
   * Changes the target: from now on every try goes there, also a further one of a delivery that came before. What is on its way stays on its way.
   * @param target as `parseForwardTarget` reads it
   */
  setTarget(target: string): void;
  /**
   * Ends what waits for its next try, lets what is on its way or next in line come to its end, without a further try, and ends that
   * too after `graceMs`. Resolves when nothing is left.
   * @param arrived resolves when no more deliveries come; those that come until then get their one try. @default none come
   */
  close(graceMs: number, arrived?: Promise<unknown>): Promise<void>;
}

/** Starts to forward: the target is probed from now on until it is closed. */
export function makeForward(options: ForwardOptions): Forward {
  const { clock = forwardClock } = options;
  const listeners = new Set<() => void>();
  const slots = makeSlots(mostTries, changed);
  const pauses = makePauses(clock, changed);
  const kept = { keepAlive: true, maxFreeSockets: mostTries };
  const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };
  const stop = new AbortController();
  const running = new Set<Promise<ActionEnd>>();
  const held = makeHeldBytes(options.maxHeldBytes);
  let { target } = options;
  let health: HealthWatch = watchHealth(target, clock, changed);

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function action(incoming: Incoming, context: ActionContext): ReturnType<RouteAction> {
    const { promise, resolve } = Promise.withResolvers<ActionAnswer>();
    const end = forwardOne(incoming, context, resolve);
    running.add(end);
    void end.finally(() => running.delete(end));
    return { answer: promise, end };
  }

  /** The sender may go away: the delivery is ours, and is forwarded all the same. */
  async function forwardOne(
    incoming: Incoming,
    context: ActionContext,
    tell: (answer: ActionAnswer) => void,
  ): Promise<ActionEnd> {
    const { body } = incoming;
    const recordUnmade = (error: string): Promise<void> =>
      context.attempt(unmade(target, error, clock.nowMs()));
    if (!held.hold(body)) {
      tell(overloaded);
      await recordUnmade("not sent, because too much waits to be forwarded");
      return nobodyAnswered;
    }
    const tellByMs = clock.nowMs() + answerWithinMs;
    const cancelLate = clock.after(answerWithinMs, () => tell(stillForwarding));
    // Only what comes from the log has anything redacted in it.
    const headers =
      incoming.replayOf === null
        ? endToEnd(incoming.headers).flat()
        : headersToSendOn(incoming.headers, null);
    const query = queryOf(incoming.target);
    try {
      return await tryUntilAnswered({
        tryOnce: () => tryOnce(headers, query, body),
        pause: pauses.pause,
        isInTime: (ms) => clock.nowMs() + ms < tellByMs,
        tell,
        record: (attempt) => context.attempt(attempt),
        recordUnmade,
      });
    } finally {
      cancelLate();
      held.letGo(body);
    }
  }

  async function tryOnce(
    headers: readonly string[],
    query: string,
    body: Uint8Array,
  ): Promise<Posted | null> {
    const giveBack = await slots.take();
    if (giveBack === null) return null;
    const watch = health;
    const agent = agents[target.startsWith("https:") ? "https:" : "http:"];
    const outgoing = { target: withQuery(target, query), headers, body };
    const posted = await post(outgoing, { timeoutMs: tryTimeoutMs, signal: stop.signal, clock, agent });
    giveBack();
    if (posted.answer !== null || posted.unreadable) watch.answered();
    else if (!posted.connected && !posted.givenUp) watch.unreachable(posted.attempt.error ?? "");
    return posted;
  }

  return {
    action,
    state: () => ({
      target,
      health: health.state(),
      sending: slots.busy(),
      queued: slots.queued(),
      waiting: pauses.count(),
    }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setTarget(next) {
      target = next;
      health.close();
      health = watchHealth(next, clock, changed);
      changed();
    },
    async close(graceMs, arrived) {
      health.close();
      pauses.end();
      function cutOff(): void {
        slots.close();
        stop.abort();
      }
      const cancel = clock.after(graceMs, cutOff);
      await arrived;
      await Promise.all(running);
      cancel();
      cutOff();
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

function unmade(target: string, error: string, nowMs: number): Attempt {
  const startedAt = new Date(nowMs).toISOString();
  return { target, startedAt, status: null, error, durationMs: 0, reply: null };
}

/** Without its question mark; empty: there is none. */
function queryOf(requestTarget: string): string {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(requestTarget) ?? [];
  // Bytes beyond ASCII came as they were, one character each, and are to go so.
  return query.replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function withQuery(target: string, query: string): string {
  if (query === "") return target;
  const joint = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return target + joint + query;
}
