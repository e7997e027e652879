import type { DeliveryDetail } from "../../model/delivery.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { EventStanding } from "../../store/events.ts";
import type { ActionEnd, ActionResponse, ActionRun, RouteAction } from "../action.ts";
import { eventTryOf } from "../event-try.ts";
import { inQueue, jsonResponse } from "../responses.ts";
import type { ActionRunner } from "../run-action.ts";
import { answerInTime } from "./answer-in-time.ts";

export interface RepeatsOptions {
  readonly log: Pick<DeliveryLog, "original">;
  readonly actions: Pick<ActionRunner, "join" | "written">;
}

/** Returns the action of a delivery that repeats an event and runs, with the number of its try. */
export async function actionAgain(
  { first }: Pick<EventStanding, "first">,
  { seq, action }: { readonly seq: number; readonly action: RouteAction },
  log: RepeatsOptions["log"],
): Promise<RouteAction> {
  const row = await log.original(seq);
  if (row === null) return action;
  const event = await eventTryOf({ ...row, eventOf: first }, log);
  return (incoming, context) => action({ ...incoming, event }, context);
}

/**
 * Returns the action of a delivery that repeats an event: it runs nothing if the event is handled or superseded, and joins
 * the run or the job of an earlier try. The event is run again if all its tries have failed, or if a run was cut off. Returns
 * a promise if the log must be read; it rejects if that fails.
 * @param delivery seq of the delivery, and the action of its route
 */
export function actionOfRepeat(
  standing: EventStanding,
  delivery: { readonly seq: number; readonly action: RouteAction },
  { log, actions }: RepeatsOptions,
): RouteAction | Promise<RouteAction> {
  const { settledBy, pending, superseded } = standing;
  if (settledBy !== null) return () => alreadyHandled(settledBy);
  if (pending === null && superseded !== null) {
    return log.original(superseded).then((row) => () => alreadySuperseded(row));
  }
  if (pending === null) return actionAgain(standing, delivery, log);
  if (actions.join(pending) !== null) {
    const join = (): ActionRun => {
      const run = actions.join(pending);
      return run === null ? waitsFor(pending) : joined(run, pending);
    };
    return answerInTime(join, "result");
  }
  // The outcome of a run that has just ended may not be written yet.
  return actions.written().then(async () => {
    const row = await log.original(pending);
    if (row?.outcome === "handled") return () => alreadyHandled(pending);
    if (row?.outcome === "superseded") return () => alreadySuperseded(row);
    return row?.outcome === "pending" ? () => waitsFor(pending) : actionAgain(standing, delivery, log);
  });
}

function ended(response: ActionResponse, end: ActionEnd): ActionRun {
  return { response: Promise.resolve(response), end: Promise.resolve(end) };
}

/** Creates the run of a delivery whose event was handled by another. */
function alreadyHandled(by: number): ActionRun {
  const response = jsonResponse(200, { status: "already handled", by });
  const reason = `already handled by #${by}; replay it to run it again`;
  return ended(response, { outcome: "accepted", status: response.status, reason });
}

/** Creates the run of a delivery whose event was superseded; `row` is the try of which the log says so. */
function alreadySuperseded(row: Pick<DeliveryDetail, "reason"> | null): ActionRun {
  const response = jsonResponse(200, { status: "superseded" });
  return ended(response, { outcome: "superseded", status: response.status, reason: row?.reason ?? null });
}

const waiting = (seq: number): ActionEnd => ({
  outcome: "accepted",
  status: inQueue.status,
  reason: `joins #${seq}, which waits for its next try`,
});

/** Creates the run of a delivery whose event is in the queue. */
function waitsFor(seq: number): ActionRun {
  return ended(inQueue, waiting(seq));
}

/** Creates the run of a delivery that ends as another run. */
function joined({ response, end }: ActionRun, seq: number): ActionRun {
  return {
    response,
    end: end.then((result): ActionEnd => {
      if (result === null) return waiting(seq);
      return result.outcome === "handled" ? { ...result, reason: `joined #${seq}` } : result;
    }),
  };
}
