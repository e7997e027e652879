import type { Agent } from "node:http";
import { type Clock, systemClock } from "../model/clock.ts";
import type { Attempt } from "../model/delivery.ts";
import { elapsedMs } from "./elapsed.ts";
import { exchange, type Outgoing, type TargetAnswer } from "./exchange.ts";
import { keptReply } from "./kept-reply.ts";

export interface PostOptions {
  /** For everything from looking the name up to the end of the answer. */
  readonly timeoutMs: number;
  /** Gives up on it early. */
  readonly signal?: AbortSignal | undefined;
  /** @default the system's */
  readonly clock?: Clock;
  /** Keeps connections to be used again, of the target's protocol. @default a connection of its own, closed behind it */
  readonly agent?: Agent;
}

/** What came of one POST. */
export interface Posted {
  /** For the row, the answer cut to what is kept of it. */
  readonly attempt: Attempt;
  /** Null: there was none. */
  readonly answer: TargetAnswer | null;
  /** There was a connection (over https: with TLS), so that somebody is there. */
  readonly connected: boolean;
  /** Something came back, which is no answer that can be read. */
  readonly unreadable: boolean;
  /** There was no answer because the signal ended it. */
  readonly givenUp: boolean;
}

/**
 * POSTs once: any answer is an answer, a redirect too, which is not followed. Never rejects: what the target or the network does
 * is the attempt's `error`. On a kept connection that the target closed while the request was on its way, before a byte of an
 * answer, it is sent again at once on a new one: that is how keeping connections goes, and no failure of the target.
 */
export async function post(outgoing: Outgoing, options: PostOptions): Promise<Posted> {
  const { timeoutMs, signal, clock = systemClock, agent = false } = options;
  const startedAt = new Date(clock.nowMs()).toISOString();
  const startedMs = performance.now();
  const stop = new AbortController();
  const stopEarly = (): void => stop.abort("given up, because the receiver stops");
  const cancelLimit = clock.after(timeoutMs, () => stop.abort(`no answer within ${timeoutMs / 1_000} s`));
  if (signal?.aborted) stopEarly();
  signal?.addEventListener("abort", stopEarly);
  let result = await exchange(outgoing, agent, stop.signal);
  if (result.stale) result = await exchange(outgoing, false, stop.signal);
  cancelLimit();
  signal?.removeEventListener("abort", stopEarly);
  const { answer, error, connected, unreadable } = result;
  const attempt: Attempt = {
    target: outgoing.target,
    startedAt,
    status: answer?.status ?? null,
    error: answer === null ? error : null,
    durationMs: elapsedMs(startedMs),
    reply: answer === null ? null : keptReply(answer),
  };
  const givenUp = answer === null && !unreadable && signal?.aborted === true;
  return { attempt, answer, connected, unreadable, givenUp };
}
