import type { OutcomeUpdate } from "../../store/delivery-log.ts";
import type { ActionEnd, ActionRun } from "../action.ts";
import { jsonResponse, type JsonResponse } from "../responses.ts";

/** Creates the response to the sender of a superseded delivery. @param by seq of the newer push */
export function supersededResponse(by: number): JsonResponse {
  return jsonResponse(200, { status: "superseded", by });
}

/** Creates the run of a delivery that a newer push has superseded. */
export function supersededRun(by: number): ActionRun {
  return {
    response: Promise.resolve(supersededResponse(by)),
    end: Promise.resolve(supersededEnd(by)),
  };
}

/** Creates the outcome of a superseded delivery whose sender waits. */
export function supersededEnd(by: number): ActionEnd {
  return { outcome: "superseded", status: 200, reason: reasonOf(by) };
}

/** Creates the row update of a superseded delivery in the queue. */
export function supersededUpdate(by: number): OutcomeUpdate {
  return { outcome: "superseded", status: null, durationMs: null, reason: reasonOf(by) };
}

const reasonOf = (by: number): string => `superseded by #${by}`;
