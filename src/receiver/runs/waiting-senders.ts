import type { Clock } from "../../model/clock.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { ActionContext, ActionEnd, ActionResponse, ActionRun, Incoming } from "../action.ts";
import type { HeldBytes } from "../held-bytes.ts";
import { heldBack, inQueue, notQueued, stopping } from "../responses.ts";
import { respondWithinMs } from "./answer-in-time.ts";
import type { Backoff } from "./backoff.ts";
import type { QueuedRun } from "./queued-job.ts";
import type { QueuedRuns } from "./queued-runs.ts";
import type { RunPlaces } from "./run-places.ts";
import { supersededEnd, supersededResponse } from "./superseded.ts";
import type { Turns } from "./turns.ts";
import type { TryResult, Work } from "./work.ts";

const unqueued: ActionEnd = {
  outcome: "failed",
  status: null,
  reason: "not tried: it could not be put in the queue",
};
const interrupted: ActionEnd = {
  outcome: "interrupted",
  status: null,
  reason: "not tried again: the receiver stopped",
};

export interface WaitingSendersOptions {
  readonly log: Pick<DeliveryLog, "original">;
  /** Tries deliveries whose senders have their response. */
  readonly queued: Pick<QueuedRuns, "add" | "putBack" | "noteWaiting" | "addDead" | "end" | "settle">;
  readonly places: RunPlaces;
  readonly turns: Turns;
  readonly backoff: Backoff;
  /** Memory for bodies; other bodies are read from the log. */
  readonly held: HeldBytes;
  readonly clock: Clock;
  /** Returns true if the runs are held. */
  readonly isHeldBack: () => boolean;
  /** Aborted when no more tries begin that wait for their turn. */
  readonly closing: AbortSignal;
  /** Returns true if tries in progress are cut off. */
  readonly isCutOff: () => boolean;
  /** Makes closing the runs wait for the work. */
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

/** Starts a run: tries a delivery while its sender waits, and then leaves it to the queue. */
export type StartRun = (work: Work, incoming: Incoming, context: ActionContext) => ActionRun;

export function makeWaitingSenders(options: WaitingSendersOptions): StartRun {
  const { log, queued, places, turns, backoff, held, clock } = options;
  const { isHeldBack, closing, isCutOff, track, onFailure } = options;

  /**
   * Tries a delivery until its outcome is known or the sender must get a 202, which is sent once the delivery is in the
   * queue. A sender that disconnects changes nothing.
   * @returns the outcome; null if the delivery is in the queue
   */
  async function tryWhileSenderWaits(work: Work, waiting: WaitingSender): Promise<ActionEnd | null> {
    const { incoming, context, respond, late, lateMs } = waiting;
    const { body, seq, receivedAtMs } = incoming;
    const isHeld = held.hold(body);
    const gates = work.gatesOf(incoming);
    const enter = (): Promise<boolean> | null => turns.enter(seq, gates, closing);
    // Before the job is stored, which may take longer than for a later delivery.
    let turn = enter();
    let job: QueuedRun | null = null;
    let inFlight: Promise<TryResult | null> | null = null;

    /** Stores the job as now trying, or returns it to the queue; then responds. Returns null after a success. */
    async function handOver(dueAtMs: number | "now trying"): Promise<ActionEnd | null> {
      const response = isHeldBack() ? heldBack : inQueue;
      try {
        if (job === null) job = await queued.add(receivedAtMs, work.jobOf(incoming), dueAtMs);
        else if (dueAtMs !== "now trying") await queued.putBack(job, dueAtMs);
      } catch (error) {
        onFailure(error);
        respond(notQueued);
        return unqueued;
      }
      queued.noteWaiting(seq, response);
      respond(response);
      return null;
    }

    /** Leaves a delivery that waits for its turn to the queue, once its turn has come. */
    async function handOverInTurn(turn: Promise<boolean>): Promise<ActionEnd | null> {
      const failed = await handOver("now trying");
      const stored = job;
      if (failed === null && stored !== null) {
        void track(turn.then(() => queued.settle(stored, "its turn", 0, [])));
      }
      return failed;
    }

    /**
     * Ends without another try, because a newer push has come or the receiver stops. With retries the delivery stays in
     * the queue if the receiver stops.
     */
    async function stop(): Promise<ActionEnd | null> {
      const by = turns.supersededBy(seq);
      if (by !== null) {
        respond(supersededResponse(by));
        return endJob(supersededEnd(by), false);
      }
      if (mayQueue(work)) return handOver(clock.nowMs());
      respond(stopping);
      return interrupted;
    }

    /** Ends with the result of a try. */
    async function end({ endAfter, response, mayRetry }: TryResult, made: number): Promise<ActionEnd> {
      respond(response);
      // Without a dead job, `is:dead` would not find it.
      if (job === null && mayRetry) await queued.addDead(work.jobOf(incoming)).catch(onFailure);
      return endJob(endAfter(made), mayRetry);
    }

    /** Makes the job, if there is one, end with the outcome of the delivery. */
    function endJob(end: ActionEnd, isDead: boolean): ActionEnd {
      const stored = job;
      return stored === null ? end : { ...end, onWritten: () => void track(queued.end(stored, isDead)) };
    }

    try {
      if (work.isStoredFirst) {
        try {
          job = await queued.add(receivedAtMs, work.jobOf(incoming), "now trying");
        } catch (error) {
          onFailure(error);
          respond(notQueued);
          return unqueued;
        }
        if (work.answersFirst) await handOver("now trying");
      }
      for (let made = 1; ; made += 1) {
        if (turn !== null) {
          const isTurn = await Promise.race([turn, late]);
          if (isTurn === "late") return await handOverInTurn(turn);
          if (!isTurn) return await stop();
        }
        const newer = turns.newer(seq);
        if (newer?.aborted === true) return await stop();
        const position = places.join();
        void late.then(position.leave);
        newer?.addEventListener("abort", position.leave, { once: true });
        const place = await position.place;
        const isSuperseded = turns.supersededBy(seq) !== null;
        if (isSuperseded && typeof place === "function") place();
        if (isSuperseded || place === "closed") return await stop();
        if (place === "left") return await handOver(clock.nowMs());
        turns.begins(seq);
        const trying = isHeld ? work.tryArrived(incoming, body, made) : tryStored(work, incoming, made);
        inFlight = trying;
        void trying.finally(place);
        const isLate = (await Promise.race([trying, late])) === "late";
        if (isLate && (await handOver("now trying")) === null) {
          const { retryDelaysMs } = work;
          const stored = job;
          if (stored !== null)
            void track(trying.then((result) => queued.settle(stored, result, made, retryDelaysMs)));
          return null;
        }
        const result = await trying;
        inFlight = null;
        if (result === null) return isCutOff() ? await stop() : await handOver(clock.nowMs());
        // Count the delay from the end of this try, however long the log takes.
        const delayMs = result.mayRetry ? work.retryDelaysMs[made - 1] : undefined;
        const nextMs = clock.nowMs() + (delayMs ?? 0);
        const logged = context.attempt(result.attempt);
        if (result.isCutOff) {
          await logged;
          return await stop();
        }
        if (delayMs === undefined || isLate) {
          const [ended] = await Promise.all([end(result, made), logged]);
          return ended;
        }
        if (nextMs >= lateMs && turns.supersededBy(seq) === null) return await handOver(nextMs);
        turns.waits(seq);
        const isDue = await backoff.pause(delayMs, turns.newer(seq));
        await logged;
        if (!isDue) return await stop();
        turn = enter();
      }
    } finally {
      if (isHeld) void Promise.resolve(inFlight).finally(() => held.release(body));
    }
  }

  /**
   * Tries a delivery whose body is not held in memory; resolves with null if it cannot be read. Never rejects.
   */
  async function tryStored(work: Work, incoming: Incoming, made: number): Promise<TryResult | null> {
    try {
      const delivery = await log.original(incoming.seq);
      return delivery === null ? null : await work.tryArrived(incoming, Buffer.from(delivery.body), made);
    } catch (error) {
      onFailure(error);
      return null;
    }
  }

  return (work, incoming, context) => {
    const { promise: response, resolve: respond } = Promise.withResolvers<ActionResponse>();
    const late = Promise.withResolvers<"late">();
    const lateMs = clock.nowMs() + respondWithinMs;
    const cancelLate = clock.after(respondWithinMs, () => late.resolve("late"));
    const waiting = { incoming, context, respond, late: late.promise, lateMs };
    const end = track(
      tryWhileSenderWaits(work, waiting).then((ended) =>
        ended === null ? null : turns.ended(incoming.seq, ended),
      ),
    );
    void end.finally(cancelLate);
    return { response, end, isQueued: mayQueue(work) };
  };
}

/** Returns true for work whose deliveries go to the queue if the receiver stops. */
function mayQueue({ isStoredFirst, retryDelaysMs }: Work): boolean {
  return isStoredFirst || retryDelaysMs.length > 0;
}
