import type { Posted } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { ActionContext, ActionEnd, ActionResponse, Incoming, RouteAction } from "../action.ts";
import type { HeldBytes } from "../held-bytes.ts";
import { attemptOf } from "../stored-response.ts";
import type { Backoff } from "./backoff.ts";
import {
  type Message,
  endOf,
  gaveUp,
  heldBack,
  notQueued,
  passedBack,
  stillForwarding,
  stopping,
  unreachable,
  unreadableResponse,
} from "./message.ts";
import type { QueuedAttempts } from "./queued-attempts.ts";
import type { SendQueue } from "./send-queue.ts";

/** Limit for the response to a sender, in milliseconds. The sender waits 10 s. */
const respondWithinMs = 9_500;

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

export interface WaitingSendersOptions {
  readonly log: Pick<DeliveryLog, "original">;
  /** Attempts deliveries whose senders are still waiting. */
  readonly queued: Pick<QueuedAttempts, "add" | "addDead" | "settle">;
  readonly sendQueue: SendQueue;
  readonly backoff: Backoff;
  /** Memory for bodies; other bodies are read from the log. */
  readonly held: HeldBytes;
  /** Delay after each attempt without a response, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
  readonly clock: Clock;
  /** Sends a message once. Resolves with null if nothing was sent. Never rejects. */
  readonly send: (message: Message) => Promise<Posted | null>;
  readonly messageOf: (incoming: Incoming, body: Uint8Array) => Message;
  /** Returns the present target of a delivery; null if there is none. */
  readonly targetOf: (incoming: Incoming) => string | null;
  /** Returns true if the forward is held. */
  readonly isHeldBack: () => boolean;
  /** Returns true if attempts in progress are aborted. */
  readonly isCutOff: () => boolean;
  /** Makes closing the forward wait for the work. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Called if the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
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

/**
 * Creates the action that attempts a delivery while its sender waits, and hands it to the queue before the sender
 * gives up.
 */
export function attemptForWaitingSenders(options: WaitingSendersOptions): RouteAction {
  const { log, queued, sendQueue, backoff, held, retryDelaysMs, clock } = options;
  const { send, messageOf, targetOf, isHeldBack, isCutOff, track, onFailure } = options;

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
        const turn = sendQueue.join();
        void late.then(turn.leave);
        const place = await turn.place;
        if (place === "closed") return stopped(respond);
        if (place === "left") return await handOver(waiting, clock.nowMs());
        const sending = isHeld ? send(messageOf(incoming, body)) : sendStored(incoming);
        inFlight = sending;
        void sending.finally(place);
        const isLate = (await Promise.race([sending, late])) === "late";
        if (isLate && (await handOver(waiting, "now trying", { sending, made })) === null) return null;
        const posted = await sending;
        inFlight = null;
        if (posted === null) {
          return isCutOff() ? stopped(respond) : await handOver(waiting, clock.nowMs());
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
          // Without a dead job, `is:dead` would not find it.
          await queued.addDead(incoming, targetOf(incoming)).catch(onFailure);
          return gaveUp(posted, made);
        }
        if (nextMs >= lateMs) return await handOver(waiting, nextMs);
        const isDue = await backoff.pause(delayMs);
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
      const response = isHeldBack() ? heldBack : stillForwarding;
      const job = await queued.add(incoming, targetOf(incoming), atMs, response);
      respond(response);
      if (underWay !== undefined) {
        void track(underWay.sending.then((posted) => queued.settle(job, posted, underWay.made)));
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
      const delivery = await log.original(incoming.seq);
      return delivery === null ? null : await send(messageOf(incoming, delivery.body));
    } catch (error) {
      onFailure(error);
      return null;
    }
  }

  return (incoming, context) => {
    const { promise: response, resolve: respond } = Promise.withResolvers<ActionResponse>();
    const late = Promise.withResolvers<"late">();
    const lateMs = clock.nowMs() + respondWithinMs;
    const cancelLate = clock.after(respondWithinMs, () => late.resolve("late"));
    const end = track(attemptWhileSenderWaits({ incoming, context, respond, late: late.promise, lateMs }));
    void end.finally(cancelLate);
    return { response, end };
  };
}

function stopped(respond: (response: ActionResponse) => void): ActionEnd {
  respond(stopping);
  return interrupted;
}
